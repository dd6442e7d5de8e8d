/** Kerning, read from a font's GPOS table. */

/** How much closer two neighbouring glyphs stand, in font units (mostly negative). */
export type KernLookup = (left: number, right: number) => number;

const ADVANCE_BIT = 4;
const PLACEMENT_BITS = 3;
const EXTENSION_LOOKUP = 9;
const PAIR_LOOKUP = 2;

/** Reads the pair adjustments of the `kern` feature of a `GPOS` table. */
export function readKerning(data: Buffer, table: number): KernLookup {
  const lookups = kernLookups(data, table).filter((subtables) => subtables.length > 0);
  const sum = (left: number, right: number): number => {
    let total = 0;
    for (const subtables of lookups) {
      for (const subtable of subtables) {
        const value = pairValue(data, subtable, left, right);
        if (value === null) continue;
        total += value;
        break;
      }
    }
    return total;
  };
  return (left, right) => {
    try {
      return sum(left, right);
    } catch {
      return 0; // a broken table in a font of the user's machine
    }
  };
}

/** For each lookup of the feature, the offsets of its pair subtables. */
function kernLookups(data: Buffer, table: number): number[][] {
  const features = table + data.readUInt16BE(table + 6);
  const list = table + data.readUInt16BE(table + 8);
  const indices = new Set<number>();
  for (let entry = 0; entry < data.readUInt16BE(features); entry += 1) {
    const at = features + 2 + entry * 6;
    if (data.toString("latin1", at, at + 4) !== "kern") continue;
    const feature = features + data.readUInt16BE(at + 4);
    for (let index = 0; index < data.readUInt16BE(feature + 2); index += 1)
      indices.add(data.readUInt16BE(feature + 4 + index * 2));
  }
  return [...indices].map((index) => {
    const lookup = list + data.readUInt16BE(list + 2 + index * 2);
    const subtables: number[] = [];
    for (let entry = 0; entry < data.readUInt16BE(lookup + 4); entry += 1) {
      let type = data.readUInt16BE(lookup);
      let at = lookup + data.readUInt16BE(lookup + 6 + entry * 2);
      if (type === EXTENSION_LOOKUP) {
        type = data.readUInt16BE(at + 2);
        at += data.readUInt32BE(at + 4);
      }
      if (type === PAIR_LOOKUP) subtables.push(at);
    }
    return subtables;
  });
}

/** The adjustment of one subtable; null when it says nothing about the pair and the next one is asked. */
function pairValue(data: Buffer, subtable: number, left: number, right: number): number | null {
  const covered = coverageIndex(data, subtable + data.readUInt16BE(subtable + 2), left);
  const firstFormat = data.readUInt16BE(subtable + 4);
  if (covered < 0 || !(firstFormat & ADVANCE_BIT)) return null;
  const recordSize = 2 * (countBits(firstFormat) + countBits(data.readUInt16BE(subtable + 6)));
  const advanceAt = 2 * countBits(firstFormat & PLACEMENT_BITS);
  if (data.readUInt16BE(subtable) === 1) {
    const set = subtable + data.readUInt16BE(subtable + 10 + covered * 2);
    return pairInSet(data, set, right, recordSize, advanceAt);
  }
  const leftClass = glyphClass(data, subtable + data.readUInt16BE(subtable + 8), left);
  const rightClass = glyphClass(data, subtable + data.readUInt16BE(subtable + 10), right);
  const rightClasses = data.readUInt16BE(subtable + 14);
  return data.readInt16BE(subtable + 16 + (leftClass * rightClasses + rightClass) * recordSize + advanceAt);
}

function pairInSet(
  data: Buffer,
  set: number,
  right: number,
  recordSize: number,
  advanceAt: number,
): number | null {
  let low = 0;
  let high = data.readUInt16BE(set) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const record = set + 2 + middle * (2 + recordSize);
    const glyph = data.readUInt16BE(record);
    if (right < glyph) high = middle - 1;
    else if (right > glyph) low = middle + 1;
    else return data.readInt16BE(record + 2 + advanceAt);
  }
  return null;
}

function coverageIndex(data: Buffer, coverage: number, glyph: number): number {
  const isList = data.readUInt16BE(coverage) === 1;
  let low = 0;
  let high = data.readUInt16BE(coverage + 2) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = coverage + 4 + middle * (isList ? 2 : 6);
    const first = data.readUInt16BE(at);
    const last = isList ? first : data.readUInt16BE(at + 2);
    if (glyph < first) high = middle - 1;
    else if (glyph > last) low = middle + 1;
    else return isList ? middle : data.readUInt16BE(at + 4) + glyph - first;
  }
  return -1;
}

function glyphClass(data: Buffer, definition: number, glyph: number): number {
  if (data.readUInt16BE(definition) === 1) {
    const index = glyph - data.readUInt16BE(definition + 2);
    const inside = index >= 0 && index < data.readUInt16BE(definition + 4);
    return inside ? data.readUInt16BE(definition + 6 + index * 2) : 0;
  }
  let low = 0;
  let high = data.readUInt16BE(definition + 2) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = definition + 4 + middle * 6;
    if (glyph < data.readUInt16BE(range)) high = middle - 1;
    else if (glyph > data.readUInt16BE(range + 2)) low = middle + 1;
    else return data.readUInt16BE(range + 4);
  }
  return 0;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest; rest >>= 1) count += rest & 1;
  return count;
}
