/** Everything that this package throws. */

/** The root of everything that this package throws, apart from wrong arguments (TypeError). */
export abstract class DiagramError extends Error {
  /** Written out in every class: bundlers rename them. */
  static override readonly name: string = "DiagramError";
  /** A stable name for programs. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The source is not valid Mermaid. `message` is Mermaid's own; the position counts from 1 in the source as given. */
export class DiagramSyntaxError extends DiagramError {
  static override readonly name: string = "DiagramSyntaxError";
  readonly code = "diagram_syntax";

  /** The line that Mermaid stumbled over, counted from 1. */
  readonly line: number;
  /** The column in that line, counted from 1. */
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** The diagram is larger than what is drawn: source text, edges, or drawn elements. Split it. */
export class DiagramLimitError extends DiagramError {
  static override readonly name: string = "DiagramLimitError";
  readonly code = "diagram_limit";
}

/** An icon pack is not what Iconify's JSON format says; the message names the place. */
export class DiagramIconPackError extends DiagramError {
  static override readonly name: string = "DiagramIconPackError";
  readonly code = "diagram_icon_pack";
}

/** The diagram was not finished within `timeoutMs`; its thread was ended and the next diagram gets a new one. */
export class DiagramTimeoutError extends DiagramError {
  static override readonly name: string = "DiagramTimeoutError";
  readonly code = "diagram_timeout";

  /** The limit that held, in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the diagram was not drawn within ${timeoutMs} ms; simplify it or raise timeoutMs`);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal was aborted. */
export class DiagramCancelledError extends DiagramError {
  static override readonly name: string = "DiagramCancelledError";
  readonly code = "diagram_cancelled";

  constructor(options?: ErrorOptions) {
    super("drawing the diagram was cancelled", options);
  }
}

/** Mermaid accepted the source and could not draw it, or a helper process ended; the message says which. */
export class DiagramRenderError extends DiagramError {
  static override readonly name: string = "DiagramRenderError";
  readonly code = "diagram_render";
}
