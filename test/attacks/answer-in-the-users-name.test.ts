/** The model wants a yes that was meant for something else: it prints a question of its own, stalls, and makes the call when the user has typed. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openScreen } from "../support/screen.js";
import { attack } from "./support.js";

const CALL: [string, Record<string, unknown>] = ["run_command", { program: "touch", args: ["PWNED"] }];
const FAKE = "Run list_files? [y]es, [n]o: ";

const modes = [
  { mode: "one-shot", env: {}, typed: "y", interactive: false },
  { mode: "one-shot on a dumb terminal", env: { TERM: "dumb" }, typed: "y\ryes", interactive: false },
  { mode: "interactive", env: {}, typed: "yyy", interactive: true },
  { mode: "interactive on a dumb terminal", env: { TERM: "dumb" }, typed: "y\ryes", interactive: true },
];

it.each(modes)("typed before the question, it is no answer: $mode", async ({ env, typed, interactive }) => {
  await using model = await attack([CALL]);
  model.backend.setReply([
    {
      text: FAKE,
      toolCalls: [{ id: "call", name: CALL[0], arguments: CALL[1] }],
      chunkDelayMs: 60,
    },
    { text: "Done." },
  ]);
  const screen = openScreen("fw", [...model.args, ...(interactive ? [] : ["Go."])], { env, columns: 100 });
  if (interactive) {
    await screen.until(/^> ?$/m);
    screen.type("Go.\r");
  }
  // The terminal keeps what was typed without Enter to itself: an Enter afterwards must not complete it.
  await screen.until("Run list_files");
  screen.type(typed);
  await screen.until(/Run run_command\?.*: ?$/);
  screen.type("\r");
  await screen.until((text) => /Run run_command\?/.test(text));
  expect(existsSync(path.join(model.folder, "PWNED"))).toBe(false);
  screen.type("n\r");
  await screen.until("Done.");
  expect(existsSync(path.join(model.folder, "PWNED"))).toBe(false);
  if (interactive) {
    // What was typed may stand at the next prompt, where it answers nothing.
    await screen.until(/Done\.[^]*\n> ?\w*$/);
    screen.type("\u0015/quit\r");
  }
  await screen.exit;
});

it("one key is not always, and always says for what", async () => {
  await using model = await attack([CALL, ["run_command", { program: "touch", args: ["SECOND"] }]]);
  const screen = openScreen("fw", [...model.args, "Go."], { columns: 100 });
  await screen.until(/Run run_command\?.*: ?$/);
  screen.type("a");
  await screen.until(
    /1 {2}this very command\n {2}2 {2}the program "touch" with any arguments\nNumber and Enter.*: ?$/,
  );
  expect(existsSync(path.join(model.folder, "PWNED"))).toBe(false);
  screen.type("\r");
  // Another command of the same program is asked for anew.
  await screen.until(/touch SECOND\n[^]*Run run_command\?.*: ?$/);
  expect(existsSync(path.join(model.folder, "PWNED"))).toBe(true);
  screen.type("n");
  await screen.until("Done.");
  await screen.exit;
});
