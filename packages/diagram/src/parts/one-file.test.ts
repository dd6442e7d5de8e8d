/** `renderDiagram` in a bundle of one file, with nothing beside it. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { renderDiagram, shutdown } from "../index.js";

const folder = mkdtempSync(path.join(tmpdir(), "fw-one-file-"));
const temporary = path.join(folder, "tmp");
const bundle = path.join(folder, "bundle.mjs");
const SOURCE = "flowchart LR\n  a[Ask] --> b[Answer]";

beforeAll(async () => {
  mkdirSync(temporary);
  const entry = path.join(folder, "entry.mjs");
  const library = fileURLToPath(new URL("../../dist/vendor/index.js", import.meta.url));
  writeFileSync(
    entry,
    `import { renderDiagram, shutdown } from ${JSON.stringify(library)};
const [source, format] = process.argv.slice(2);
const { data } = await renderDiagram(source, { format });
process.stdout.write(data);
shutdown();
`,
  );
  const made = await rolldown({ input: entry, platform: "node", logLevel: "silent" });
  await made.write({ file: bundle, format: "esm", codeSplitting: false });
  await made.close();
});
afterAll(() => {
  shutdown();
  // An image may still be in the making there.
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 });
});

const draw = (format: "svg" | "png" | "pdf"): Buffer =>
  execFileSync(process.execPath, [bundle, SOURCE, format], { cwd: folder, env: { TMPDIR: temporary } });
const unpacked = (): string[] => readdirSync(temporary);

it("draws the same SVG, the same PNG and the same PDF as the installed package", async () => {
  expect(draw("svg").toString()).toBe((await renderDiagram(SOURCE)).data);
  expect(draw("png").equals((await renderDiagram(SOURCE, { format: "png" })).data)).toBe(true);
  expect(draw("pdf").equals((await renderDiagram(SOURCE, { format: "pdf" })).data)).toBe(true);
  expect(unpacked()).toHaveLength(1);
}, 60_000);

it("runs nothing out of a folder that others can write to", () => {
  const [kept = ""] = unpacked();
  const thread = path.join(temporary, kept, "dist/vendor/thread.cjs");
  writeFileSync(thread, "process.exit(1);".padEnd(statSync(thread).size));
  expect(() => draw("svg")).toThrow();
  chmodSync(path.join(temporary, kept), 0o777);
  expect(draw("svg").toString()).toContain("<svg");
  chmodSync(path.join(temporary, kept), 0o700);
});

it("draws after a cleaner of temporary files took one away, and leaves no second folder", () => {
  const [kept = ""] = unpacked();
  rmSync(path.join(temporary, kept, "dist/vendor/thread.cjs"));
  expect(draw("svg").toString()).toContain("<svg");
  expect(unpacked()).toEqual([kept]);
});
