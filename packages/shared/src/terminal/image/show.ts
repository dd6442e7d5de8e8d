/** A picture for this terminal: size, protocol, place. */
import type { TerminalCapabilities } from "../capabilities.js";
import type { GraphicsBackend } from "../known-terminals.js";
import type { EncodeOptions, ImageEncoder } from "./encoder.js";
import { DEFAULT_CELL, fit, screenDensity, type CellSize, type Placement } from "./fit.js";
import { encodeHalfblock } from "./halfblock.js";
import { encodeIterm } from "./iterm.js";
import { encodeKitty } from "./kitty.js";
import { wrapForMultiplexer } from "./passthrough.js";
import { Picture } from "./picture.js";
import { MAX_PLACEHOLDER_ROWS, placeholderLines, transmitPicture } from "./placeholders.js";
import { cropRows, pad, shrink } from "./resize.js";
import { encodeSixel } from "./sixel.js";

const PROTOCOLS: Readonly<Record<Exclude<GraphicsBackend, "halfblock">, ImageEncoder>> = {
  tcgfx_a: encodeKitty,
  tcgfx_b: encodeIterm,
  sixel: encodeSixel,
};

/** A half block's cell holds one pixel beside and two above each other. */
const HALFBLOCK_CELL: CellSize = { width: 1, height: 2 };

/** xterm shows nothing at all for a larger sixel picture; others that keep silent may be like it. */
const SAFE_SIXEL: CellSize = { width: 1000, height: 1000 };

export interface ShowOptions {
  /** The most columns the picture may take. */
  readonly columns: number;
  /** How many pixels of the picture make one pixel of the drawing. */
  readonly density: number;
}

/** Where a picture goes and how large, before it is drawn. */
function placementOf(
  picture: Pick<Picture, "width" | "height">,
  backend: Exclude<GraphicsBackend, "halfblock">,
  terminal: TerminalCapabilities,
  options: ShowOptions,
): Placement {
  const limit = backend === "sixel" ? (terminal.sixelLimit ?? SAFE_SIXEL) : undefined;
  const cell = terminal.cell ?? DEFAULT_CELL;
  return fit(picture, { ...options, cell, ...(limit ? { maxWidth: limit.width } : {}) });
}

/** How large a drawing is shown, 1 being the size it was made for. Half blocks are asked for in spite of their size. */
export function shownScale(
  picture: Pick<Picture, "width" | "height">,
  backend: GraphicsBackend,
  terminal: TerminalCapabilities,
  options: ShowOptions,
): number {
  if (backend === "halfblock") return 1;
  const { width } = placementOf(picture, backend, terminal, options);
  return (width * options.density) / picture.width / screenDensity(terminal.cell ?? DEFAULT_CELL);
}

/**
 * The text that shows a picture, from the start of a line to the start of a line below it. Pure; the terminal
 * must have a backend.
 */
export function showPicture(
  picture: Picture,
  backend: GraphicsBackend,
  terminal: TerminalCapabilities,
  options: ShowOptions,
): string {
  const colours = {
    truecolor: terminal.color === "truecolor",
    ...(terminal.background ? { background: terminal.background } : {}),
  };
  if (backend === "halfblock") {
    const placement = fit(picture, { columns: options.columns, cell: HALFBLOCK_CELL });
    return encodeHalfblock(picture, { placement, ...colours });
  }
  const limit = backend === "sixel" ? (terminal.sixelLimit ?? SAFE_SIXEL) : undefined;
  const cell = terminal.cell ?? DEFAULT_CELL;
  const placement = placementOf(picture, backend, terminal, options);
  const isHandedOn = backend !== "sixel" || terminal.sixelBandRows === undefined;
  const wrap = (sequences: string) =>
    terminal.multiplexer && isHandedOn ? wrapForMultiplexer(sequences, terminal.multiplexer) : sequences;
  // Scaled by us, every pixel is shown as it is; terminals scale in a hurry and lose thin lines. Not where the size
  // of a cell is a guess: a fine screen would then show a coarse picture.
  const exact = backend === "tcgfx_a" && terminal.cell !== undefined;
  const inPlace = backend === "tcgfx_a" && terminal.multiplexer === "tmux";
  const encode = (part: Picture, partOptions: EncodeOptions) => {
    const canvas = exact ? fillCells(part, partOptions.placement, cell) : part;
    if (inPlace) {
      const { sequences, id } = transmitPicture(canvas, partOptions);
      return (
        wrap(sequences) + placeholderLines(id, partOptions.placement.columns, partOptions.placement.rows)
      );
    }
    return place(wrap(PROTOCOLS[backend](canvas, partOptions)), partOptions.placement.rows);
  };

  const screenRows = inPlace ? MAX_PLACEHOLDER_ROWS : Math.max(1, (terminal.rows ?? Infinity) - 1);
  const maxRows = Math.min(
    screenRows,
    limit ? Math.max(1, Math.floor(limit.height / cell.height)) : Infinity,
  );
  const bandRows = Math.min(maxRows, (limit && terminal.sixelBandRows) ?? maxRows);
  const rowsOf = (left: number) => (left <= maxRows && left < 2 * bandRows ? left : bandRows);
  if (rowsOf(placement.rows) === placement.rows) return encode(picture, { placement, ...colours });

  // Taller than the screen: shown in bands of whole rows, so that it scrolls like text and nothing is cut off.
  const pixels = shrink(picture.pixels, placement.width, placement.height);
  let text = "";
  for (let row = 0, rows = 0; row < placement.rows; row += rows) {
    rows = rowsOf(placement.rows - row);
    const top = row * cell.height;
    const height = Math.min(rows * cell.height, placement.height - top);
    const band = { columns: placement.columns, rows, width: placement.width, height };
    text += encode(Picture.fromPixels(cropRows(pixels, top, height)), { placement: band, ...colours });
  }
  return text;
}

/** Shrinks a picture to its placement and pads it, transparently, to whole cells. */
function fillCells(picture: Picture, { columns, rows, width, height }: Placement, cell: CellSize): Picture {
  const [fullWidth, fullHeight] = [columns * cell.width, rows * cell.height];
  if (picture.width === fullWidth && picture.height === fullHeight) return picture;
  return Picture.fromPixels(pad(shrink(picture.pixels, width, height), fullWidth, fullHeight));
}

/**
 * Makes room first, draws with the cursor saved, and goes below: the one order after which the cursor is at the
 * same place in every terminal.
 */
function place(sequences: string, rows: number): string {
  return `${"\n".repeat(rows)}\x1b[${rows}A\x1b7${sequences}\x1b8\x1b[${rows}B\r`;
}
