/** The tables of a font file. */

/** Where a table lies in a font file. */
export interface TableRange {
  readonly offset: number;
  readonly length: number;
}

const COLLECTION_TAG = 0x74746366; // "ttcf"

/** The tables of a TrueType or OpenType font; `index` picks a face of a collection. */
export function readTableDirectory(data: Buffer, index = 0): Map<string, TableRange> {
  let start = 0;
  if (data.readUInt32BE(0) === COLLECTION_TAG) start = data.readUInt32BE(12 + 4 * index);
  const tables = new Map<string, TableRange>();
  const count = data.readUInt16BE(start + 4);
  for (let entry = 0; entry < count; entry += 1) {
    const at = start + 12 + entry * 16;
    tables.set(data.toString("latin1", at, at + 4), {
      offset: data.readUInt32BE(at + 8),
      length: data.readUInt32BE(at + 12),
    });
  }
  return tables;
}

/** A name of the font (1 family, 2 style, 16 typographic family) from its Windows name records. */
export function readName(data: Buffer, table: number, id: number): string {
  const count = data.readUInt16BE(table + 2);
  const strings = table + data.readUInt16BE(table + 4);
  for (let entry = 0; entry < count; entry += 1) {
    const at = table + 6 + entry * 12;
    if (data.readUInt16BE(at) !== 3 || data.readUInt16BE(at + 6) !== id) continue;
    const length = data.readUInt16BE(at + 8);
    const from = strings + data.readUInt16BE(at + 10);
    let name = "";
    for (let byte = 0; byte < length; byte += 2) name += String.fromCharCode(data.readUInt16BE(from + byte));
    return name;
  }
  return "";
}
