/** The options of a drawing: what a caller may write, and the same with every value present and checked. */
import { parseColor, formatColor } from "./css/color.js";
import { DEFAULT_TIMEOUT_MS, type DiagramLimits, USUAL_LIMITS } from "./limits.js";

/** Mermaid's themes. */
export const THEMES = [
  "default",
  "base",
  "dark",
  "forest",
  "neutral",
  "neo",
  "neo-dark",
  "redux",
  "redux-dark",
  "redux-color",
  "redux-dark-color",
] as const;

/** Mermaid's looks. */
export const LOOKS = ["classic", "neo", "handDrawn"] as const;

/** One of Mermaid's themes. */
export type DiagramTheme = (typeof THEMES)[number];

/** One of Mermaid's looks. */
export type DiagramLook = (typeof LOOKS)[number];

/** The files that a picture can be. */
export const FORMATS = ["svg", "png", "pdf"] as const;

/** One of the files that a picture can be. */
export type DiagramFormat = (typeof FORMATS)[number];

/** How a diagram is drawn. */
export interface DiagramOptions {
  /** What to make: SVG text (the default), or the bytes of a PNG or of a PDF with one page. */
  readonly format?: DiagramFormat;
  /** Mermaid's theme; without one, each kind of diagram has the one that Mermaid chooses for it. */
  readonly theme?: DiagramTheme;
  /** What the picture will stand on. With no theme given, "dark" takes the dark counterpart; "light" by default. */
  readonly colorScheme?: "light" | "dark";
  /** Mermaid's look; "classic" draws and lays out as Mermaid did before version 12. */
  readonly look?: DiagramLook;
  /**
   * Pixels of the PNG per unit of the drawing, up to 8; 1 by default. Very large pictures are drawn smaller. Of a PDF, only blurred
   * shadows and embedded pictures are made of pixels.
   */
  readonly scale?: number;
  /** A CSS colour, or "transparent"; white by default. */
  readonly background?: string;
  /** Width in pixels of the page that charts without a size of their own fill, such as gantt; 784 by default. */
  readonly width?: number;
  /** A font family installed on this machine; the bundled one (like Arial) by default and when it is not found. */
  readonly fontFamily?: string;
  /** Limits to be raised or lowered; the others stay as they are. */
  readonly limits?: Partial<DiagramLimits>;
  /** Whether a source that is nearly right is mended; the result says what was done. Not by default. */
  readonly repair?: boolean;
  /** Ends the work; the promise is rejected with DiagramCancelledError. */
  readonly signal?: AbortSignal;
  /** How long the work may take once its turn has come; 10 seconds by default. */
  readonly timeoutMs?: number;
}

/** Options with every value present and checked. */
export interface ResolvedOptions {
  readonly format: DiagramFormat;
  readonly theme: DiagramTheme | null;
  readonly look: DiagramLook | null;
  readonly dark: boolean;
  readonly scale: number;
  /** null is transparent. */
  readonly background: string | null;
  /** Whether nothing shines through the background. */
  readonly opaque: boolean;
  readonly pageWidth: number;
  readonly fontFamily: string | null;
  readonly limits: DiagramLimits;
  readonly repair: boolean;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

const MAX_SCALE = 8;

function inRange(name: string, value: number, low: number, high: number): number {
  if (value >= low && value <= high) return value;
  throw new TypeError(`${name} must be a number from ${low} to ${high}, not ${value}`);
}

function backgroundColor(source: string): { background: string | null; opaque: boolean } {
  const color = parseColor(source);
  if (!color)
    throw new TypeError(`background must be a CSS colour or "transparent", not ${JSON.stringify(source)}`);
  return { background: color[3] === 0 ? null : formatColor(color), opaque: color[3] === 1 };
}

function resolveLimits(given: Partial<DiagramLimits>): DiagramLimits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(USUAL_LIMITS, name))
      throw new TypeError(`limits has ${Object.keys(USUAL_LIMITS).join(", ")}, and no ${name}`);
    inRange(`limits.${name}`, value, 1, 2 ** 31 - 1);
  }
  return { ...USUAL_LIMITS, ...given };
}

/** Checks options as a caller wrote them; a wrong one is a TypeError that says what is allowed. */
export function resolveOptions(options: DiagramOptions): ResolvedOptions {
  const { format = "svg", theme = null, look = null, colorScheme = "light" } = options;
  const { scale = 1, background = "white", width = 784 } = options;
  if (!FORMATS.includes(format)) throw new TypeError('format must be "svg", "png" or "pdf"');
  if (theme !== null && !THEMES.includes(theme))
    throw new TypeError(`theme must be one of ${THEMES.join(", ")}`);
  if (look !== null && !LOOKS.includes(look)) throw new TypeError(`look must be one of ${LOOKS.join(", ")}`);
  if (colorScheme !== "light" && colorScheme !== "dark")
    throw new TypeError('colorScheme must be "light" or "dark"');
  return {
    format,
    theme,
    look,
    dark: colorScheme === "dark",
    scale: inRange("scale", scale, 0.01, MAX_SCALE),
    ...backgroundColor(background),
    pageWidth: inRange("width", width, 50, 20_000),
    fontFamily: options.fontFamily ?? null,
    limits: resolveLimits(options.limits ?? {}),
    repair: options.repair ?? false,
    signal: options.signal,
    timeoutMs: inRange("timeoutMs", options.timeoutMs ?? DEFAULT_TIMEOUT_MS, 1, 2 ** 31 - 1),
  };
}
