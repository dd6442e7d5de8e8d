import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRecords, csvRows } from "./csv.js";

async function* pieces(...texts: string[]) {
  yield* texts;
}
const all = async <Item>(items: AsyncIterable<Item>) => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};
const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;

describe("a CSV table", () => {
  it("has fields with commas, quotes and line ends, and no trailing row", async () => {
    const text = 'id,text\r\n1,"a, ""b""\nc"\r\n2,plain\n';
    expect(await all(csvRecords(pieces(text)))).toEqual([
      { id: "1", text: 'a, "b"\nc' },
      { id: "2", text: "plain" },
    ]);
  });

  it("reads a last row without a line end, and passes over a byte order mark", async () => {
    expect(await all(csvRecords(pieces("\uFEFFa,b\n1,2")))).toEqual([{ a: "1", b: "2" }]);
  });

  it("gives back any table that was written with quotes, however it is cut", async () => {
    const field = fc.string({ maxLength: 5, unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é") });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (rows, cut) => {
        const text = rows.map((row) => row.map(quoted).join(",")).join("\n");
        const place = cut % (text.length + 1);
        expect(await all(csvRows(pieces(text.slice(0, place), text.slice(place))))).toEqual(rows);
      }),
    );
  });
});
