// How large a diagram and its picture may be, and how long it may take.

/** Mermaid's own limit; longer sources would come back as a picture of an error. */
export const MAX_SOURCE_LENGTH = 50_000;

/** Elements that a drawing may need while it is made; about 2,000 nodes of a flowchart. */
export const MAX_ELEMENTS = 60_000;

/** Pixels of a PNG; a picture that would be larger is drawn at a smaller scale. */
export const MAX_PIXELS = 24_000_000;

/** Pixels along one side of a PNG. */
const MAX_SIDE = 16_000;

/** How long a diagram may take unless the caller says otherwise. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** The wanted scale, or the largest one that keeps a picture of this size within the limits. */
export function fittingScale(width: number, height: number, wanted: number): number {
  // Sides are rounded up to whole pixels: the scale at which (width * s + 1) * (height * s + 1) is the limit.
  const [area, sides] = [width * height, width + height];
  const byPixels = (Math.sqrt(sides ** 2 + 4 * area * (MAX_PIXELS - 1)) - sides) / (2 * area);
  return Math.min(wanted, (MAX_SIDE - 1) / width, (MAX_SIDE - 1) / height, byPixels);
}
