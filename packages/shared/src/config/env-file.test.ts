import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { assert, property, string } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigurationError } from "../provider/errors.js";
import { parseEnvFile, readEnvFile } from "./env-file.js";

const parse = (text: string) => parseEnvFile(text, ".env");

function failure(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

describe("values", () => {
  test.each([
    ["A=1", "1"],
    ["A = 1 ", "1"],
    ["  export A=1", "1"],
    ["export\tA=1", "1"],
    ["A=", ""],
    ["A=  # nothing", ""],
    ["A=#nothing", ""],
    ["A=a b", "a b"],
    ["A=a#b", "a#b"],
    ["A=a # b", "a"],
    ["A=http://host:8000/v1?x=y", "http://host:8000/v1?x=y"],
    ["A='a # \\n $B'", "a # \\n $B"],
    ['A="a # b" # c', "a # b"],
    ['A="tab\\tline\\nquote\\"dollar\\$back\\\\slash"', 'tab\tline\nquote"dollar$back\\slash'],
    ['A="C:\\dir"', "C:\\dir"],
    ['A="ends in \\\\"', "ends in \\"],
    ['A="one\ntwo"', "one\ntwo"],
    ["A='one\r\ntwo'", "one\ntwo"],
    ["A=1\r\n", "1"],
    ["\uFEFFA=1", "1"],
    ["A=1\nA=2", "2"],
    ["A=it's", "it's"],
  ])("%j", (text, value) => {
    expect(parse(text)).toEqual({ A: value });
  });

  test("comments, blank lines and line ends of all kinds between entries", () => {
    expect(parse("# one\n\nA=1\r\n  # two\rB=2\n\n")).toEqual({ A: "1", B: "2" });
  });

  test("an awkward name is a plain entry", () => {
    expect(Object.entries(parse("__proto__=1"))).toEqual([["__proto__", "1"]]);
  });

  test("any value survives in double quotes", () => {
    assert(
      property(string({ unit: "binary" }), (value) => {
        const quoted = value
          .replaceAll("\\", "\\\\")
          .replaceAll('"', '\\"')
          .replaceAll("\n", "\\n")
          .replaceAll("\r", "\\r");
        expect(parse(`A="${quoted}"\nB=2`)).toEqual({ A: value, B: "2" });
      }),
    );
  });
});

describe("faults", () => {
  const secret = "sk-live-0123456789";

  test.each([
    [`A=1\n${secret}`, ".env:2: no = found; write NAME=value"],
    [
      `${secret}==\n`,
      ".env:1: the part before = is not a variable name (letters, digits and _, not beginning with a digit)",
    ],
    [`A=1\n\nKEY="${secret}\n`, '.env:3: the value of KEY opens a " that is never closed'],
    [`KEY='${secret}'${secret}`, ".env:1: the value of KEY goes on after its closing '"],
    [`KEY=${secret}\0`, ".env:1: the value holds a NUL character: is this a text file?"],
  ])("%j is named with its line, without its value", (text, message) => {
    expect(failure(text)).toBe(message);
    expect(failure(text)).not.toContain(secret);
  });

  test("all at once, with lines counted through values of several lines", () => {
    expect(failure('A="1\n2\n3"\noops\nB=1\nworse\n').split("\n")).toEqual([
      ".env:4: no = found; write NAME=value",
      ".env:6: no = found; write NAME=value",
    ]);
  });

  test("a long hostile file is read in linear time", () => {
    const text = `${"A=".padEnd(200_000, " ")}x\n${'B="'.padEnd(200_000, "\\")}`;
    expect(failure(text)).toContain("never closed");
  });
});

describe("files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "env-file-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("is read from disk", async () => {
    const file = path.join(folder, "good.env");
    await writeFile(file, "\uFEFFFW_PROVIDER=selfhost\n");
    await expect(readEnvFile(file)).resolves.toEqual({ FW_PROVIDER: "selfhost" });
  });

  test.each([
    ["a missing file", "none.env", undefined, "cannot be read: no such file"],
    ["a folder", ".", undefined, "cannot be read: it is a folder"],
    ["UTF-16", "wide.env", Buffer.from("\uFEFFA=1", "utf16le"), "is not UTF-8 text"],
    ["a huge file", "huge.env", Buffer.alloc(1024 * 1024 + 1, "#"), "is larger than"],
  ])("%s is refused with the reason", async (_, name, content, reason) => {
    const file = path.join(folder, name);
    if (content) await writeFile(file, content);
    await expect(readEnvFile(file)).rejects.toThrow(ConfigurationError);
    await expect(readEnvFile(file)).rejects.toThrow(`${file}: ${reason}`);
  });
});
