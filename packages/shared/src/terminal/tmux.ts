/** What tmux says about the terminal around it, and which pictures can be shown through it. */
import { execFile } from "node:child_process";
import type { TerminalAnswers } from "./answers.js";
import type { TerminalCapabilities } from "./capabilities.js";
import type { Environment } from "./known-terminals.js";

export interface TmuxFacts {
  /** Whether it hands sequences on that it does not understand itself. */
  readonly passthrough: boolean;
  /** The `TERM` of the terminal outside, and how that named itself. */
  readonly outerTerm: string;
  readonly outerVersion: string;
  /** What tmux makes use of in the terminal outside. */
  readonly features: readonly string[];
}

const FORMAT = "#{allow-passthrough}\t#{client_termname}\t#{client_termtype}\t#{client_termfeatures}";

/** Asks the tmux that the program runs in; undefined where it does not answer. */
export function askTmux(env: Environment, timeout: number): Promise<TmuxFacts | undefined> {
  return new Promise((resolve) => {
    execFile("tmux", ["display-message", "-p", FORMAT], { env, timeout }, (error, answer) => {
      resolve(error ? undefined : parseTmuxFacts(answer));
    });
  });
}

export function parseTmuxFacts(answer: string): TmuxFacts {
  const [passthrough = "", outerTerm = "", outerVersion = "", features = ""] = answer
    .replace(/\n$/, "")
    .split("\t");
  return {
    passthrough: /^(?:on|all|1)$/.test(passthrough),
    outerTerm,
    outerVersion,
    features: features.split(","),
  };
}

const PASSTHROUGH_OFF =
  "tmux hides pictures until it is told: tmux set -g allow-passthrough on. Until then they are drawn with characters.";

/**
 * Chooses the backend inside tmux: kitty's pictures, held in place by characters, where tmux hands them on to a terminal
 * that knows such characters; sixel where tmux itself draws it; else characters. Never a picture that nobody would see.
 */
export function picturesInTmux(
  capabilities: TerminalCapabilities,
  tmux: TmuxFacts | undefined,
  answers: TerminalAnswers | undefined,
): TerminalCapabilities {
  const { graphics, graphicsIsExplicit } = capabilities;
  const drawsSixel = (answers?.sixel ?? false) && (tmux?.features.includes("sixel") ?? false);
  if (drawsSixel && (graphics === "sixel" || !graphicsIsExplicit))
    return { ...capabilities, graphics: "sixel", sixelBandRows: SIXEL_BAND_ROWS };
  if (graphics === null) return capabilities;
  if (!graphicsIsExplicit) {
    return tmux?.passthrough && knowsPlaceholders(tmux)
      ? { ...capabilities, graphics: "tcgfx_a" }
      : capabilities;
  }
  if (graphics === "halfblock" || tmux?.passthrough !== false) return capabilities;
  const characters = capabilities.color === "none" ? null : "halfblock";
  const warnings = [...capabilities.warnings, PASSTHROUGH_OFF];
  return { ...capabilities, graphics: characters, graphicsIsExplicit: false, warnings };
}

/**
 * Of a picture that has partly gone off the top, tmux takes some of the height with every line that follows, so that a hole is
 * left under it. Shown in bands, only the uppermost is ever cut. It rounds heights to six pixels, which whole bands are anyway,
 * and keeps 20 pictures: more bands than fit on a screen.
 */
const SIXEL_BAND_ROWS = 6;

/** kitty draws pictures in the place of characters since 0.28, ghostty since its first version. */
function knowsPlaceholders({ outerTerm, outerVersion }: TmuxFacts): boolean {
  if (/ghostty/.test(outerTerm) || /^ghostty\b/.test(outerVersion)) return true;
  const [, major, minor] = /^kitty\D{0,2}(\d+)\.(\d+)/.exec(outerVersion) ?? [];
  return major !== undefined && (Number(major) > 0 || Number(minor) >= 28);
}
