import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { historyFile } from "./history-file.js";
import { History } from "./history.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-history-"));
  file = path.join(folder, "deep", "history.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("goes back and forth, and keeps what was being written", async () => {
  const history = await History.open();
  history.add("first");
  history.add("second\nwith two lines");
  expect(history.move(-1, "draft")).toBe("second\nwith two lines");
  expect(history.move(-1, "second, changed")).toBe("first");
  expect(history.move(-1, "first")).toBeUndefined();
  expect(history.move(1, "first")).toBe("second, changed");
  expect(history.move(1, "second, changed")).toBe("draft");
  expect(history.move(1, "draft")).toBeUndefined();
});

it("is there in the next chat, and nobody else can read it", async () => {
  const history = await History.open(file);
  for (const entry of ["one", "one", " secret", "two\nlines"]) history.add(entry);
  await history.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const next = await History.open(file);
  expect(next.move(-1, "")).toBe("two\nlines");
  expect(next.move(-1, "")).toBe("one");
  expect(next.move(-1, "")).toBeUndefined();
});

it("survives a damaged file and one that cannot be written", async () => {
  const damaged = path.join(folder, "damaged");
  await writeFile(damaged, '"good"\n{"no": "text"}\nnonsense\n"esc\\u001b[31maped"\n"cut off');
  const history = await History.open(damaged);
  expect(history.move(-1, "")).toBe("escaped");
  expect(history.move(-1, "")).toBe("good");
  const nowhere = await History.open(path.join(damaged, "no-folder"));
  nowhere.add("still works");
  await nowhere.close();
  expect(nowhere.move(-1, "")).toBe("still works");
});

it("forgets the oldest entries when the file has grown too long", async () => {
  const long = path.join(folder, "long");
  await writeFile(long, Array.from({ length: 2500 }, (_, index) => `"entry ${index}"\n`).join(""));
  await History.open(long);
  const lines = (await readFile(long, "utf8")).trimEnd().split("\n");
  expect(lines).toHaveLength(1000);
  expect(lines.at(-1)).toBe('"entry 2499"');
});

it("lies where the user or the platform says", () => {
  expect(historyFile({ FW_HISTORY: "off", HOME: "/home/me" })).toBeUndefined();
  expect(historyFile({ FW_HISTORY: "/x/y" })).toBe("/x/y");
  expect(historyFile({ XDG_STATE_HOME: "/state" })).toBe("/state/fw/history.jsonl");
  expect(historyFile({ XDG_STATE_HOME: "relative", HOME: "/home/me" })).toBe(
    "/home/me/.local/state/fw/history.jsonl",
  );
});
