/** The model wants a yes for one command and runs another: with characters that a preview would swallow, reorder or hide. */
import { existsSync } from "node:fs";
import path from "node:path";
import { exactText } from "@framework/shared";
import { describe, expect, it, test } from "vitest";
import { eventsOf, run } from "../support/command.js";
import { openScreen } from "../support/screen.js";
import { attack } from "./support.js";

/** Between the openers and ends of strings, a terminal, and a careless cleaner, drop everything. */
const SCRIPT = "echo hello \u009d; touch PWNED \u009c; : world";
const SHOWN = String.raw`sh -c "echo hello \u{9d}; touch PWNED \u{9c}; : world"`;
const CALL: [string, Record<string, unknown>] = ["run_command", { program: "sh", args: ["-c", SCRIPT] }];

describe("the whole command is seen before the answer", () => {
  const cases = [
    { mode: "one-shot", prompt: ["Go."], env: {}, keys: "n" },
    { mode: "one-shot on a dumb terminal", prompt: ["Go."], env: { TERM: "dumb" }, keys: "n\r" },
    { mode: "interactive", prompt: [], env: {}, keys: "n" },
    { mode: "interactive on a dumb terminal", prompt: [], env: { TERM: "dumb" }, keys: "n\r" },
    { mode: "--json", prompt: ["--json", "Go."], env: {}, keys: "n" },
  ];
  it.each(cases)("$mode", async ({ prompt, env, keys }) => {
    await using model = await attack([CALL]);
    const screen = openScreen("fw", [...model.args, ...prompt], { env, columns: 120 });
    if (prompt.length === 0) {
      await screen.until(/^> ?$/m);
      screen.type("Go.\r");
    }
    const text = await screen.until(/Run run_command\? \[y\]es, \[n\]o: ?$/);
    expect(text).toContain(SHOWN);
    expect(text).toContain("! It contains 2 hidden characters");
    screen.type(keys);
    await screen.until("Done.");
    if (prompt.length === 0) {
      await screen.until(/Done\.[^]*\n> ?$/);
      screen.type("/quit\r");
    }
    await screen.exit;
    expect(existsSync(path.join(model.folder, "PWNED"))).toBe(false);
  });
});

it("a program that reads --json gets it too, with nobody to ask", async () => {
  await using model = await attack([CALL]);
  const { stdout } = await run("fw", [...model.args, "--json", "Go."]);
  expect(eventsOf(stdout)).toContainEqual({
    type: "approval",
    id: "call-0",
    name: "run_command",
    shown: SHOWN,
    hidden_characters: 2,
    warnings: ["It contains 2 hidden characters, shown as \\u{…}."],
  });
  // Not even in the events is there anything a terminal would obey.
  expect(stdout).not.toMatch(/[\u0080-\u009f\p{Cf}]/u);
});

describe("no character hides", () => {
  test.each([
    ["an escape sequence", "a\u001b[2Kb", String.raw`a\u{1b}[2Kb`, 1],
    ["a carriage return", "rm -rf ~\rls", String.raw`rm -rf ~\u{d}ls`, 1],
    ["an override of direction", "a\u202eb", String.raw`a\u{202e}b`, 1],
    ["a character of no width", "rm\u200b", String.raw`rm\u{200b}`, 1],
    ["tags", "\u{e0061}\u{e0062}", String.raw`\u{e0061}\u{e0062}`, 2],
    ["half a character", "\ud800", String.raw`\u{d800}`, 1],
    ["a variation selector", "a\ufe0f", String.raw`a\u{fe0f}`, 1],
    ["a blank that is none", "a\u00a0\u2003\u3164\u2800b", String.raw`a\u{a0}\u{2003}\u{3164}\u{2800}b`, 4],
    ["a separator of lines", "a\u2028b", String.raw`a\u{2028}b`, 1],
    ["kitty's image placeholder", "\u{10eeee}", String.raw`\u{10eeee}`, 1],
    [
      "a tower of accents",
      `a${"\u0301".repeat(6)}`,
      `a${"\u0301".repeat(3)}${String.raw`\u{301}`.repeat(3)}`,
      3,
    ],
    ["honest text", "Füße, 漢字, привет мир, 👩‍💻 ⚠️", "Füße, 漢字, привет мир, 👩‍💻 ⚠️", 0],
  ])("%s", (_name, text, shown, hidden) => {
    expect(exactText(text)).toMatchObject({ text: shown, hidden });
  });
});

describe("no character passes for another", () => {
  test.each([
    ["a Cyrillic letter among Latin ones", "cаt", String.raw`c\u{430}t`, "looks like a"],
    ["a word of nothing but twins", "ѕсоре", String.raw`\u{455}\u{441}\u{43e}\u{440}\u{435}`, "looks like s"],
    ["a Greek question mark", "ls\u037e rm", String.raw`ls\u{37e} rm`, "looks like ;"],
    ["a slash that is none", "example.com∕a", String.raw`example.com\u{2215}a`, "looks like /"],
    ["wide letters", "ｒｍ", String.raw`\u{ff52}\u{ff4d}`, "looks like r"],
    ["letters of mathematics", "𝗋m", String.raw`\u{1d5cb}m`, "looks like r"],
  ])("%s", (_name, text, shown, words) => {
    const exact = exactText(text);
    expect(exact.text).toBe(shown);
    expect(exact.remarks.join()).toContain(words);
  });
});
