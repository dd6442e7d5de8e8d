/** Arbitraries that bend known good inputs: most bugs live one mistake away from what is right. */
import fc, { type Arbitrary } from "fast-check";

interface Edit {
  kind: "delete" | "double" | "insert" | "move" | "cut";
  at: number;
  length: number;
  to: number;
  token: string;
}

const edits = (tokens: readonly string[]): Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom("delete", "double", "insert", "insert", "move", "cut"),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 40 }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      token: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...tokens) },
        { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
      ),
    }),
    { maxLength: 6 },
  );

function apply(text: string, { kind, at, length, to, token }: Edit): string {
  const start = Math.floor(at * text.length);
  const piece = text.slice(start, start + length);
  const rest = text.slice(0, start) + text.slice(start + length);
  const target = Math.floor(to * rest.length);
  switch (kind) {
    case "delete":
      return rest;
    case "double":
      return text.slice(0, start) + piece + text.slice(start);
    case "insert":
      return text.slice(0, start) + token + text.slice(start);
    case "move":
      return rest.slice(0, target) + piece + rest.slice(target);
    case "cut":
      return text.slice(0, start);
  }
}

/** One of the texts with a few edits, some of which insert these tokens. */
export const mutated = (texts: readonly string[], tokens: readonly string[]): Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), edits(tokens)).map(([text, changes]) => changes.reduce(apply, text));

/** Text made of tokens and of anything. */
export const soup = (tokens: readonly string[], maxLength = 40): Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...tokens) },
        { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(""));

/** Where a text is cut into chunks, as parts of its length. */
export const cuts: Arbitrary<number[]> = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  maxLength: 12,
});

/** The text in pieces. */
export function split(text: string, places: readonly number[]): string[] {
  const ends = places.map((place) => Math.floor(place * text.length)).sort((a, b) => a - b);
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

/** The bytes with some of them changed, a piece taken out, or the end missing. */
export const mutatedBytes = (samples: readonly Uint8Array[]): Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat({ max: 255 })), {
        maxLength: 6,
      }),
      fc.option(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 30 })), { freq: 3 }),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
    )
    .map(([sample, changes, removed, end]) => {
      const bytes = Uint8Array.from(sample);
      for (const [at, value] of changes) bytes[Math.floor(at * bytes.length)] = value;
      const [at, length] = removed ?? [0, 0];
      const start = Math.floor(at * bytes.length);
      const left = [...bytes.subarray(0, start), ...bytes.subarray(start + length)];
      return Uint8Array.from(end === null ? left : left.slice(0, Math.floor(end * left.length)));
    });
