/** What a renderer is, and the chain that tries them in order. */
import { FrameworkError, messageOf } from "../../provider/errors.js";
import { pngSize } from "../../terminal/image/png.js";
import type { DiagramLook } from "./settings.js";

/** What a diagram may be; the diagram package says what is usual. */
export interface DrawingLimits {
  readonly characters?: number;
  readonly edges?: number;
}

/** One diagram to draw. */
export interface RenderRequest extends DiagramLook {
  /** The diagram's text. */
  readonly source: string;
  /** The kind of file that is wanted; a service gives PNG only. */
  readonly format: "png" | "svg" | "pdf";
  /** Pixels for each unit of the drawing; 2 is sharp on most screens. */
  readonly scale: number;
  /** What it may be, where the diagram package draws it and more than usual is wanted. */
  readonly limits?: DrawingLimits;
  /** Gives up. */
  readonly signal?: AbortSignal | undefined;
  /** Wanted: a source that is nearly right is mended where the renderer can do that, and this says how. */
  readonly onRepair?: ((repairs: readonly string[]) => void) | undefined;
}

/** The ways to draw: a program (`cli`), a service (`remote`), the diagram package (`library`). */
export type RendererName = "cli" | "remote" | "library";

/** The renderers as a person knows them. */
const WORDS: Readonly<Record<RendererName, string>> = {
  cli: "mmdc",
  remote: "the rendering service",
  library: "the built-in renderer",
};

/** A way to draw diagrams. */
export interface DiagramRenderer {
  /** What messages and settings call it. */
  readonly name: RendererName;
  /** Whether what it needs is there; cheap to ask. */
  isAvailable(): boolean;
  /** Starts whatever takes long, because a diagram is about to come. */
  prepare?(): void;
  /** Throws DiagramSyntaxError when the source is at fault; any other error means that this renderer is. */
  render(request: RenderRequest): Promise<Uint8Array>;
}

/** The diagram's source is wrong. Nothing else would draw it either: the source must be mended. */
export class DiagramSyntaxError extends FrameworkError {
  static override readonly name: string = "DiagramSyntaxError";
  /** Counted from 1 in the source as written. */
  readonly line?: number;
  /** Counted from 1 in that line. */
  readonly column?: number;

  constructor(message: string, place: { line?: number | undefined; column?: number | undefined } = {}) {
    super(message);
    if (place.line !== undefined) this.line = place.line;
    if (place.column !== undefined) this.column = place.column;
  }
}

/** No renderer is there, or each that is there failed; the message says which and why. */
export class NoRendererError extends FrameworkError {
  static override readonly name: string = "NoRendererError";
}

/**
 * Draws with the first renderer that works. One that failed and never worked is passed over from then on: its
 * failure may have taken half a minute to show. The library is always tried again, for it may have failed because of
 * the one diagram.
 */
export class RendererChain {
  readonly #failures = new Map<DiagramRenderer, string>();
  readonly #working = new Set<DiagramRenderer>();

  constructor(
    /** In the order in which they are tried. */
    readonly renderers: readonly DiagramRenderer[],
    /** Told once of each renderer that another one had to stand in for. */
    readonly notify: (message: string) => void = () => {},
  ) {}

  #usable(): DiagramRenderer[] {
    return this.renderers.filter((renderer) => {
      const isGivenUp =
        this.#failures.has(renderer) && !this.#working.has(renderer) && renderer.name !== "library";
      return !isGivenUp && renderer.isAvailable();
    });
  }

  /** Whether any of them can draw. */
  isAvailable(): boolean {
    return this.#usable().length > 0;
  }

  /** Starts whatever takes long with the one that will be tried first. */
  prepare(): void {
    this.#usable()[0]?.prepare?.();
  }

  /** Draws with the first that can; throws `NoRendererError` when none could. */
  async render(request: RenderRequest): Promise<Uint8Array> {
    const passedOver: string[] = [];
    for (const renderer of this.#usable()) {
      request.signal?.throwIfAborted();
      try {
        const picture = await renderer.render(request);
        if (request.format === "png") pngSize(picture);
        this.#working.add(renderer);
        this.#failures.delete(renderer);
        for (const reason of passedOver) this.notify(`${reason}; ${WORDS[renderer.name]} drew instead.`);
        return picture;
      } catch (error) {
        if (request.signal?.aborted) throw error;
        if (error instanceof DiagramSyntaxError) return this.#mended(request, renderer, error);
        const reason = messageOf(error);
        if (!this.#failures.has(renderer))
          passedOver.push(`${WORDS[renderer.name]} could not draw: ${reason}`);
        this.#failures.set(renderer, reason);
      }
    }
    const reasons = [...this.#failures].map(([{ name }, reason]) => `${name}: ${reason}`);
    throw new NoRendererError(reasons.length > 0 ? reasons.join("; ") : "no renderer is installed");
  }

  /** Only the library can mend: what another one refused is tried with it, and refused as before when it cannot either. */
  async #mended(
    request: RenderRequest,
    refusedBy: DiagramRenderer,
    refusal: DiagramSyntaxError,
  ): Promise<Uint8Array> {
    const library = this.#usable().find(({ name }) => name === "library");
    if (!request.onRepair || !library || library === refusedBy) throw refusal;
    return library.render(request).catch((error: unknown) => {
      throw request.signal?.aborted ? error : refusal;
    });
  }
}
