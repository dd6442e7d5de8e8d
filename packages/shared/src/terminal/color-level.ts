/** The one decision about colour, for text and for half blocks alike. */
import { knownMultiplexer, knownTerminal, type Environment } from "./known-terminals.js";

/** How many colours text may have. */
export type ColorLevel = "none" | "ansi16" | "ansi256" | "truecolor";

/** `FORCE_COLOR` beats `NO_COLOR`, which beats what the terminal can. */
export function colorLevel(env: Environment, isTerminal: boolean): ColorLevel {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") {
    if (forced === "0" || forced === "false") return "none";
    if (forced === "2") return "ansi256";
    if (forced === "3") return "truecolor";
    return isTerminal ? terminalColors(env) : "ansi16";
  }
  if (env["NO_COLOR"]) return "none";
  return isTerminal ? terminalColors(env) : "none";
}

function terminalColors(env: Environment): ColorLevel {
  const term = env["TERM"] ?? "";
  if (term === "dumb") return "none";
  const multiplexer = knownMultiplexer(env);
  // Variables of the outer terminal leak into a multiplexer, which may know fewer colours.
  const claims = /^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "") || term.endsWith("-direct");
  if (multiplexer ? claims && multiplexer.truecolor : claims || knownTerminal(env)?.truecolor)
    return "truecolor";
  if (/256|^(tmux|screen|xterm)/.test(term)) return "ansi256";
  return "ansi16";
}
