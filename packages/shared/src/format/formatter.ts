/** What a formatter is: one stage of the pipeline. */
import type { TerminalCapabilities } from "../terminal/capabilities.js";
import type { Environment } from "../terminal/known-terminals.js";
import type { Style } from "../terminal/style.js";
import type { Mark } from "./mark.js";
import type { InlineContext } from "./markdown/inline.js";
import type { Theme } from "./markdown/theme.js";

/** What the model may be told about its own output after it was shown. */
export type Observation =
  | { readonly kind: "picture"; readonly path: string; readonly source: string }
  | { readonly kind: "syntax-error"; readonly message: string; readonly source: string };

/** A finished piece of output, escape sequences and all. Later formatters hand it on as it is. */
export interface Rendered {
  /** What is written as it is. */
  readonly output: string;
  /** What the model may be told about it, such as that its diagram could not be drawn. */
  readonly observation?: Observation;
  /** Running text with styles: its lines are broken like those of other text. */
  readonly isFlow?: boolean;
  /** Shows nothing, but says what comes next. */
  readonly mark?: Mark;
}

/** Where a formatter puts its output: the next formatter, or at the end the terminal. */
export interface FormatterOutput {
  /** Text that later formatters may still work on. */
  text(text: string): void;
  /** Output that is finished. */
  rendered(piece: Rendered): void;
}

/**
 * One stage of the pipeline. Text comes in chunks of any size; a formatter holds back no more of it than it
 * must, and what it puts out does not depend on where the text was cut.
 */
export interface Formatter {
  /** What `.fw/formatters.json` calls it. */
  readonly name: string;
  /** 0-19 before everything, 20-39 structure, 40-59 highlighting, 60-79 after, 80-99 final. */
  readonly priority: number;
  /** Takes the next piece of text, and puts out what is finished. */
  write(text: string, out: FormatterOutput): void;
  /** A finished piece goes by. Only a formatter that holds text back needs this: it lets that text go first. */
  pass?(piece: Rendered, out: FormatterOutput): void;
  /** The text has ended: everything held is put out, and the formatter is as new. */
  flush(out: FormatterOutput): void | Promise<void>;
  /** Settles when output that is being made in the background has been put out. */
  readonly pending?: Promise<void> | undefined;
  /** The terminal has another width from now on. */
  setConsoleWidth?(width: number): void;
}

/** What the built-in formatters share. */
export interface FormatterContext {
  /** What the output can show. */
  readonly terminal: TerminalCapabilities;
  /** Colours and weights, as far as the output has them. */
  readonly style: Style;
  /** Which colours suit its background. */
  readonly theme: Theme;
  /** How the spans within text are read and shown. */
  readonly inline: InlineContext;
  /** Whether a formatter of one's own works on running text after its spans are styled: then what is plain stays apart. */
  readonly worksOnSpans?: boolean;
  /** How many columns there are. */
  readonly consoleWidth: number;
  /** The environment variables. */
  readonly env: Environment;
  /** Stops work in the background; read when the work begins, for each text may have its own. */
  signal?: AbortSignal | undefined;
  /** Tells the user something, outside the formatted text. */
  readonly notify: (message: string) => void;
}
