/** Kept code. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScriptLoader } from "./script-loader.js";

let folder: string;
let cache: string;
let main: string;

const write = (name: string, body: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, `(function (exports, require, __filename) {${body}\n})`);
  return file;
};
const keptFiles = (): string[] =>
  readdirSync(cache, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".bin"))
    .map((name) => path.join(cache, name));
const inodes = (): number[] => keptFiles().map((file) => statSync(file).ino);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "scripts-"));
  cache = path.join(folder, "cache");
  write("part.cjs", "exports.text = 'one';");
  main = write(
    "main.cjs",
    "const part = require('./part.cjs'); exports.say = () => part.text + require('node:path').sep + __filename;",
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads as a new process would, runs the script, and keeps its code. */
function run(use = "one"): string {
  const loader = new ScriptLoader(cache);
  loader.use(use);
  const { say } = loader.load(main) as { say: () => string };
  const said = say();
  loader.keep();
  return said;
}

it("keeps compiled code once, and takes it back", () => {
  const expected = `one${path.sep}${main}`;
  expect(run()).toBe(expected);
  const kept = inodes();
  expect(kept).toHaveLength(2);
  expect(run()).toBe(expected);
  expect(inodes()).toEqual(kept);
});

it("leaves kept code alone when more is loaded later: by then V8 has dropped some of it", () => {
  const loader = new ScriptLoader(cache);
  loader.use("one");
  loader.load(main);
  loader.keep();
  const kept = inodes();
  loader.load(write("late.cjs", "exports.text = 'late';"));
  loader.keep();
  expect(inodes()).toHaveLength(3);
  expect(inodes()).toEqual(expect.arrayContaining(kept));
});

it("keeps the code of each use apart", () => {
  run("one");
  const kept = inodes();
  expect(run("two")).toBe(run("one"));
  expect(inodes()).toHaveLength(4);
  expect(inodes()).toEqual(expect.arrayContaining(kept));
});

it("compiles anew what was torn, and mends it", () => {
  run();
  const kept = keptFiles().find((file) => file.includes("part")) ?? "";
  const whole = readFileSync(kept);
  for (const torn of [whole.subarray(0, whole.length / 2), Buffer.alloc(3), Buffer.alloc(whole.length, 1)]) {
    writeFileSync(kept, torn);
    expect(run()).toContain("one");
    expect(readFileSync(kept).equals(torn)).toBe(false);
  }
});

it("does not take code of another source of the same length", () => {
  run();
  write("part.cjs", "exports.text = 'two';");
  expect(run()).toContain("two");
  expect(run()).toContain("two");
});

it("works where nothing can be written", () => {
  writeFileSync(cache, "a file where the folder should be");
  expect(run()).toContain("one");
});
