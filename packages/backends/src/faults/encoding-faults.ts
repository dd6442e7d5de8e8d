/** Odd but lawful ways to write a stream. */
import type { FaultDefinition } from "./definition.js";

const LINE_BYTES_DEFAULT = 5 * 1024 * 1024;

/** Unusual but lawful ways to write a stream: a client reads the same answer from each. */
export const encodingFaults = {
  "split-utf8": {
    description: "Events with characters outside ASCII arrive cut inside a character.",
    acts: "stream",
    encoding: { splitCharacters: true },
  },
  crlf: {
    description: "Lines end in CR LF.",
    acts: "stream",
    encoding: { lineEnd: "\r\n" },
  },
  cr: {
    description: "Lines end in CR alone.",
    acts: "stream",
    encoding: { lineEnd: "\r" },
  },
  "other-fields": {
    description: "Events have `event`, `id` and `retry` fields before their data.",
    acts: "stream",
    encoding: { otherFields: true },
  },
  "no-space": {
    description: "No space after `data:`.",
    acts: "stream",
    encoding: { spaceAfterColon: false },
  },
  bom: {
    description: "The stream begins with a byte order mark.",
    acts: "stream",
    encoding: { byteOrderMark: true },
  },
  "several-data-lines": {
    description: "Each event's JSON is spread over several `data:` lines.",
    acts: "stream",
    encoding: { severalDataLines: true },
  },
  gzip: {
    description: "The body is compressed.",
    acts: "stream",
    encoding: { compression: "gzip" },
  },
  "long-line": {
    description: "One event on a line of megabytes. Reads `bytes` (5 MiB).",
    acts: "stream",
    reply: (_reply, _request, options) => ({
      chunks: ["before ", "x".repeat(options.bytes ?? LINE_BYTES_DEFAULT), " after"],
    }),
  },
} as const satisfies Record<string, FaultDefinition>;
