/** Typing in the interactive chat: lines, paste, history, keys, and edges of the screen. */
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScreen, type ScreenOptions, type ScreenProgram } from "../support/screen.js";

let backend: Backend;
let history: string;
let screen: ScreenProgram;
beforeEach(async () => {
  backend = await startBackend("selfhost", { reply: { text: "Ok." } });
  history = path.join(mkdtempSync(path.join(tmpdir(), "fw-editing-")), "state", "history.jsonl");
});
afterEach(async () => {
  screen.type("\u0003\u0003\u0003");
  await screen.exit;
  await backend.close();
});

async function open(options: ScreenOptions = {}): Promise<void> {
  screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "demo-model"], {
    ...options,
    env: { SELFHOST_HOST: backend.url, FW_HISTORY: history, ...options.env },
  });
  await screen.until(/^> ?$/m);
}
const sent = async () => {
  const { body } = await backend.nextRequest(({ path: to }) => to.endsWith("completions"));
  return (body as { messages: { content: string }[] }).messages.at(-1)?.content;
};
/** Where the cursor is, as row from the prompt and column. */
const cursor = () => {
  const { baseY, cursorY, cursorX } = screen.emulator.buffer.active;
  return [baseY + cursorY - screen.lines().findLastIndex((line) => line.startsWith(">")), cursorX];
};

describe("several lines", () => {
  it("come from Alt-Enter and from a backslash", async () => {
    await open();
    screen.type("one\u001b\rtwo\\\rthree");
    await screen.until(/> one\n {2}two\n {2}three$/);
    screen.type("\r");
    expect(await sent()).toBe("one\ntwo\nthree");
  });

  it("come from a paste, which enters nothing by itself", async () => {
    await open();
    screen.type("look: \u001b[200~def f():\r\treturn 1\r\n\u001b[31mred\u001b[201~");
    await screen.until(/> look: def f\(\):\n {6}return 1\n {2}red$/);
    expect(backend.requests.some(({ path: to }) => to.endsWith("completions"))).toBe(false);
    screen.type("!\r");
    expect(await sent()).toBe("look: def f():\n\treturn 1\nred!");
  });

  it("larger than the screen show the part around the cursor", async () => {
    await open({ rows: 8 });
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
    screen.type(`\u001b[200~${lines.join("\r")}\u001b[201~`);
    await screen.until(/line 58\n {2}line 59$/);
    screen.type("\u001b[A".repeat(59));
    await screen.until(/> line 0\n {2}line 1\n/);
    screen.type("\r");
    expect(await sent()).toBe(lines.join("\n"));
  });
});

describe("keys", () => {
  it("move, cut and put back, by whole characters", async () => {
    await open();
    screen.type("日本 👩‍👩‍👧 word\u001b[D\u001bb\u007f\u007f\u0001x\u0005!");
    await screen.until("> x日本 word!");
    screen.type("\u0017\u0019\u0019\r");
    expect(await sent()).toBe("x日本 word!word!");
  });

  it("put the cursor where the text is, over line ends and wide characters", async () => {
    await open({ columns: 20 });
    screen.type("日本語日本語日本語日本語");
    await screen.until(/> 日本語日本語日本\n {2}語日本語$/);
    expect(cursor()).toEqual([1, 10]);
    screen.type("\u001b[A");
    await screen.until(() => cursor()[0] === 0);
    expect(cursor()).toEqual([0, 10]);
    screen.type("x");
    await screen.until(/> 日本語日x本語日本\n {2}語日本語$/);
    screen.type("\u0003");
    await screen.until(/> ?$/);
    screen.type("a".repeat(17));
    await screen.until(() => cursor()[0] === 1);
    expect(cursor()).toEqual([1, 2]);
  });

  it("keep the text whole when the window becomes narrow and wide again", async () => {
    await open({ columns: 64 });
    screen.type("some words that fill a good part of one line of the window");
    await screen.until(/of the window$/m);
    screen.resize(30, 24);
    await screen.until(
      /quit leaves\.\n> some words that fill a good\n {3}part of one line of the wi\n {2}ndow$/,
    );
    screen.resize(70, 24);
    await screen.until(/quit leaves\.\n> some words that fill a good part of one line of the window$/);
    screen.type("!\r");
    expect(await sent()).toMatch(/^some words .* window!$/);
  });

  it("typed during an answer are there afterwards", async () => {
    await open();
    backend.setReply({ text: "slow ", repeat: 30, chunkDelayMs: 20 });
    screen.type("first\r");
    await screen.until("slow slow");
    screen.type("second");
    await screen.until(/> second$/);
  });

  it("clear the screen", async () => {
    await open();
    screen.type("kept\f");
    await screen.until(
      (text) =>
        /^> kept$/m.test(text) &&
        !screen.emulator.buffer.active.getLine(0)?.translateToString(true).includes("selfhost"),
    );
  });
});

describe("history", () => {
  it("goes up and down, keeps the draft, and is there in the next chat, privately", async () => {
    await open();
    screen.type("first question\r");
    await screen.until(/Ok\.\n.*\n\n> ?$/);
    screen.type("/usage\r");
    await screen.until(/together .*\n.*\n(?:.*\n)?> ?$/);
    screen.type("draft\u001b[A");
    await screen.until(/> \/usage$/);
    screen.type("\u001b[A");
    await screen.until(/> first question$/);
    screen.type("\u001b[B\u001b[B");
    await screen.until(/> draft$/);
    screen.type("\u0003/quit\r");
    expect(await screen.exit).toBe(0);
    expect(statSync(history).mode & 0o777).toBe(0o600);

    await open();
    screen.type("\u001b[A\u001b[A\u001b[A");
    await screen.until(/> first question$/);
    screen.type("\r");
    expect(await sent()).toBe("first question");
  });
});
