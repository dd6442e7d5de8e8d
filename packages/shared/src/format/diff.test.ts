import { describe, expect, test } from "vitest";
import { coloured, plain } from "../testing/formatted.js";

describe("diff_formatter", () => {
  test("colours lines and marks what differs in a replaced one", async () => {
    const output = await coloured(
      "```diff\n--- a/f\n@@ -1 +1 @@\n-let a = 1;\n+let b = 1;\n same\n```\nafter\n",
    );
    expect(output).toBe(
      [
        "\x1b[2mdiff\x1b[22m",
        "\x1b[1m--- a/f\x1b[22m",
        "\x1b[96m@@ -1 +1 @@\x1b[39m",
        "\x1b[91m-let \x1b[7ma\x1b[27m = 1;\x1b[39m",
        "\x1b[92m+let \x1b[7mb\x1b[27m = 1;\x1b[39m",
        " same",
        "after\n",
      ].join("\n"),
    );
  });

  test("lines with little in common and runs of different length are not marked", async () => {
    expect(await coloured("```patch\n-abc\n+xyz\n-one\n+two\n+three\n```\n")).not.toContain("\x1b[7m");
  });

  test("never marks half a character", async () => {
    const output = await coloured("```diff\n-same 😀 same\n+same 😁 same\n```\n");
    expect(output).toContain("\x1b[7m😀\x1b[27m");
    expect(output).toContain("\x1b[7m😁\x1b[27m");
  });

  test("an unclosed block is put out whole", async () => {
    expect(await plain("```diff\n-a\n+b")).toBe("diff\n-a\n+b");
  });
});
