import { describe, expect, test } from "vitest";
import { SecretLine } from "./secret-line.js";

function type(...chunks: string[]): [outcome: string, text: string] {
  const line = new SecretLine();
  let outcome = "open";
  for (const chunk of chunks) outcome = line.feed(chunk);
  return [outcome, line.text];
}

describe("keys", () => {
  test.each([
    ["abc\r", "done", "abc"],
    ["abc\n", "done", "abc"],
    ["abc", "open", "abc"],
    ["abc\u0004", "done", "abc"],
    ["\u0004", "cancelled", ""],
    ["abc\u0003", "cancelled", "abc"],
    ["abx\u007Fc\r", "done", "abc"],
    ["ab😀\bc\r", "done", "abc"],
    ["\u007Fa\r", "done", "a"],
    ["wrong\u0015right\r", "done", "right"],
    ["wrong\u0017right\r", "done", "right"],
    ["a\tb\u0001c\r", "done", "abc"],
    ["a\u001B[Db\u001BOAc\u001B[3~\u001Bxd\u001B[1;5Ce\r", "done", "abcde"],
    ["\u001B[200~sk-pasted\r\n\u001B[201~\r", "done", "sk-pasted"],
    ["\u001B[200~a\u0004b\u0015c\u001B[201~", "open", "abc"],
    ["\u001B[200~abc\u0003", "cancelled", "abc"],
    ["abc\rrest", "done", "abc"],
    ["abc\u001B\u0003", "cancelled", "abc"],
    ["abc\u001B[\u0003", "cancelled", "abc["],
    ["abc\u001B\r", "done", "abc"],
    ["abc\u001B\u001B[A\r", "done", "abc"],
  ])("%j", (keys, outcome, text) => {
    expect(type(keys)).toEqual([outcome, text]);
  });

  test("the same at every cut", () => {
    const keys = "a\u001B[200~b\r\n\u001B[201~c\u001B[1;5Dd\u001BOP\u007Fe\r";
    for (let cut = 0; cut < keys.length; cut += 1) {
      expect(type(keys.slice(0, cut), keys.slice(cut))).toEqual(["done", "abce"]);
    }
  });

  test("a flood is cut", () => {
    expect(type("x".repeat(100_000), "\r")).toEqual(["done", "x".repeat(4096)]);
    expect(type(`\u001B[${"1".repeat(100_000)}`, "\u0003")[0]).toBe("cancelled");
  });
});
