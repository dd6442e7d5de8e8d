/** How large a diagram and its picture may be, and how long it may take. */

/** What a diagram may be; more is a DiagramLimitError, but for pixels, which only make the picture smaller. */
export interface DiagramLimits {
  /** Characters of the source. */
  readonly characters: number;
  /** Edges of a graph. */
  readonly edges: number;
  /** Elements that a drawing may need while it is made; the usual limit is about 2,000 nodes of a flowchart. */
  readonly elements: number;
  /** Pixels of a PNG; a picture that would be larger is drawn at a smaller scale. */
  readonly pixels: number;
}

/** The limits unless the caller says otherwise; those of characters and edges are Mermaid's own. */
export const USUAL_LIMITS: DiagramLimits = {
  characters: 50_000,
  edges: 500,
  elements: 60_000,
  pixels: 24_000_000,
};

/** Pixels along one side of a PNG: what the rasteriser can hold. */
const MAX_SIDE = 16_000;

/** How long a diagram may take unless the caller says otherwise. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** The wanted scale, or the largest one that keeps a picture of this size within the limits; outlines have none. */
export function fittingScale(width: number, height: number, wanted: number, pixels: number): number {
  if (pixels === Number.POSITIVE_INFINITY) return wanted;
  // Sides are rounded up to whole pixels: the scale at which (width * s + 1) * (height * s + 1) is the limit.
  const [area, sides] = [width * height, width + height];
  const byPixels = (Math.sqrt(sides ** 2 + 4 * area * (pixels - 1)) - sides) / (2 * area);
  return Math.min(wanted, (MAX_SIDE - 1) / width, (MAX_SIDE - 1) / height, byPixels);
}
