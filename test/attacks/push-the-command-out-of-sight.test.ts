/** The model wants what matters to be where nobody looks: behind thousands of blanks, or in the middle of a long text. */
import { expect, it } from "vitest";
import { openScreen } from "../support/screen.js";
import { attack } from "./support.js";

it("blanks are counted, not printed", async () => {
  const script = `echo hello${" ".repeat(4000)}; touch PWNED`;
  await using model = await attack([["run_command", { program: "sh", args: ["-c", script] }]]);
  const screen = openScreen("fw", [...model.args, "Go."], { columns: 100 });
  const text = await screen.until(/Run run_command\?.*: ?$/);
  expect(text).toContain('sh -c "echo hello‹4000 blanks›; touch PWNED"');
  expect(text).toContain("! It contains long runs of blanks");
  screen.type("n");
  await screen.exit;
});

it("of what is long there is the beginning, the end, the length, and a key to see all", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index} ${"x".repeat(30)}`);
  lines[1500] = "evil_in_the_middle()";
  await using model = await attack([["create_file", { path: "long.txt", content: `${lines.join("\n")}\n` }]]);
  const screen = openScreen("fw", [...model.args, "Go."], { columns: 100, rows: 30 });
  const text = await screen.until(/Run create_file\?.*\[v\]iew all of it.*: ?$/);
  expect(text).toContain("+line 0 x");
  expect(text).toMatch(/… 3003 lines, \d+ characters in all/);
  expect(text).toContain("+line 2999 x");
  expect(text).not.toContain("evil");
  expect(text.slice(text.indexOf("+++")).split("\n").length).toBeLessThan(30);
  screen.type("v");
  expect(
    await screen.until(/\+line 2999 .*\nRun create_file\? \[y\]es, \[n\]o, \[a\]lways in this chat: ?$/),
  ).toContain("+evil_in_the_middle()");
  screen.type("n");
  await screen.exit;
});
