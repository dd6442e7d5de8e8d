/** How each part of formatted text looks. */
import type { Paint, Style } from "../../terminal/style.js";
import { ConfigurationError } from "../../provider/errors.js";

export const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;
export type Alert = (typeof ALERTS)[number];

const PARTS = [
  "title",
  "heading",
  "strong",
  "emphasis",
  "strike",
  "code",
  "key",
  "link",
  "address",
  "image",
  "math",
  "marker",
  "bar",
  "rule",
  "border",
  "label",
  ...ALERTS,
] as const;
export type ThemePart = (typeof PARTS)[number];

export type Theme = Readonly<Record<ThemePart, Paint>> & {
  /** False: the text is left as it was written, because nothing could show what its marks mean. */
  readonly formats: boolean;
};

/** The themes there are. */
export const THEME_NAMES = ["auto", "dark", "light", "plain"] as const;
/** How the text looks: by the terminal's background, for a dark or a light one, or as it was written. */
export type ThemeName = (typeof THEME_NAMES)[number];

const combined =
  (...paints: Paint[]): Paint =>
  (text) =>
    paints.reduceRight((inner, paint) => paint(inner), text);

/** The look, from the styles of the terminal and the wishes of the user. */
export function createTheme(
  style: Style,
  options: { formats?: boolean; own?: Readonly<Record<string, string>> } = {},
): Theme {
  const { bold, italic, underline, strike, inverse } = style;
  const parts: Record<ThemePart, Paint> = {
    title: combined(style.magenta, bold, underline),
    heading: combined(style.magenta, bold),
    strong: bold,
    emphasis: italic,
    strike,
    code: style.cyan,
    key: inverse,
    link: combined(style.blue, underline),
    address: style.dim,
    image: combined(style.blue, italic),
    math: italic,
    marker: style.dim,
    bar: style.dim,
    rule: style.dim,
    border: style.dim,
    label: style.dim,
    note: combined(style.blue, bold),
    tip: combined(style.green, bold),
    important: combined(style.magenta, bold),
    warning: combined(style.yellow, bold),
    caution: combined(style.red, bold),
  };
  for (const [name, words] of Object.entries(options.own ?? {})) {
    if (isPart(name)) parts[name] = parsePaint(words, style);
  }
  return { ...parts, formats: options.formats ?? style.enabled };
}

const isPart = (name: string): name is ThemePart => PARTS.some((part) => part === name);

const WORDS = [
  "bold",
  "italic",
  "underline",
  "strike",
  "inverse",
  "dim",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
] as const;

/** A look in words: `bold #ff8800`, `italic cyan`, `none`. */
function parsePaint(words: string, style: Style): Paint {
  const paints = words
    .trim()
    .split(/\s+/)
    .map((word): Paint => {
      const known = WORDS.find((name) => name === word);
      if (known) return style[known];
      const [, red = "", green = "", blue = ""] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(word) ?? [];
      return red === ""
        ? (text) => text
        : style.rgb([parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]);
    });
  return combined(...paints);
}

/** Whether a value of the configuration is a theme of one's own: parts with looks in words. */
export function isOwnTheme(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, words]) =>
      isPart(name) &&
      typeof words === "string" &&
      words
        .split(/\s+/)
        .every((word) => /^(?:none|#[\da-f]{6}|)$/i.test(word) || WORDS.some((known) => known === word)),
  );
}

export const OWN_THEME_HELP = `looks by part, such as {"heading": "bold #ff8800"}; parts are ${PARTS.join(", ")}; looks are none, ${WORDS.join(", ")} and #rrggbb`;

/** The name of a theme as a flag gives it. */
export function themeName(value: string): ThemeName {
  const name = THEME_NAMES.find((known) => known === value);
  if (name) return name;
  throw new ConfigurationError(`There is no theme "${value}"; there are ${THEME_NAMES.join(", ")}.`);
}
