/** What the terminal can do, as far as settings and environment tell. */
import { colorLevel, type ColorLevel } from "./color-level.js";
import type { CellSize } from "./image/fit.js";
import type { Multiplexer } from "./image/passthrough.js";
import type { Rgb } from "./image/picture.js";
import {
  knownMultiplexer,
  knownTerminal,
  type Environment,
  type GraphicsBackend,
  type Questions,
} from "./known-terminals.js";

export type { ColorLevel };

/** Everything the formatters need to know of the terminal they write to. */
export interface TerminalCapabilities {
  /** The backend for pictures; null when none can be shown. */
  readonly graphics: GraphicsBackend | null;
  /** Whether `graphics` was set by the user, who then answers for it. */
  readonly graphicsIsExplicit: boolean;
  /** Whether the user asked for diagrams as text. */
  readonly textDiagrams?: boolean;
  /** How many colours it shows. */
  readonly color: ColorLevel;
  /** Whether it is a terminal at all, and no pipe or file. */
  readonly isTerminal: boolean;
  /** How wide it is, in characters. */
  readonly columns: number;
  /** How high it is, in lines, where that is known. */
  readonly rows?: number;
  /** The pixels of a character cell, where the terminal tells. */
  readonly cell?: CellSize;
  /** The colour behind the text, where it is known. */
  readonly background?: Rgb;
  /** Whether it shows links (OSC 8). */
  readonly links?: boolean;
  /** The multiplexer that it is, through which pictures have to be handed on unless it draws them itself. */
  readonly multiplexer?: Multiplexer;
  /** The largest sixel picture the terminal shows. */
  readonly sixelLimit?: CellSize;
  /** The rows of the bands that sixel pictures are shown in, where a multiplexer draws them itself and harms whole ones. */
  readonly sixelBandRows?: number;
  /** Settings that were not understood, in words for the user. */
  readonly warnings: readonly string[];
}

/** What the output is, as far as the operating system tells. */
export interface OutputFacts {
  readonly isTerminal: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Decided by settings, multiplexer, kind of output and environment. */
export interface EnvironmentVerdict {
  readonly capabilities: TerminalCapabilities;
  /** What may be asked to know better. */
  readonly ask: Questions;
}

/** Decides from the environment alone: pure, and enough where the terminal must not be asked. */
export function capabilitiesFromEnvironment(env: Environment, output: OutputFacts): EnvironmentVerdict {
  const warnings: string[] = [];
  const asked = graphicsSetting(env, warnings);
  const setting = asked === "text" ? undefined : asked;
  const color = colorLevel(env, output.isTerminal);
  const multiplexer = knownMultiplexer(env);
  const known = multiplexer ? undefined : knownTerminal(env);
  const characters = color === "none" ? null : "halfblock";
  const isDumb = env["TERM"] === "dumb";
  const automatic = !output.isTerminal
    ? null
    : isDumb || known?.graphicsWithSixel
      ? characters
      : (known?.graphics ?? characters);
  const background = backgroundFromEnvironment(env) ?? known?.background;
  const capabilities: TerminalCapabilities = {
    graphics: setting === undefined ? automatic : setting,
    graphicsIsExplicit: setting !== undefined,
    ...(asked === "text" ? { textDiagrams: true } : {}),
    color,
    isTerminal: output.isTerminal,
    columns: output.columns || 80,
    warnings,
    ...(output.rows ? { rows: output.rows } : {}),
    ...(background && output.isTerminal ? { background } : {}),
    ...(known?.links && output.isTerminal ? { links: true } : {}),
    ...(multiplexer?.name === "tmux" || multiplexer?.name === "screen"
      ? { multiplexer: multiplexer.name }
      : {}),
  };
  const ask = !output.isTerminal || isDumb ? "nothing" : (multiplexer?.ask ?? known?.ask ?? "all");
  return { capabilities, ask };
}

/**
 * How diagrams are shown: as text where pictures could only be made of half blocks, in which no label can be read, unless
 * the user asked for these.
 */
export function diagramsAs(
  terminal: Pick<TerminalCapabilities, "graphics" | "graphicsIsExplicit" | "textDiagrams">,
): "text" | "picture" | "none" {
  if (terminal.textDiagrams) return "text";
  if (terminal.graphics === null) return "none";
  return terminal.graphics === "halfblock" && !terminal.graphicsIsExplicit ? "text" : "picture";
}

const SPELLINGS: Readonly<Record<string, GraphicsBackend | "text">> = {
  tcgfx_a: "tcgfx_a",
  kitty: "tcgfx_a",
  tcgfx_b: "tcgfx_b",
  iterm2: "tcgfx_b",
  sixel: "sixel",
  halfblock: "halfblock",
  text: "text",
};

/** `FW_DIAGRAM_BACKEND` wins over `FW_GRAPHICS_PROTOCOL`; undefined when neither says anything usable. */
function graphicsSetting(env: Environment, warnings: string[]): GraphicsBackend | "text" | null | undefined {
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
      `${variable}="${value.slice(0, 40)}" is ignored: it can be tcgfx_a (kitty), tcgfx_b (iterm2), sixel, halfblock, text or ${none}.`,
    );
  }
  return undefined;
}

/** `COLORFGBG` names colours of the sixteen, the background last: `15;0`, `15;default;0`. Answers are better. */
function backgroundFromEnvironment(env: Environment): Rgb | undefined {
  const index = /^\d{1,2};(?:default;)?(\d{1,2})$/.exec(env["COLORFGBG"] ?? "")?.[1];
  if (index === undefined || Number(index) > 15) return undefined;
  const isDark = Number(index) < 7 || Number(index) === 8;
  return isDark ? [0, 0, 0] : [255, 255, 255];
}
