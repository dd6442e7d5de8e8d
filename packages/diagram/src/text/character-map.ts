/** From characters to glyphs: a font's cmap table. */

/** Finds the glyph of a code point; 0 when the font has none. */
export type GlyphLookup = (codePoint: number) => number;

/** Reads the `cmap` table at `table`: format 12 when there is one, else format 4. */
export function readCharacterMap(data: Buffer, table: number): GlyphLookup {
  const count = data.readUInt16BE(table + 2);
  let best = 0;
  let bestFormat = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const at = table + 4 + entry * 8;
    const platform = data.readUInt16BE(at);
    const offset = table + data.readUInt32BE(at + 4);
    const format = data.readUInt16BE(offset);
    if ((platform === 3 || platform === 0) && (format === 12 || (format === 4 && bestFormat !== 12))) {
      best = offset;
      bestFormat = format;
    }
  }
  if (bestFormat === 12) return (codePoint) => lookUpFormat12(data, best, codePoint);
  if (bestFormat === 4) return (codePoint) => lookUpFormat4(data, best, codePoint);
  return () => 0;
}

function lookUpFormat12(data: Buffer, map: number, codePoint: number): number {
  let low = 0;
  let high = data.readUInt32BE(map + 12) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const group = map + 16 + middle * 12;
    const first = data.readUInt32BE(group);
    if (codePoint < first) high = middle - 1;
    else if (codePoint > data.readUInt32BE(group + 4)) low = middle + 1;
    else return data.readUInt32BE(group + 8) + codePoint - first;
  }
  return 0;
}

function lookUpFormat4(data: Buffer, map: number, codePoint: number): number {
  if (codePoint > 0xffff) return 0;
  const doubled = data.readUInt16BE(map + 6);
  const ends = map + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  let low = 0;
  let high = doubled / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint > data.readUInt16BE(ends + middle * 2)) {
      low = middle + 1;
      continue;
    }
    const start = data.readUInt16BE(starts + middle * 2);
    if (codePoint < start) {
      high = middle - 1;
      continue;
    }
    const delta = data.readUInt16BE(deltas + middle * 2);
    const rangeAt = ranges + middle * 2;
    const range = data.readUInt16BE(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = data.readUInt16BE(rangeAt + range + (codePoint - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
