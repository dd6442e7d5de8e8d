/** How diagrams are to look, from variables, configuration and the terminal. */
import type { TerminalCapabilities } from "../../terminal/capabilities.js";
import type { Environment } from "../../terminal/known-terminals.js";
import { shadeOf } from "../../terminal/palette.js";
import { checkKeys, type KeyRule } from "../config.js";
import { defined } from "../../provider/defined.js";

/** Mermaid's themes. */
export const THEMES = [
  "default",
  "dark",
  "forest",
  "neutral",
  "base",
  "neo",
  "neo-dark",
  "redux",
  "redux-dark",
  "redux-color",
  "redux-dark-color",
] as const;
export type Theme = (typeof THEMES)[number];

/** Mermaid's looks; "classic" is how it drew before version 12. */
export const LOOKS = ["classic", "neo", "handDrawn"] as const;
export type Look = (typeof LOOKS)[number];

/** What a diagram looks like. With no theme each kind has Mermaid's own, or its dark counterpart. */
export interface DiagramLook {
  readonly theme?: Theme;
  readonly colorScheme: "light" | "dark";
  readonly look?: Look;
  readonly background: string;
}

const DEFAULT_SCALE = 2;
const MAX_SCALE = 8;

/** Where diagram source goes when, and only when, the user opts in with `remote: "public"`. */
const PUBLIC_RENDERER = "https://kroki.io/mermaid/png";

/** The formatter's settings, from its configuration first and from the environment second. */
export interface DiagramSettings {
  /** Absent: Mermaid's own for the kind, or its dark counterpart on a dark terminal. */
  readonly theme?: Theme;
  readonly look?: Look;
  readonly scale: number;
  /** Absent: the terminal's own where the theme suits it. */
  readonly background?: string;
  readonly consoleWidth?: number;
  readonly remoteUrl?: string;
}

export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);
const isLook = (value: unknown): value is Look => LOOKS.some((look) => look === value);
export const isScale = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_SCALE;
/** A colour name or a hexadecimal colour: nothing that could be read as an option or as markup. */
export const isBackground = (value: unknown): value is string =>
  typeof value === "string" && /^(?:[a-z]{3,30}|#[\da-f]{3,8})$/i.test(value);
const isWidth = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1;

/** The configuration keys, and what each must be. */
export const DIAGRAM_KEYS = {
  theme: { expected: `one of ${THEMES.join(", ")}`, accepts: isTheme },
  look: { expected: `one of ${LOOKS.join(", ")}`, accepts: isLook },
  scale: { expected: `a whole number from 1 to ${MAX_SCALE}`, accepts: isScale },
  background: { expected: 'a colour such as "transparent", "white" or "#1e1e2e"', accepts: isBackground },
  console_width: { expected: "a number of columns", accepts: isWidth },
  remote: { expected: '"public"', accepts: (value) => value === "public" },
} as const satisfies Record<string, KeyRule>;

/** Reads configuration and environment. A wrong key throws; a wrong variable is reported and passed over. */
export function readSettings(
  config: Readonly<Record<string, unknown>>,
  env: Environment,
  notify: (message: string) => void,
): DiagramSettings {
  checkKeys("diagramtext_formatter", config, DIAGRAM_KEYS);
  const { theme, look, scale, background, console_width: width, remote } = config;
  /** What a variable says; one that says nothing usable is reported. */
  const variable = <T>(name: string, { accepts, expected }: Rule<T>, read: (text: string) => unknown) => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const value = read(text);
    if (accepts(value)) return value;
    notify(`${name}="${text.slice(0, 40)}" is ignored: it must be ${expected}.`);
    return undefined;
  };
  const themeVariable = variable("FW_DIAGRAM_THEME", DIAGRAM_KEYS.theme, String);
  const scaleVariable = variable("FW_DIAGRAM_SCALE", DIAGRAM_KEYS.scale, Number);
  const url = env["FW_DIAGRAM_RENDER_URL"]?.trim();
  return {
    scale: isScale(scale) ? scale : (scaleVariable ?? DEFAULT_SCALE),
    ...defined({
      theme: isTheme(theme) ? theme : themeVariable,
      look: isLook(look) ? look : undefined,
      background: isBackground(background) ? background : undefined,
      consoleWidth: isWidth(width) ? width : undefined,
      remoteUrl: url || (remote === "public" ? PUBLIC_RENDERER : undefined),
    }),
  };
}

interface Rule<T> {
  accepts: (value: unknown) => value is T;
  expected: string;
}

/**
 * Chooses what was left open so that the drawing is readable: the scheme of the terminal's background unless a theme was
 * named, and that background itself only under a drawing made for it. On a terminal that keeps its background to itself a
 * dark drawing on a dark ground can be read, and dazzles nobody.
 */
export function chooseLook(
  { theme, look, background }: Pick<DiagramSettings, "theme" | "look" | "background">,
  terminal: Partial<Pick<TerminalCapabilities, "background" | "isTerminal">>,
): DiagramLook {
  const behind = shadeOf(terminal.background);
  const isDark = behind === "dark" || (behind === "unknown" && terminal.isTerminal === true);
  const colorScheme = theme ? schemeOf(theme) : isDark ? "dark" : "light";
  const opaque = colorScheme === "dark" ? "#1f1f1f" : "white";
  return {
    ...defined({ theme, look }),
    colorScheme,
    background: background ?? (behind === colorScheme ? "transparent" : opaque),
  };
}

const schemeOf = (theme: Theme): "light" | "dark" => (/\bdark\b/.test(theme) ? "dark" : "light");

/** The theme for a renderer that knows themes only; none leaves the choice to it. */
export const themeNameOf = ({
  theme,
  colorScheme,
}: Pick<DiagramLook, "theme" | "colorScheme">): Theme | undefined =>
  theme ?? (colorScheme === "dark" ? "dark" : undefined);
