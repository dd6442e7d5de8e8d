/** The interactive chat where little or nothing can be drawn. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOLDING, openScreen } from "../support/screen.js";
import { openTerminal } from "../support/terminal.js";

let backend: Backend;
let env: Record<string, string>;
beforeEach(async () => {
  backend = await startBackend("selfhost", { reply: { reasoning: "Hm.", text: "A **bold** answer." } });
  env = { SELFHOST_HOST: backend.url, FW_HISTORY: "off" };
});
afterEach(() => backend.close());
const args = ["chat", "--provider", "selfhost", "--model", "demo-model"];
const roles = () => {
  const body = backend.requests.at(-1)?.body as { messages: { role: string }[] } | undefined;
  return body?.messages.map(({ role }) => role);
};

it("a dumb terminal gets no escape sequence, and everything works", async () => {
  const terminal = openTerminal("fw", args, { ...env, TERM: "dumb", NO_COLOR: "" });
  await terminal.waitFor("window 32768 tokens (catalog)");
  await terminal.waitFor("> ");
  terminal.type("several\\\rlines\r");
  await terminal.waitFor("A **bold** answer.");
  await terminal.waitFor("> ");
  expect(backend.requests.at(-1)?.body).toMatchObject({ messages: [{ content: "several\nlines" }] });

  backend.setReply({ text: "endless ", repeat: 100_000, chunkDelayMs: 5 });
  terminal.type("go on\r");
  await terminal.waitFor("endless endless");
  terminal.type("\u0003");
  await terminal.waitFor("Cancelled.");
  await backend.nextClientClose();
  await terminal.waitFor("> ");

  backend.setReply({ text: "Still here." });
  terminal.type("and now?\r");
  await terminal.waitFor("Still here.");
  await terminal.waitFor("> ");
  expect(roles()).toEqual(["user", "assistant", "user", "assistant", "user"]);
  terminal.type("/usage\r");
  await terminal.waitFor("together");
  await terminal.waitFor("> ");
  terminal.type("\u0004");
  expect(await terminal.exit).toBe(0);
  expect(terminal.output).not.toContain("\u001b");
});

it.each([
  ["text without marks", "Just prose: 3 of 4 agree (or so).\n", {}],
  ["marks that stay as they are", "# Head\n\n- **a**\n", { NO_COLOR: "1" }],
])("fw format of %s asks the terminal nothing, which may never answer", async (_, text, more) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "fw-plain-")), "text.md");
  writeFileSync(file, text);
  const terminal = openTerminal("fw", ["format", file], { NO_COLOR: "", ...more });
  expect(await terminal.exit).toBe(0);
  expect(terminal.output).toBe(text.replaceAll("\n", "\r\n"));
});

it("NO_COLOR has the line editor and the status, and no colour", async () => {
  const terminal = openTerminal("fw", args, { ...env, NO_COLOR: "1" });
  await terminal.waitFor("> ");
  terminal.type("hi\r");
  await terminal.waitFor("waiting for the model");
  await terminal.waitFor("A **bold** answer.");
  terminal.type("\u0004");
  await terminal.exit;
  // Only the reset at the end, if it arrived.
  const others = terminal.output.replaceAll("\u001b[0m", "");
  expect(others).not.toMatch(/\u001b\[[\d;]*m/);
});

describe("standard output elsewhere", () => {
  it("gets the model's text and nothing else; the chat is on the terminal", async () => {
    const out = path.join(mkdtempSync(path.join(tmpdir(), "fw-plain-")), "out");
    backend.setReply({ text: "A **bold**\u001b[2J answer." });
    const screen = openScreen("fw", args, { shell: `"$@" > "$OUT"`, env: { ...env, OUT: out } });
    await screen.until(/^> ?$/m);
    screen.type("hi\r");
    await screen.until(/> hi\n(?:.*\n)*> ?$/);
    expect(screen.text()).not.toContain("bold");
    screen.type("/model\r");
    await screen.until(/demo-model · window 32768 tokens/);
    screen.type("/quit\r");
    expect(await screen.exit).toBe(0);
    expect(readFileSync(out, "utf8")).toBe("A **bold** answer.\n");
  });
});

describe("one turn", () => {
  it("on a terminal is formatted as it is in the chat, and the status is gone afterwards", async () => {
    const screen = openScreen("fw", [...args, "hi"], { shell: HOLDING, env: { ...env, NO_COLOR: "" } });
    await screen.until(/A bold answer\.$/);
    screen.type("\r");
    expect(await screen.exit).toBe(0);
    expect(screen.text()).toBe(
      "selfhost · demo-model · window 32768 tokens (catalog)\nHm.\n\nA bold answer.",
    );
    const row = screen.lines().indexOf("A bold answer.");
    expect(screen.emulator.buffer.active.getLine(row)?.getCell(2)?.isBold()).not.toBe(0);
  });

  it("keeps no status on the screen when Enter is typed meanwhile", async () => {
    backend.setReply({ text: "A **bold** answer.", firstDelayMs: 500 });
    const screen = openScreen("fw", [...args, "hi"], { shell: HOLDING, env: { ...env, NO_COLOR: "" } });
    await screen.until("waiting for the model");
    screen.type("\r");
    await screen.until(/A bold answer\.$/);
    screen.type("\r");
    expect(await screen.exit).toBe(0);
    expect(screen.text()).toBe("selfhost · demo-model · window 32768 tokens (catalog)\n\nA bold answer.");
  });

  it("in a pipe is the model's text", async () => {
    const screen = openScreen("fw", [...args, "hi"], {
      shell: `"$@" 2>/dev/null | cat; read -r line`,
      env: { ...env, NO_COLOR: "" },
    });
    await screen.until("A **bold** answer.");
    screen.type("\r");
    await screen.exit;
    expect(screen.text()).toBe("A **bold** answer.");
  });
});
