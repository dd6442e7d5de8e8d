import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPipeline } from "@framework/shared/format";
import { capabilitiesFromEnvironment, Picture } from "@framework/shared/terminal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PictureFormatter } from "./picture-formatter.js";

const terminal = capabilitiesFromEnvironment(
  { TERM: "xterm-kitty" },
  { isTerminal: true, columns: 60 },
).capabilities;
const { png } = Picture.fromPixels({ width: 2, height: 2, data: new Uint8Array(16).fill(255) });
const data = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-pictures-"));
  await writeFile(path.join(folder, "a b.png"), png);
  await writeFile(path.join(folder, "text.png"), "no picture");
});
afterAll(() => rm(folder, { recursive: true }));

async function format(chunks: readonly string[]): Promise<string> {
  let output = "";
  const formatter = new PictureFormatter({ terminal, columns: 60, folder });
  const pipeline = createPipeline({
    output: (text) => (output += text),
    terminal,
    formatters: [formatter],
    env: {},
  });
  for (const chunk of chunks) pipeline.write(chunk);
  await pipeline.flush();
  return output
    .replaceAll(/\n\x1b\[\d+A\x1b7\x1b_G[^\x1b]*\x1b\\\x1b8\x1b\[\d+B\r/g, "PICTURE\n")
    .replaceAll(/\x1b\[[\d;]*m/g, "");
}

test.each([
  ["a file", "x\n\n![The end](<a b.png>)\n\ny\n", "x\n\nPICTURE\nThe end\n\ny\n"],
  ["an escaped path", "![](a%20b.png)\n", "PICTURE\n"],
  ["a picture in the text", () => `a\n![](${data})\nb\n`, "a\nPICTURE\nb\n"],
  ["one within a line stays text", "see ![The end](a%20b.png) there\n", "see The end there\n"],
  ["one that is not there", "![The end](none.png)\n", "The end\n"],
  ["a file that is none", "![The end](text.png)\n", "The end\n"],
  ["a device", "![zero](/dev/zero)\n", "zero\n"],
  ["an address elsewhere", "![far](https://example.org/a.png)\n", /far/],
  ["an exclamation", "! and !\n!!\n", "! and !\n!!\n"],
])("%s", async (_, text, expected) => {
  const whole = typeof text === "string" ? text : text();
  const shown = await format([whole]);
  if (expected instanceof RegExp) expect(shown).toMatch(expected);
  else expect(shown).toBe(expected);
  expect(shown).not.toContain("\x1b_G");
  expect(await format(whole.match(/[^]/g) ?? [])).toBe(shown);
});
