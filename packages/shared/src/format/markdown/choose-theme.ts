/** Chooses how text looks, from what was asked for and from what is known of the terminal. */
import type { TerminalCapabilities } from "../../terminal/capabilities.js";
import { shadeOf } from "../../terminal/palette.js";
import { createStyle, type Style } from "../../terminal/style.js";
import type { FormatterSettings } from "../config.js";
import { createTheme, isOwnTheme, type Theme, THEME_NAMES, type ThemeName } from "./theme.js";

interface Wishes {
  readonly theme?: ThemeName;
  readonly config?: readonly FormatterSettings[];
}

/**
 * A theme that was asked for formats also where there are no colours; otherwise text without colours is left as it was
 * written, since nothing could show what its marks mean.
 */
export function chooseTheme(
  terminal: Pick<TerminalCapabilities, "color" | "background" | "multiplexer">,
  { theme, config = [] }: Wishes,
): { style: Style; theme: Theme } {
  const configured = config.find(({ name }) => name === "markdown_formatter")?.config["theme"];
  const name = theme ?? THEME_NAMES.find((known) => known === configured) ?? "auto";
  const shade = name === "dark" || name === "light" ? name : shadeOf(terminal.background);
  const plain = createStyle(terminal.color, shade, name !== "plain");
  // screen shows slanted text in reverse, as if it were marked.
  const style = terminal.multiplexer === "screen" ? { ...plain, italic: plain.underline } : plain;
  const own = isOwnTheme(configured) ? configured : {};
  return { style, theme: createTheme(style, { formats: style.enabled || name !== "auto", own }) };
}
