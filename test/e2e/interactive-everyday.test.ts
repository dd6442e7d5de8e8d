/** What is done in a chat twenty times a day: take back, edit, copy, attach, search; and nothing typed is lost. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScreen, type ScreenProgram } from "../support/screen.js";

const ANSWER = "Two blocks:\n\n```sh\necho one\n```\n\n- in a list:\n\n  ```py\n  print(2)\n  ```\n";
let backend: Backend;
let folder: string;
let screen: ScreenProgram;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-everyday-"));
  backend = await startBackend("selfhost", { models: [{ id: "m", contextLength: 8192 }] });
});
afterEach(async () => {
  screen.type("\u0003\u0003\u0003");
  await screen.exit;
  await backend.close();
});

/** A chat in the test's folder, ready for the first question. */
async function open(env: Record<string, string> = {}, shell = ""): Promise<void> {
  screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "m"], {
    columns: 100,
    rows: 40,
    shell: `cd "${folder}"; ${shell} exec "$@"`,
    env: {
      SELFHOST_HOST: backend.url,
      FW_HISTORY: path.join(folder, "history.jsonl"),
      FW_CONVERSATIONS: path.join(folder, "kept"),
      ...env,
    },
  });
}
const ready = () => screen.until(/\n> ?$/);
/** Enters a line and waits for the prompt after it. */
async function enter(line: string): Promise<string> {
  const before = (await ready()).replace(/> ?$/, "");
  screen.type(`${line}\r`);
  const start = `${before}> ${line}\n`;
  const text = await screen.until((shown) => shown.startsWith(start) && /\n> ?$/.test(shown));
  return text.slice(start.length).replace(/\n+> ?$/, "");
}
const asked = () => {
  const body = backend.requests.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
  return body?.messages.filter(({ role }) => role === "user").map(({ content }) => content);
};

it("undo, retry and edit", async () => {
  const editor = path.join(folder, "my editor.sh");
  writeFileSync(editor, '#!/bin/sh\n[ "$1" = --wait ] || exit 9\nsed -i s/secnod/second/ "$2"\n');
  chmodSync(editor, 0o755);
  writeFileSync(path.join(folder, "ed"), `#!/bin/sh\nexec "${editor}" "$@"\n`);
  chmodSync(path.join(folder, "ed"), 0o755);
  await open({ EDITOR: `${path.join(folder, "ed")} --wait` });
  await enter("first");
  await enter("secnod");
  expect(await enter("/edit")).toContain("> second");
  expect(asked()).toEqual(["first", "second"]);
  expect(await enter("/edit")).toContain("Nothing was changed, and nothing was asked.");
  expect(await enter("/undo")).toBe("Taken back: second");
  await enter("/retry");
  expect(asked()).toEqual(["first"]);
  await enter("/edit a secnod one");
  expect(asked()).toEqual(["first", "a second one"]);
  const exit = screen.exit;
  screen.type("/exit\r");
  expect(await exit).toBe(0);
});

it("code and copy take what the last answer has", async () => {
  backend.setReply({ text: ANSWER });
  writeFileSync(path.join(folder, "wl-copy"), `#!/bin/sh\ncat > "${folder}/clipboard"\n`);
  chmodSync(path.join(folder, "wl-copy"), 0o755);
  await open({ PATH: `${folder}:${process.env["PATH"]}`, WAYLAND_DISPLAY: "wayland-0" });
  expect(await enter("/copy")).toContain("There is no answer yet.");
  await enter("show me");
  expect(await enter("/code")).toBe("1  echo one  (1 line)\n2  print(2)  (1 line)");
  expect(await enter("/code 2 two.py")).toBe("Code block 2 is written to two.py.");
  expect(readFileSync(path.join(folder, "two.py"), "utf8")).toBe("print(2)\n");
  expect(await enter("/code 1 two.py")).toContain("two.py was not written: it exists already");
  expect(await enter("/code 3 x")).toContain(
    "There is no code block 3: the last answer has the code blocks 1 to 2.",
  );
  let sequence = "";
  screen.emulator.parser.registerOscHandler(52, (data) => ((sequence = data), true));
  expect(await enter("/copy")).toBe(`Copied ${ANSWER.length} characters, by wl-copy and the terminal.`);
  expect(readFileSync(path.join(folder, "clipboard"), "utf8")).toBe(ANSWER);
  expect(Buffer.from(sequence.replace("c;", ""), "base64").toString()).toBe(ANSWER);
  expect(await enter("/copy 1")).toContain("Copied 8 characters");
});

it("file attaches to the next question only, and Tab finds files anywhere", async () => {
  writeFileSync(path.join(folder, "notes.txt"), "remember the milk");
  await open();
  await ready();
  screen.type("/file no\t");
  await screen.until(/> \/file notes\.txt $/m);
  screen.type("\r");
  await screen.until("Goes along with the next question: notes.txt");
  await ready();
  screen.type("what is in no\t");
  await screen.until(/> what is in notes\.txt/);
  screen.type("\r");
  await screen.until(/You said: File notes\.txt:[^]*what is in notes\.txt/);
  expect(asked()).toEqual(["File notes.txt:\n```txt\nremember the milk\n```\n\nwhat is in notes.txt "]);
  expect(await enter("/file")).toBe("Nothing is attached.");
});

it("Ctrl-R searches what was entered before", async () => {
  await open();
  for (const line of ["tell me of cats", "tell me of dogs", "something else"]) await enter(line);
  screen.type("\u0012tell");
  await screen.until(/> tell me of dogs\nsearch: tell_/);
  screen.type("\u0012");
  await screen.until(/> tell me of cats\nsearch: tell_/);
  screen.type("\u0012");
  await screen.until(/> tell me of cats\nnothing older has: tell_/);
  screen.type("\u001b");
  await screen.until(/\n> ?$/);
  screen.type("\u0012dogs\t and birds\r");
  await screen.until("You said: tell me of dogs and birds");
});

it("Enter typed before the prompt is ready sends, and does not become a line break", async () => {
  await open({}, "stty -echo; read -r go; stty echo;");
  // The shell holds the terminal as a starting program does: what is typed now waits in the terminal.
  screen.type("\rtyped early\r");
  await screen.until("You said: typed early");
  expect(asked()).toEqual(["typed early"]);
});

it("what was typed during an answer that is cancelled is kept and not sent", async () => {
  backend.setFault("stall-mid-stream");
  await open();
  await ready();
  screen.type("hello\r");
  await screen.until(/answering/);
  screen.type("the next\rquestion\r");
  screen.type("\u0003");
  await screen.until(/Cancelled\.[^]*\n> the next\n {2}question$/);
  expect(asked()).toEqual(["hello"]);
  backend.setFault(undefined);
  screen.type("\r");
  await screen.until("You said: the next");
  expect(asked()?.at(-1)).toBe("the next\nquestion");
});

it("/clear begins another conversation, and /save on the current file is no error", async () => {
  await open();
  await enter("one");
  await enter("/clear");
  await enter("two");
  expect(readdirSync(path.join(folder, "kept")).filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
  for (let time = 0; time < 2; time += 1) {
    expect(await enter("/save mine.jsonl")).toBe(
      "The conversation is saved to mine.jsonl, now and as it goes on.",
    );
  }
  expect(existsSync(path.join(folder, "mine.jsonl"))).toBe(true);
});
