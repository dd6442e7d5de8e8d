/** Mermaid's own limit; longer sources would come back as a picture of an error. */
export const maxSourceLength = 50_000;

/** Elements that a drawing may need while it is made; about 2,000 nodes of a flowchart. */
export const maxElements = 60_000;

/** Pixels of a PNG; a picture that would be larger is drawn at a smaller scale. */
export const maxPixels = 24_000_000;

/** Pixels along one side of a PNG. */
const maxSide = 16_000;

/** How long a diagram may take unless the caller says otherwise. */
export const defaultTimeoutMs = 10_000;

/** The wanted scale, or the largest one that keeps a picture of this size within the limits. */
export function fittingScale(width: number, height: number, wanted: number): number {
  return Math.min(wanted, maxSide / width, maxSide / height, Math.sqrt(maxPixels / (width * height)));
}
