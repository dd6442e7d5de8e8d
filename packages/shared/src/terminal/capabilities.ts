import type { CellSize } from "./image/fit.js";
import type { Multiplexer } from "./image/passthrough.js";
import type { Rgb } from "./image/picture.js";
import { knownTerminal, type Environment, type GraphicsBackend } from "./known-terminals.js";

/** How many colours text may have. */
export type ColorLevel = "none" | "ansi16" | "ansi256" | "truecolor";

/** Everything the formatters need to know of the terminal they write to. */
export interface TerminalCapabilities {
  /** The backend for pictures; null when none can be shown. */
  readonly graphics: GraphicsBackend | null;
  /** Whether `graphics` was set by the user, who then answers for it. */
  readonly graphicsIsExplicit: boolean;
  readonly color: ColorLevel;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows?: number;
  /** The pixels of a character cell, where the terminal tells. */
  readonly cell?: CellSize;
  readonly background?: Rgb;
  readonly multiplexer?: Multiplexer;
  /** The largest sixel picture the terminal shows. */
  readonly sixelLimit?: CellSize;
  /** Settings that were not understood, in words for the user. */
  readonly warnings: readonly string[];
}

/** What the output is, as far as the operating system tells. */
export interface OutputFacts {
  readonly isTerminal: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Decided by settings, multiplexer, kind of output and environment; `undecided` asks for a query. */
export interface EnvironmentVerdict {
  readonly capabilities: TerminalCapabilities;
  readonly undecided: boolean;
}

/** Decides from the environment alone: pure, and enough where the terminal must not be asked. */
export function capabilitiesFromEnvironment(env: Environment, output: OutputFacts): EnvironmentVerdict {
  const warnings: string[] = [];
  const setting = graphicsSetting(env, warnings);
  const color = colorLevel(env, output.isTerminal);
  const multiplexer = detectMultiplexer(env);
  const characters = color === "none" ? null : "halfblock";
  const known = knownTerminal(env);
  const automatic = !output.isTerminal
    ? null
    : multiplexer !== undefined || env["TERM"] === "dumb"
      ? characters
      : (known?.graphics ?? characters);
  const capabilities: TerminalCapabilities = {
    graphics: setting === undefined ? automatic : setting,
    graphicsIsExplicit: setting !== undefined,
    color,
    isTerminal: output.isTerminal,
    columns: output.columns || 80,
    warnings,
    ...(output.rows ? { rows: output.rows } : {}),
    ...(multiplexer === "tmux" || multiplexer === "screen" ? { multiplexer } : {}),
  };
  const undecided =
    setting === undefined &&
    output.isTerminal &&
    multiplexer === undefined &&
    known?.graphics === undefined &&
    env["TERM"] !== "dumb";
  return { capabilities, undecided };
}

const SPELLINGS: Readonly<Record<string, GraphicsBackend>> = {
  tcgfx_a: "tcgfx_a",
  kitty: "tcgfx_a",
  tcgfx_b: "tcgfx_b",
  iterm2: "tcgfx_b",
  sixel: "sixel",
};

/** `FW_DIAGRAM_BACKEND` wins over `FW_GRAPHICS_PROTOCOL`; undefined when neither says anything usable. */
function graphicsSetting(env: Environment, warnings: string[]): GraphicsBackend | null | undefined {
  for (const [variable, none] of [
    ["FW_DIAGRAM_BACKEND", "off"],
    ["FW_GRAPHICS_PROTOCOL", "none"],
  ] as const) {
    const value = env[variable]?.trim().toLowerCase();
    if (!value) continue;
    if (value === none) return null;
    const backend = Object.hasOwn(SPELLINGS, value) ? SPELLINGS[value] : undefined;
    if (backend) return backend;
    warnings.push(
      `${variable}="${value.slice(0, 40)}" is ignored: it can be tcgfx_a (kitty), tcgfx_b (iterm2), sixel or ${none}.`,
    );
  }
  return undefined;
}

/** Multiplexers repaint the screen from their own memory of it, which knows characters only. */
function detectMultiplexer(env: Environment): Multiplexer | "other" | undefined {
  const term = env["TERM"] ?? "";
  if (env["TMUX"] || term.startsWith("tmux")) return "tmux";
  if (env["STY"] || term.startsWith("screen")) return "screen";
  return env["ZELLIJ"] ? "other" : undefined;
}

/** The one decision about colour, for text and for half blocks alike. */
function colorLevel(env: Environment, isTerminal: boolean): ColorLevel {
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
  if (/^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "") || term.endsWith("-direct")) return "truecolor";
  // Variables of the outer terminal leak into a multiplexer, which may know fewer colours.
  if (detectMultiplexer(env) === undefined && knownTerminal(env)?.truecolor) return "truecolor";
  if (/256|^(tmux|screen|xterm)/.test(term)) return "ansi256";
  return "ansi16";
}
