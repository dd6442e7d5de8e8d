/** The pixel size of one character cell. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** What is assumed where a terminal does not tell. */
export const DEFAULT_CELL: CellSize = { width: 8, height: 16 };

/** How many cells a picture takes, and how many device pixels of them it fills. */
export interface Placement {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}

export interface FitLimits {
  /** The most columns the picture may take. */
  readonly columns: number;
  readonly cell: CellSize;
  /** How many pixels of the picture make one pixel of the drawing (the rasterisation factor); default 1. */
  readonly density?: number;
  /** The widest picture the terminal accepts, in pixels. */
  readonly maxWidth?: number;
}

/**
 * Chooses the displayed size: the drawing's own size in device pixels, shrunk to the columns there are, never
 * enlarged. A density above 1 makes the picture sharper on a fine screen, not larger on a coarse one.
 */
export function fit(size: { width: number; height: number }, limits: FitLimits): Placement {
  const { cell } = limits;
  const density = limits.density ?? 1;
  const natural = Math.min(1, screenDensity(cell) / density);
  const available = Math.min(limits.columns * cell.width, limits.maxWidth ?? Infinity);
  const factor = Math.min(natural, available / size.width);
  const width = Math.max(1, Math.floor(size.width * factor));
  const height = Math.max(1, Math.round(size.height * factor));
  return {
    columns: Math.min(limits.columns, Math.ceil(width / cell.width)),
    rows: Math.ceil(height / cell.height),
    width,
    height,
  };
}

/** A cell of 16 to 26 pixels is an ordinary screen's; one of twice that is a fine screen's. */
export const screenDensity = (cell: CellSize) => Math.max(1, Math.round(cell.height / 18));
