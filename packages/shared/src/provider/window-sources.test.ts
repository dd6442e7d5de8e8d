import { expect, test } from "vitest";
import { chooseWindow, type FoundWindow, type WindowSource } from "./context-window.js";
import type { Candidate } from "./settings.js";
import { listedWindow, windowCandidates, windowMissing, windowOrder } from "./window-sources.js";

type Said = Record<"server" | "table", FoundWindow | undefined>;

/** The order is one that no provider has: only the list can have given it. */
const sources = {
  knobsFor: { addresses: ["host"], window: "size" } as const,
  variables: [{ name: "TOY_SIZE", knob: "size", meaning: "Window." }],
  windows: [
    { stated: "env" as const },
    { source: "table", words: "the table", find: ({ table }: Said) => table },
    { source: "server", words: "the server", find: ({ server }: Said) => server },
    { stated: "profile" as const, note: "last of all" },
  ],
};
const stated: Candidate[] = [
  { value: 400, kind: "profile", origin: "a.yaml" },
  { value: 100, kind: "env", origin: "TOY_SIZE" },
];
const found = {
  server: { tokens: 300, detail: "by the server" },
  table: { tokens: 200, detail: "by the table" },
};

test("code, error, documentation and lists of models have the order of the one list", () => {
  const window = chooseWindow(windowCandidates(sources, { candidates: () => stated }, found));
  expect([window, ...(window?.rejected ?? [])].map((one) => one?.tokens)).toEqual([100, 200, 300, 400]);
  const words = ["TOY_SIZE", "the table", "the server", "size in the profile, last of all"];
  expect(windowOrder(sources)).toEqual(words);
  expect(windowMissing(sources, "m", "to 8.").message).toContain(
    `Looked at: ${words.join("; ")}. Set size or`,
  );
  expect(listedWindow(sources, found)).toEqual({ context_length: 200, context_source: "table" });
  expect(listedWindow(sources, { server: undefined, table: undefined })).toEqual({});
});

test("a source has words and a finder, so that neither can be forgotten", () => {
  // @ts-expect-error: nobody would find it
  const unsought: WindowSource = { source: "cache", words: "the cache" };
  // @ts-expect-error: nobody would read of it
  const unnamed: WindowSource = { source: "cache", find: () => ({ tokens: 5, detail: "" }) };
  // @ts-expect-error: it looks at what this backend has not said
  expect(() => listedWindow(sources, undefined)).toThrow(TypeError);
  expect([unsought, unnamed]).toHaveLength(2);
});
