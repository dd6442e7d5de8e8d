/** The 255 colours that show a picture best. */
import type { Pixels } from "./pixels.js";

/** Register 0 of `table` stands for "transparent", so 255 colours remain of the 256. */
const MAX_COLOURS = 255;

/** With more distinct colours than this the lowest bits are dropped first (photographs, not diagrams). */
const MAX_DISTINCT = 32_768;

export interface IndexedPixels {
  /** Each pixel's distinct colour: 0 for transparent, else an index into `table`. */
  readonly ids: Uint16Array;
  /** From distinct colour to palette register, 1 based; 0 is transparent. */
  readonly table: Uint8Array;
  /** Register `n` is at `n - 1`: a colour as 0xRRGGBB. Register 0 has none. */
  readonly palette: readonly number[];
}

/** Reduces a picture to at most 255 colours, exactly when it has no more, else with the least squared error. */
export function indexColours(pixels: Pixels): IndexedPixels {
  let counted = countColours(pixels, 0xffffff);
  for (let mask = 0xfefefe; counted === undefined; mask &= mask << 1)
    counted = countColours(pixels, mask & 0xffffff);
  const { ids, colours, counts } = counted;
  const palette =
    colours.length <= MAX_COLOURS ? [...colours] : refine(colours, counts, splitBoxes(colours, counts));
  const table = new Uint8Array(colours.length + 1);
  const exact = palette.length === colours.length;
  for (let id = 0; id < colours.length; id += 1) {
    table[id + 1] = 1 + (exact ? id : nearest(palette, colours[id]!));
  }
  return { ids, table, palette };
}

interface Counted {
  ids: Uint16Array;
  colours: Int32Array;
  counts: Float64Array;
}

/** Gives each distinct colour a number, by an open hash table; undefined when there are too many. */
function countColours({ width, height, data }: Pixels, mask: number): Counted | undefined {
  const size = MAX_DISTINCT * 2;
  const slots = new Uint16Array(size);
  const colours = new Int32Array(MAX_DISTINCT);
  const counts = new Float64Array(MAX_DISTINCT);
  const ids = new Uint16Array(width * height);
  const words = wordView(data);
  let distinct = 0;
  let lastWord = 0;
  let lastId = 0;
  let since = 0;
  for (let pixel = 0; pixel < ids.length; pixel += 1) {
    const word = words[pixel]!;
    if (word !== lastWord) {
      if (lastId !== 0) counts[lastId - 1] = counts[lastId - 1]! + pixel - since;
      since = pixel;
      lastWord = word;
      const index = pixel * 4;
      if (data[index + 3] === 0) {
        lastId = 0;
        continue;
      }
      const key = ((data[index]! << 16) | (data[index + 1]! << 8) | data[index + 2]!) & mask;
      let slot = (Math.imul(key, 0x9e3779b1) >>> 16) & (size - 1);
      lastId = slots[slot]!;
      while (lastId !== 0 && colours[lastId - 1] !== key) {
        slot = (slot + 1) & (size - 1);
        lastId = slots[slot]!;
      }
      if (lastId === 0) {
        if (distinct === MAX_DISTINCT) return undefined;
        colours[distinct] = key;
        distinct += 1;
        lastId = distinct;
        slots[slot] = lastId;
      }
    }
    ids[pixel] = lastId;
  }
  if (lastId !== 0) counts[lastId - 1] = counts[lastId - 1]! + ids.length - since;
  return { ids, colours: colours.subarray(0, distinct), counts: counts.subarray(0, distinct) };
}

/** One number per pixel, to see at one glance whether it differs from the pixel before. */
function wordView(data: Uint8Array): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/** A set of colours with what is needed to choose and to split it. */
interface Box {
  members: number[];
  mean: [number, number, number];
  /** Squared error of the worst channel, and which one it is. */
  error: number;
  axis: number;
}

const channel = (colour: number, axis: number) => (colour >> (16 - 8 * axis)) & 255;

function measure(members: number[], colours: Int32Array, counts: Float64Array): Box {
  const sum = [0, 0, 0];
  const squares = [0, 0, 0];
  let weight = 0;
  for (const member of members) {
    const count = counts[member]!;
    const colour = colours[member]!;
    weight += count;
    for (let axis = 0; axis < 3; axis += 1) {
      const value = channel(colour, axis);
      sum[axis] = sum[axis]! + count * value;
      squares[axis] = squares[axis]! + count * value * value;
    }
  }
  const mean: [number, number, number] = [0, 0, 0];
  let error = -1;
  let worst = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    mean[axis] = sum[axis]! / weight;
    const variance = squares[axis]! - sum[axis]! * mean[axis]!;
    if (variance > error) {
      error = variance;
      worst = axis;
    }
  }
  return { members, mean, error: members.length > 1 ? error : 0, axis: worst };
}

/** Splits the box with the greatest error at its mean until there are as many boxes as registers. */
function splitBoxes(colours: Int32Array, counts: Float64Array): number[] {
  const boxes = [measure([...colours.keys()], colours, counts)];
  while (boxes.length < MAX_COLOURS) {
    let worst = 0;
    for (let index = 1; index < boxes.length; index += 1) {
      if (boxes[index]!.error > boxes[worst]!.error) worst = index;
    }
    const { members, mean, axis, error } = boxes[worst]!;
    if (error <= 0) break;
    const low: number[] = [];
    const high: number[] = [];
    for (const member of members) {
      (channel(colours[member]!, axis) <= mean[axis]! ? low : high).push(member);
    }
    if (high.length === 0) break;
    boxes[worst] = measure(low, colours, counts);
    boxes.push(measure(high, colours, counts));
  }
  return boxes.map(({ mean: [red, green, blue] }) => pack(red, green, blue));
}

const pack = (red: number, green: number, blue: number) =>
  (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);

/** One step of k-means: every register moves to the mean of the colours that choose it. */
function refine(colours: Int32Array, counts: Float64Array, palette: number[]): number[] {
  const sums = new Float64Array(palette.length * 4);
  for (let id = 0; id < colours.length; id += 1) {
    const colour = colours[id]!;
    const count = counts[id]!;
    const at = nearest(palette, colour) * 4;
    for (let axis = 0; axis < 3; axis += 1) {
      sums[at + axis] = sums[at + axis]! + count * channel(colour, axis);
    }
    sums[at + 3] = sums[at + 3]! + count;
  }
  return palette.map((colour, index) => {
    const weight = sums[index * 4 + 3]!;
    if (weight === 0) return colour;
    const [red, green, blue] = sums.subarray(index * 4, index * 4 + 3);
    return pack(red! / weight, green! / weight, blue! / weight);
  });
}

function nearest(palette: readonly number[], colour: number): number {
  const red = colour >> 16;
  const green = (colour >> 8) & 255;
  const blue = colour & 255;
  let best = 0;
  let distance = Infinity;
  for (let index = 0; index < palette.length; index += 1) {
    const candidate = palette[index]!;
    const a = (candidate >> 16) - red;
    const b = ((candidate >> 8) & 255) - green;
    const c = (candidate & 255) - blue;
    const away = a * a + b * b + c * c;
    if (away < distance) {
      distance = away;
      best = index;
    }
  }
  return best;
}
