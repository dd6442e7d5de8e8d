/** SECURITY.md names tests for every defence; a test that was moved must be named anew. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("SECURITY.md", root), "utf8");

it("SECURITY.md names only files that are there", () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
