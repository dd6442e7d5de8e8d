/** A process that draws pictures and a thread that draws text, and what passes between them and the caller. */
import {
  DiagramCancelledError,
  DiagramLimitError,
  DiagramRenderError,
  DiagramSyntaxError,
  DiagramTimeoutError,
} from "./errors.js";
import { iconPacksFor } from "./icons/icon-packs.js";
import { type DiagramKind, detectKind, kindOfType, withCanonicalKeyword } from "./kinds.js";
import { USUAL_LIMITS } from "./limits.js";
import { type DiagramOptions, type DiagramFormat, resolveOptions } from "./options.js";
import { findParts, hasParts, partAt } from "./parts/parts.js";
import { type DiagramTextOptions, resolveTextOptions } from "./text-options.js";
import { startPictures } from "./raster/pictures.js";
import type { PictureAnswer, PictureJob } from "./raster/protocol.js";
import { Lane } from "./worker/lane.js";
import { startThread } from "./worker/peer.js";
import { type DrawFailure, type DrawResponse, type TextRequest, UNKNOWN_KIND } from "./protocol.js";

/** A finished picture; the size is that of `data`: units of the SVG, pixels of the PNG, or points of the PDF. */
export interface RenderedDiagram<Data = string | Uint8Array> {
  /** The SVG as a string, or the PNG or PDF file as bytes. */
  readonly data: Data;
  /** How wide it is. */
  readonly width: number;
  /** How high it is. */
  readonly height: number;
  /** Which kind of diagram it turned out to be. */
  readonly kind: DiagramKind;
  /** What was mended before it could be drawn; absent when the source was right. */
  readonly repairs?: readonly string[];
}

/** A finished drawing as text. */
export interface RenderedText {
  /** Lines that each end with a line break. */
  readonly data: string;
  /** How wide it is. */
  readonly columns: number;
  /** How many lines it has. */
  readonly rows: number;
  /** Whether it says everything that the diagram says, within the columns that were asked for. */
  readonly complete: boolean;
  /** Which kind of diagram it turned out to be. */
  readonly kind: DiagramKind;
  /** What was mended before it could be drawn; absent when the source was right. */
  readonly repairs?: readonly string[];
}

/** Text in a PDF stands where it is laid out, to the 64th of a pixel, which is as exact as browsers are. */
const OUTLINES = { scale: 64, maxPixels: Number.POSITIVE_INFINITY };

/** Draws one diagram after the other. Both helpers start when first needed and stay warm. */
export class Studio {
  readonly #texts = new Lane<TextRequest, DrawResponse>("drawing thread", (first) =>
    startThread(partAt("vendor/boot.cjs"), { kind: first?.kind ?? UNKNOWN_KIND, ownsProcess: false }),
  );
  readonly #pictures = new Lane<PictureJob, PictureAnswer>("drawing process", startPictures);

  async render(
    source: string,
    options: DiagramOptions | DiagramTextOptions,
  ): Promise<RenderedDiagram | RenderedText> {
    if (!hasParts()) await findParts();
    return options.format === "text" ? this.#text(source, options) : this.#picture(source, options);
  }

  /** Starts what the format needs ahead of the first diagram. */
  warm(format: DiagramFormat | "text"): void {
    if (!hasParts()) {
      // Whoever draws is told why, should it fail.
      findParts().then(
        () => this.warm(format),
        () => {},
      );
      return;
    }
    if (format === "text") this.#texts.warm();
    else this.#pictures.warm();
  }

  /** Ends both; what is being drawn is cancelled. */
  close(): void {
    this.#texts.close();
    this.#pictures.close();
  }

  async #text(source: string, options: DiagramTextOptions): Promise<RenderedText> {
    const { text, repair, signal, timeoutMs } = resolveTextOptions(options);
    checkSource(source, signal, USUAL_LIMITS.characters);
    const request = {
      source: withCanonicalKeyword(source),
      kind: `${detectKind(source) ?? UNKNOWN_KIND}-text`,
      text,
      repair,
    };
    const drawn = await this.#texts.run(request, { timeoutMs, signal });
    if ("failure" in drawn) throw toError(drawn.failure);
    if (!("text" in drawn)) throw new DiagramRenderError("the drawing thread answered with a picture");
    const { columns, rows, complete, diagramType } = drawn;
    const kind = kindOf(source, diagramType);
    return { data: drawn.text, columns, rows, complete, kind, ...repairsOf(drawn) };
  }

  async #picture(source: string, options: DiagramOptions): Promise<RenderedDiagram> {
    const { format, scale, opaque, signal, timeoutMs, limits, ...look } = resolveOptions(options);
    checkSource(source, signal, limits.characters);
    const resolution = { scale, maxPixels: limits.pixels };
    const drawing = {
      source: withCanonicalKeyword(source),
      kind: detectKind(source) ?? UNKNOWN_KIND,
      ...look,
      pixels: format === "png" ? resolution : format === "pdf" ? OUTLINES : null,
      maxElements: limits.elements,
      maxEdges: limits.edges,
      maxCharacters: limits.characters,
      iconPacks: iconPacksFor(source),
    };
    const backdrop = opaque ? look.background : null;
    const job = { drawing, format, backdrop, resolution, timeoutMs };
    const answer = await this.#pictures.run(job, { timeoutMs, signal });
    if ("failure" in answer)
      throw answer.failure.reason === "timeout"
        ? new DiagramTimeoutError(timeoutMs)
        : toError(answer.failure);
    const { data, width, height, diagramType } = answer;
    return { data, width, height, kind: kindOf(source, diagramType), ...repairsOf(answer) };
  }
}

function checkSource(source: string, signal: AbortSignal | undefined, characters: number): void {
  if (signal?.aborted) throw new DiagramCancelledError({ cause: signal.reason });
  if (source.length > characters)
    throw new DiagramLimitError(
      `the source has ${source.length} characters; at most ${characters} are drawn unless limits.characters is raised`,
    );
}

const kindOf = (source: string, diagramType: string): DiagramKind => {
  const kind = kindOfType(diagramType) ?? detectKind(source);
  if (!kind) throw new DiagramRenderError(`Mermaid drew an unknown kind, "${diagramType}"`);
  return kind;
};

const repairsOf = ({ repairs }: { readonly repairs?: readonly string[] }): { repairs?: readonly string[] } =>
  repairs ? { repairs } : {};

function toError(failure: DrawFailure): Error {
  switch (failure.reason) {
    case "syntax":
      return new DiagramSyntaxError(failure.message, failure.line, failure.column);
    case "limit":
      return new DiagramLimitError(failure.message);
    default:
      return new DiagramRenderError(failure.message);
  }
}
