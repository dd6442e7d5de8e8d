import { array, assert, integer, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { KeptOutput } from "./kept-output.js";

const collect = (limit: number, chunks: readonly (string | Uint8Array)[]) => {
  const output = new KeptOutput(limit);
  for (const chunk of chunks) output.push(Buffer.from(chunk));
  return output.toString();
};

test("short output is whole", () => {
  expect(collect(10, [])).toBe("");
  expect(collect(10, ["01234", "56789"])).toBe("0123456789");
});

test("of long output the beginning and the end are kept, and the gap is measured", () => {
  expect(collect(10, ["0123456789ABCDEF"])).toBe("01234\n[… 6 bytes left out …]\nBCDEF");
});

test("a letter cut at an edge is dropped", () => {
  expect(collect(10, ["ab€€€€€€yz"])).toBe("ab€\n[… 12 bytes left out …]\n€yz");
  expect(collect(8, ["ab€€€€€€yz"])).toBe("ab\n[… 14 bytes left out …]\nyz");
});

test("how the output was cut into pieces makes no difference", () => {
  assert(
    property(
      array(uint8Array({ maxLength: 40 }), { maxLength: 60 }),
      integer({ min: 2, max: 64 }),
      (chunks, limit) => {
        expect(collect(limit, chunks)).toBe(collect(limit, [Buffer.concat(chunks)]));
      },
    ),
  );
});

test("a flood of small pieces is counted to the byte", () => {
  const output = new KeptOutput(1000);
  for (let index = 0; index < 200_000; index += 1) output.push(Buffer.from("abcde"));
  expect(output.toString()).toContain("[… 999000 bytes left out …]");
});
