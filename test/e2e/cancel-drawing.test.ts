/** Ctrl-C while a diagram is being drawn: the drawing ends at once, and the terminal is as it was before. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRunning } from "../support/command.js";
import { openScreen, type ScreenProgram } from "../support/screen.js";

const SOURCE = "graph TD\nA --> B\n";
const ANSWER = `Look:\n\n\`\`\`mermaid\n${SOURCE}\`\`\`\nThat was it.`;

/** Stands in for the command-line renderer, and never ends by itself. */
const ENDLESS_COMMAND = `#!${process.execPath}
require("node:fs").writeFileSync(process.env.DIR + "/renderer", String(process.pid));
setInterval(() => {}, 1000);
`;

let backend: Backend;
let folder: string;
let tools: string;
const at = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-drawing-"));
  // Elsewhere: a command from inside the folder one works in is never run.
  tools = mkdtempSync(path.join(tmpdir(), "fw-tools-"));
  writeFileSync(path.join(tools, "mmdc"), ENDLESS_COMMAND);
  chmodSync(path.join(tools, "mmdc"), 0o755);
  writeFileSync(at("answer.md"), ANSWER);
  writeFileSync(at("a.mmd"), SOURCE);
  backend = await startBackend("selfhost", { reply: { text: ANSWER } });
});
afterEach(() => backend.close());

/** The command inside a shell that notes the terminal's settings before and after. */
function open(args: string[], redirection = ""): ScreenProgram {
  return openScreen("fw", args, {
    shell: `trap : INT; cd "$DIR"; stty -g > before; "$@" ${redirection}; echo "status $?"; stty -g > after; echo "shell again"; read -r line`,
    env: {
      PATH: `${tools}:${process.env["PATH"] ?? ""}`,
      SELFHOST_HOST: backend.url,
      SELFHOST_MODEL: "demo-model",
      FW_VISION_DIR: at("vision"),
      FW_HISTORY: "off",
      COLORTERM: "truecolor",
      NO_COLOR: "",
      DIR: folder,
    },
  });
}

async function interruptDrawing(screen: ScreenProgram): Promise<void> {
  await expect.poll(rendererId, { timeout: 20_000 }).toBeGreaterThan(0);
  screen.type("\u0003");
}

function rendererId(): number {
  try {
    return Number(readFileSync(at("renderer"), "utf8"));
  } catch {
    return 0;
  }
}

async function expectOrder(screen: ScreenProgram, status: number): Promise<void> {
  await screen.until(/shell again/);
  expect(screen.text()).toContain(`status ${status}\n`);
  screen.type("\r");
  await screen.exit;
  expect(readFileSync(at("after"), "utf8")).toBe(readFileSync(at("before"), "utf8"));
  expect(screen.emulator.modes.bracketedPasteMode).toBe(false);
  const row = screen.lines().findIndex((line) => line.startsWith("shell again"));
  const cell = screen.emulator.buffer.active.getLine(row)?.getCell(0);
  expect([cell?.isDim(), cell?.isFgDefault(), cell?.isBgDefault()]).toEqual([0, true, true]);
  await expect.poll(() => isRunning(rendererId())).toBe(false);
}

it("in a chat: the source is shown, the conversation goes on, the next diagram is drawn again", async () => {
  const screen = open(["chat", "--provider", "selfhost"]);
  await screen.until(/^> ?$/m);
  screen.type("draw\r");
  await screen.until("… drawing");
  await interruptDrawing(screen);
  const text = await screen.until(/graph TD\n *A --> B\n(?:.*\n)*That was it\.\n(?:.*\n)*> ?$/);
  expect(text).not.toContain("drawing");
  const first = rendererId();
  expect(isRunning(first)).toBe(false);

  writeFileSync(at("renderer"), "0");
  screen.type("again\r");
  await interruptDrawing(screen);
  expect(rendererId()).not.toBe(first);
  const body = backend.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(body.messages[1]?.content).toBe(ANSWER);
  await screen.until(/again\n(?:.*\n)*That was it\.\n(?:.*\n)*> ?$/);
  screen.type("/quit\r");
  await expectOrder(screen, 0);
});

it.each([
  ["fw chat with a prompt", ["chat", "--provider", "selfhost", "draw"], "", /That was it\./],
  ["fw format", ["format"], "< answer.md", /A --> B/],
  ["fw diagram", ["diagram", "a.mmd", "--renderer", "cli", "-o", "a.png"], "", /status/],
])("in %s: what goes on is told, and ends with status 130", async (_name, args, redirection, shown) => {
  const screen = open(args, redirection);
  await screen.until("drawing");
  await interruptDrawing(screen);
  await screen.until(shown);
  await expectOrder(screen, 130);
  expect(screen.text()).not.toContain("drawing");
});

it("in a chat that is ended from outside: the renderer goes with it", async () => {
  const screen = open(["chat", "--provider", "selfhost", "draw"], "& echo $! > pid; wait $!");
  await expect.poll(rendererId, { timeout: 20_000 }).toBeGreaterThan(0);
  process.kill(Number(readFileSync(at("pid"), "utf8")), "SIGTERM");
  await screen.until("status 143");
  await expect.poll(() => isRunning(rendererId())).toBe(false);
  screen.type("\r");
  await screen.exit;
});
