/** The interactive chat as a person sees it: a real pseudo-terminal behind a terminal emulator. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type ReplyOption, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRunning } from "../support/command.js";
import { openScreen, type ScreenOptions, type ScreenProgram } from "../support/screen.js";

const PROMPT = /^> ?$/m;
let backend: Backend;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-interactive-"));
});
afterEach(() => backend.close());

async function chat(
  reply: ReplyOption | undefined,
  options: ScreenOptions = {},
  more: string[] = [],
): Promise<ScreenProgram> {
  backend = await startBackend("selfhost", { reply });
  const profile = path.join(folder, "profile.yaml");
  writeFileSync(
    profile,
    `provider: selfhost\nmodel: demo-model\nplugins: [cli, file_edit]\nplugin_configs:\n  selfhost:\n    host: ${backend.url}\n`,
  );
  const screen = openScreen("fw", ["chat", "--profile", profile, "--workspace", folder, ...more], {
    ...options,
    env: { FW_HISTORY: "off", ...options.env },
  });
  await screen.until(PROMPT);
  return screen;
}
const leave = async (screen: ScreenProgram) => {
  screen.type("/quit\r");
  expect(await screen.exit).toBe(0);
};
const roles = () => {
  const body = backend.requests.at(-1)?.body as { messages: { role: string }[] } | undefined;
  return body?.messages.map(({ role }) => role);
};

it("types, streams, cancels in the middle, goes on, uses a tool with approval, and leaves", async () => {
  const screen = await chat({ text: "Hello from the model." });
  expect(screen.text()).toContain("selfhost · demo-model · window 32768 tokens (catalog)");
  screen.type("hi\r");
  await screen.until(
    /> hi\nHello from the model\.\nfirst token .* · window ~?\d+ \/ 32768 \(2 %, catalog\)\n\n> ?$/,
  );

  backend.setReply({ text: "endless ", repeat: 100_000, chunkDelayMs: 5 });
  screen.type("go on\r");
  await screen.until(
    /> go on\n(?:endless ?)+\n(?:(?:endless ?)+\n)*. answering · first token .*Ctrl-C cancels$/,
  );
  screen.type("\u0003");
  await screen.until("Cancelled.");
  await backend.nextClientClose();
  expect(await screen.until(/Cancelled\.\n.*\n\n> ?$/)).not.toContain("answering");

  backend.setReply([
    {
      text: "Let me write.",
      toolCalls: [{ name: "create_file", arguments: { path: "new.txt", content: "made\n" } }],
    },
    { text: "It is written." },
  ]);
  screen.type("write a file\r");
  await screen.until(
    /● create_file path: "new\.txt", content: "made\\n"\n {2}--- \/dev\/null\n {2}\+\+\+ b\/new\.txt\n/,
  );
  await screen.until(/\+made\nRun create_file\? \[y\]es, \[n\]o, \[a\]lways in this chat: ?$/);
  screen.type("y");
  await screen.until(/in this chat: yes\n✓ create_file\nIt is written\.\n.*\n\n> ?$/);
  expect(readFileSync(path.join(folder, "new.txt"), "utf8")).toBe("made\n");
  expect(roles()).toEqual(["user", "assistant", "user", "assistant", "user", "assistant", "tool"]);
  await leave(screen);
});

describe("tool calls", () => {
  const call = { toolCalls: [{ name: "run_command", arguments: { program: "seq", args: ["30"] } }] };

  it("show results shortened, and ask no more after always", async () => {
    const screen = await chat([call, call, { text: "Done." }]);
    screen.type("count\r");
    await screen.until(/ {2}seq 30\n {2}· It runs (?:.*\n)+Run run_command\?.*: ?$/);
    screen.type("a");
    await screen.until(/1 {2}this very command\n.*program "seq".*\nNumber and Enter.*: ?$/);
    screen.type("1\r");
    const text = await screen.until(/Done\.\n.*\n\n> ?$/);
    expect(text.match(/Run run_command\?/g)).toHaveLength(1);
    expect(text.match(/✓ run_command\n {2}│ 1\n {2}│ 2\n/g)).toHaveLength(2);
    expect(text).toContain("  │ … 23 more lines");
    await leave(screen);
  });

  it("are not answered by what was typed before the question", async () => {
    const screen = await chat([{ ...call, firstDelayMs: 300 }, { text: "Done." }]);
    screen.type("count\ryyy");
    await screen.until(/Run run_command\?.*: ?$/);
    screen.type("n");
    await screen.until(/: no\n✗ run_command\n {2}│ Not run: the user did not allow this call\.\nDone\./);
    // What was typed is not lost: it waits for the prompt.
    await screen.until(/\n> yyy$/);
    screen.type("\u0003");
    await screen.until(/\n> ?$/);
    await leave(screen);
  });

  it("are cancelled with the turn by Ctrl-C at the question", async () => {
    const screen = await chat([call, { text: "Never asked." }]);
    screen.type("count\r");
    await screen.until(/Run run_command\?.*: ?$/);
    screen.type("\u0003");
    await screen.until(/Cancelled\.\n(?:.*\n)*> ?$/);
    expect(backend.requests.filter(({ path: to }) => to.endsWith("completions"))).toHaveLength(1);
    await leave(screen);
  });

  it("let no escape sequence through, from names, arguments or results", async () => {
    const screen = await chat([
      { toolCalls: [{ name: "evil\u001b[2J", arguments: { a: "\u001b]0;owned\u0007" } }] },
      { text: "\u001b[2JDone\u202e." },
    ]);
    screen.type("go\r");
    await screen.until(/Done\.\n.*\n\n> ?$/);
    expect(screen.text()).toMatch(/^selfhost · demo-model/);
    await leave(screen);
  });
});

describe("trouble", () => {
  it("tells a broken answer and shows the whole new one", async () => {
    const screen = await chat({ text: "one two three four five", chunkDelayMs: 5 });
    backend.setFault({ name: "reset-mid-stream", times: 1, afterChunks: 3 });
    screen.type("count\r");
    await screen.until(/The answer broke off and begins again in .* s \(try 2\)/);
    await screen.until(/\none two three four five\n/);
    await leave(screen);
  });

  it("says that nothing comes any more, and cancels at once", async () => {
    const screen = await chat({ text: "one two three four five" });
    backend.setFault({ name: "stall-mid-stream", times: 1 });
    screen.type("count\r");
    await screen.until(/nothing new for \d+\.\d s/);
    screen.type("\u0003");
    await screen.until("Cancelled.");
    await leave(screen);
  });

  it("waits with a clock for a slow first byte", async () => {
    const screen = await chat({ text: "Late but here." });
    backend.setFault({ name: "slow-first-byte", times: 1, delayMs: 1500 });
    screen.type("hi\r");
    await screen.until(/^. waiting for the model · 1\.\d s · Ctrl-C cancels$/m);
    expect(await screen.until(/Late but here\.\n.*\n\n> ?$/)).not.toContain("waiting");
    await leave(screen);
  });

  it("survives a failing turn", async () => {
    const screen = await chat({ text: "Fine." });
    backend.setFault({ name: "400", times: 1 });
    screen.type("first\r");
    await screen.until(/RequestError: .*(?:\n.*)*\n> ?$/);
    screen.type("second\r");
    await screen.until("Fine.");
    screen.type("\u0004");
    expect(await screen.exit).toBe(0);
  });
});

describe("reasoning", () => {
  const thinking = { reasoning: "Hmm, let me see.", text: "Forty-two." };

  it("is quieter than the answer, and apart from it", async () => {
    const screen = await chat(thinking, { env: { NO_COLOR: "" } });
    screen.type("think\r");
    await screen.until(/> think\nHmm, let me see\.\n\nForty-two\./);
    const row = screen.lines().indexOf("Hmm, let me see.");
    // A colour of its own: dim letters look like others in many terminals.
    const isPlain = (line: number) => screen.emulator.buffer.active.getLine(line)?.getCell(0)?.isFgDefault();
    expect([isPlain(row), isPlain(row + 2)]).toEqual([false, true]);
    await leave(screen);
  });

  it("is folded by the setting, and unfolded by the command", async () => {
    const screen = await chat(thinking, { env: { FW_REASONING: "fold" } });
    screen.type("think\r");
    await screen.until(/> think\nThought for \d+\.\d s \(16 characters\)\.\n\nForty-two\./);
    expect(screen.text()).not.toContain("Hmm");
    screen.type("/reasoning full\r");
    screen.type("again\r");
    await screen.until("Hmm, let me see.");
    await leave(screen);
  });
});

describe("leaving", () => {
  it("takes Ctrl-C twice at the prompt", async () => {
    const screen = await chat({ text: "x" });
    screen.type("half a line\u0003");
    await screen.until(PROMPT);
    screen.type("\u0003");
    await screen.until("Ctrl-C again leaves.");
    screen.type("\u0003");
    expect(await screen.exit).toBe(0);
  });

  it.skipIf(process.platform !== "linux").each([
    { how: "Ctrl-C twice", status: 130, end: (screen: ScreenProgram) => screen.type("\u0003\u0003") },
    { how: "SIGTERM", status: 143, end: (screen: ScreenProgram) => process.kill(screen.pid, "SIGTERM") },
  ])("takes a tool that does not want to end with it, by $how", async ({ status, end }) => {
    const stubborn = `trap '' TERM; echo $$ > "${folder}/pid.new"; mv "${folder}/pid.new" "${folder}/pid"; sleep 600`;
    const call = { name: "run_command", arguments: { program: "sh", args: ["-c", stubborn] } };
    // In the sandbox, processes have other numbers than outside.
    const screen = await chat([{ toolCalls: [call] }], { env: { FW_SANDBOX: "off" } }, ["--yes"]);
    screen.type("go\r");
    await screen.until(() => existsSync(path.join(folder, "pid")));
    end(screen);
    expect(await screen.exit).toBe(status);
    const tool = Number(readFileSync(path.join(folder, "pid"), "utf8"));
    await vi.waitFor(() => expect(isRunning(tool)).toBe(false));
  });
});

it("tells the model once when its diagram could not be drawn", async () => {
  const drawing = { env: { FW_DIAGRAM_BACKEND: "sixel" } };
  const screen = await chat({ text: "```mermaid\ngraph TD\n  A --> B --\n```\n" }, drawing);
  screen.type("draw it\r");
  await screen.until(/diagram not drawn: syntax error[^]*^> ?$/m);
  backend.setReply({ text: "Sorry." });
  const asked = () => {
    const body = backend.requests.at(-1)?.body as { messages: { content: string }[] } | undefined;
    return body?.messages.at(-1)?.content;
  };
  screen.type("again\r");
  await screen.until(/Sorry\.[^]*^> ?$/m);
  expect(asked()).toMatch(
    /^again\n\n\[Not from the user, but from the terminal[^]*The diagram could not be drawn: syntax error/,
  );
  screen.type("thanks\r");
  await screen.until(/> thanks\nSorry\.[^]*^> ?$/m);
  expect(asked()).toBe("thanks");
  await leave(screen);
});
