import { describe, expect, test } from "vitest";
import { plain, setting } from "../testing/formatted.js";

/** The lines that were taken for the inside of a block: line numbers show them. */
const inside = async (text: string) => {
  const config = [setting("code_block_formatter", true, { line_numbers: true })];
  return [...(await plain(text, 60, config)).matchAll(/^ {3}\d (.*)$/gm)].map(([, line]) => line);
};

describe("fences", () => {
  test.each([
    ["three spaces of indent", "   ```\n   x\n   ```\n", ["x"]],
    ["four are no fence", "    ```\n    x\n", []],
    ["tildes", "~~~ js\nx\n~~~\n", ["x"]],
    ["a closing fence is at least as long", "````\n```\nx\n`````\ny\n", ["```", "x"]],
    ["and of the same character", "```\n~~~\n```\ny\n", ["~~~"]],
    ["and has no info string", "```\n```js\n```\ny\n", ["```js"]],
    ["a backtick in the info string makes it text", "``` a`b\nx\n", []],
    ["but not after tildes", "~~~ a`b\nx\n~~~\n", ["x"]],
    ["an empty block", "```\n```\nx\n", []],
    ["CRLF", "```js\r\nx\r\n```\r\ny\r\n", ["x"]],
    ["attributes and spaces", "```js {1,2}   \nx\n```  \ny\n", ["x"]],
    ["unclosed", "```\nx", ["x"]],
    ["two backticks", "``\nx\n``\n", []],
  ])("%s", async (_, text, expected) => expect(await inside(text)).toEqual(expected));
});
