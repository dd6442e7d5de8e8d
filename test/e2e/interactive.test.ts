/** The interactive chat in a real pseudo-terminal. */
import { startBackend } from "@framework/backends";
import { expect, it } from "vitest";
import { openTerminal } from "../support/terminal.js";

it("types, streams, cancels in the middle, goes on, and leaves", async () => {
  const backend = await startBackend("selfhost", { reply: { text: "Hello from the model." } });
  try {
    const terminal = openTerminal("fw", ["chat", "--provider", "selfhost", "--model", "demo-model"], {
      SELFHOST_HOST: backend.url,
    });
    await terminal.waitFor("32768 tokens (catalog)");
    await terminal.waitFor("> ");
    terminal.type("hi\r");
    await terminal.waitFor("Hello from the model.");
    await terminal.waitFor("> ");

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
    const body = backend.requests.at(-1)?.body as { messages: { role: string }[] } | undefined;
    expect(body?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    terminal.type("/quit\r");
    expect(await terminal.exit).toBe(0);
  } finally {
    await backend.close();
  }
});

it("survives a failing turn", async () => {
  const backend = await startBackend("selfhost", { fault: { name: "400", times: 1 } });
  try {
    const terminal = openTerminal("fw", ["chat", "--provider", "selfhost", "--model", "demo-model"], {
      SELFHOST_HOST: backend.url,
    });
    await terminal.waitFor("> ");
    terminal.type("first\r");
    await terminal.waitFor("RequestError");
    await terminal.waitFor("> ");
    terminal.type("second\r");
    await terminal.waitFor("second");
    await terminal.waitFor("> ");
    terminal.type("\u0004");
    expect(await terminal.exit).toBe(0);
  } finally {
    await backend.close();
  }
});
