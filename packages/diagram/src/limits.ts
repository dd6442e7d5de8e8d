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
  return Math.min(wanted, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
}
