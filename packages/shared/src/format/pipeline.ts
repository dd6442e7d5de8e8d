/** Puts the formatters together: untrusted text in, what a terminal shows out. */
import { capabilitiesFromEnvironment, type TerminalCapabilities } from "../terminal/capabilities.js";
import type { Environment } from "../terminal/known-terminals.js";
import { Sanitizer } from "../terminal/sanitize.js";
import { createBuiltins } from "./builtins.js";
import type { FormatterSettings } from "./config.js";
import type { Formatter, FormatterContext, FormatterOutput, Observation, Rendered } from "./formatter.js";
import { chooseTheme } from "./markdown/choose-theme.js";
import type { Reference } from "./markdown/references.js";
import type { ThemeName } from "./markdown/theme.js";
import { VisionCaptureFormatter } from "./vision-capture.js";
import { WordWrapFormatter } from "./word-wrap-formatter.js";

/** What a pipeline writes to, and how. */
export interface PipelineOptions {
  /** Takes the finished output, in order. */
  readonly output: (text: string) => void;
  /** The terminal written to; by default an output that shows neither colours nor pictures. */
  readonly terminal?: TerminalCapabilities;
  /** Columns; by default the terminal's. Lines are broken there on a terminal, or where a width is given. */
  readonly consoleWidth?: number;
  /** How the text looks; by default what `.fw/formatters.json` says, or what suits the terminal's background. */
  readonly theme?: ThemeName;
  /** The link definitions of the text, where all of it is known beforehand. */
  readonly references?: ReadonlyMap<string, Reference>;
  /** What `.fw/formatters.json` says; formatters it does not name are on, with their defaults. */
  readonly config?: readonly FormatterSettings[];
  /** Formatters beside the built-in ones; one with the name of a built-in formatter takes its place. */
  readonly formatters?: readonly Formatter[];
  /** The environment variables to go by; those of the process by default. */
  readonly env?: Environment;
  /** Stops what is being drawn; `setSignal` gives another one to the texts that follow. */
  readonly signal?: AbortSignal;
  /** Takes remarks for the user that are no part of the text. */
  readonly onNotice?: (message: string) => void;
}

/** Untrusted text in, formatted text out. */
export interface Pipeline {
  /** Takes the next piece of text, cut anywhere, and puts out what is finished. */
  write(chunk: string): void;
  /** Ends the text; settles when all of it has been put out. The pipeline can then take another text. */
  flush(): Promise<void>;
  /** Settles when what is being drawn has been put out; await it between chunks to bound memory. */
  readonly pending: Promise<void> | undefined;
  /** The terminal has another width from now on. */
  setConsoleWidth(width: number): void;
  /** What stops the drawing from now on; a diagram that was not drawn is put out as it was written. */
  setSignal(signal: AbortSignal | undefined): void;
  /** What the model may be told about its output. Each observation is given once. */
  takeObservations(): Observation[];
}

/**
 * Makes a pipeline: first everything a terminal would obey is removed from the text, then the formatters work
 * on it in the order of their priorities. Only formatters put escape sequences out.
 *
 * @example
 * const pipeline = createPipeline({ terminal: await detectTerminal(), output: (text) => process.stdout.write(text) });
 * for await (const event of stream) if (event.type === "text-delta") pipeline.write(event.text);
 * await pipeline.flush();
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const env = options.env ?? process.env;
  const terminal = options.terminal ?? capabilitiesFromEnvironment({}, { isTerminal: false }).capabilities;
  const { style, theme } = chooseTheme(terminal, options);
  const wraps = terminal.isTerminal || options.consoleWidth !== undefined;
  const own = options.formatters ?? [];
  const context: FormatterContext = {
    terminal,
    style,
    theme,
    inline: {
      theme,
      links: terminal.links ?? false,
      references: new Map(options.references),
      isWholeKnown: options.references !== undefined,
      joinsLines: wraps,
    },
    worksOnSpans: own.length > 0,
    consoleWidth: options.consoleWidth ?? terminal.columns,
    env,
    signal: options.signal,
    notify: options.onNotice ?? (() => {}),
  };
  const builtins = createBuiltins(options.config ?? [], context);
  if (wraps || theme.formats) builtins.push(new WordWrapFormatter(wraps ? context.consoleWidth : Infinity));
  const replaced = new Set(own.map(({ name }) => name));
  const stages = [...builtins.filter(({ name }) => !replaced.has(name)), ...own];
  stages.sort((a, b) => a.priority - b.priority);
  return assemble(stages, options.output, context);
}

/** The way into a stage. Not closures: what is compiled for those of one pipeline is thrown away with the next. */
class Port implements FormatterOutput {
  readonly #stage: Formatter;
  readonly #next: FormatterOutput;

  constructor(stage: Formatter, next: FormatterOutput) {
    this.#stage = stage;
    this.#next = next;
  }

  text(text: string): void {
    this.#stage.write(text, this.#next);
  }

  rendered(piece: Rendered): void {
    if (this.#stage.pass) this.#stage.pass(piece, this.#next);
    else this.#next.rendered(piece);
  }
}

/** What one call to write puts out leaves together; what is drawn in the background leaves when it is done. */
class End implements FormatterOutput {
  readonly #output: (text: string) => void;
  #collected = "";
  #isCollecting = false;

  constructor(output: (text: string) => void) {
    this.#output = output;
  }

  text(text: string): void {
    if (this.#isCollecting) this.#collected += text;
    else this.#output(text);
  }

  rendered(piece: Rendered): void {
    this.text(piece.output);
  }

  together<T>(action: () => T): T {
    this.#isCollecting = true;
    try {
      return action();
    } finally {
      this.#isCollecting = false;
      const text = this.#collected;
      this.#collected = "";
      if (text !== "") this.#output(text);
    }
  }
}

function assemble(
  stages: readonly Formatter[],
  output: (text: string) => void,
  context: FormatterContext,
): Pipeline {
  const sanitizer = new Sanitizer();
  const end = new End(output);
  const ports: FormatterOutput[] = [];
  const first = stages.reduceRight<FormatterOutput>((next, stage) => {
    ports.unshift(next);
    return new Port(stage, next);
  }, end);
  return {
    write(chunk) {
      const text = sanitizer.write(chunk);
      if (text !== "") end.together(() => first.text(text));
    },
    async flush() {
      end.together(() => {
        const text = sanitizer.flush();
        if (text !== "") first.text(text);
      });
      for (const [index, stage] of stages.entries()) {
        await end.together(() => stage.flush(ports[index] ?? end));
      }
    },
    get pending() {
      return stages.find((stage) => stage.pending)?.pending;
    },
    setConsoleWidth(width) {
      for (const stage of stages) stage.setConsoleWidth?.(width);
    },
    setSignal(signal) {
      context.signal = signal;
    },
    takeObservations() {
      return stages.flatMap((stage) =>
        stage instanceof VisionCaptureFormatter ? stage.takeObservations() : [],
      );
    },
  };
}
