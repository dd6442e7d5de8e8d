/** However the chat ends, the terminal is as it was before. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScreen, type ScreenProgram } from "../support/screen.js";

let backend: Backend;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-restore-"));
  backend = await startBackend("selfhost", {
    reply: { reasoning: "thinking ".repeat(2000), text: "", chunkDelayMs: 5 },
  });
  // Tells the process's number, and makes it fail on demand in a way that nobody expects.
  writeFileSync(
    path.join(folder, "preload.mjs"),
    `import { writeFileSync } from "node:fs";
     writeFileSync(process.env.PID_FILE, String(process.pid));
     process.on("SIGUSR2", () => { throw new Error("out of the blue"); });`,
  );
});
afterEach(() => backend.close());

const at = (name: string) => path.join(folder, name);

/** The chat inside a shell that notes the terminal's settings before and after. */
function open(env: Record<string, string> = {}): ScreenProgram {
  return openScreen("fw", ["chat", "--provider", "selfhost", "--model", "demo-model"], {
    shell: `stty -g > "$DIR/before"; "$@"; echo $? > "$DIR/status"; stty -g > "$DIR/after"; echo "shell again"; read -r line`,
    env: {
      SELFHOST_HOST: backend.url,
      FW_HISTORY: "off",
      NO_COLOR: "",
      DIR: folder,
      PID_FILE: at("pid"),
      NODE_OPTIONS: `--import=${pathToFileURL(at("preload.mjs")).href}`,
      ...env,
    },
  });
}
const kill = (signal: NodeJS.Signals) => process.kill(Number(readFileSync(at("pid"), "utf8")), signal);

interface Ending {
  name: string;
  status: number;
  /** Whether an answer is coming when it ends. */
  inTurn: boolean;
  end: (screen: ScreenProgram) => void;
}
const endings: Ending[] = [
  { name: "/quit", status: 0, inTurn: false, end: (screen) => screen.type("/quit\r") },
  { name: "Ctrl-D", status: 0, inTurn: false, end: (screen) => screen.type("\u0004") },
  { name: "Ctrl-C twice", status: 0, inTurn: false, end: (screen) => screen.type("\u0003\u0003") },
  { name: "SIGTERM at the prompt", status: 143, inTurn: false, end: () => kill("SIGTERM") },
  { name: "SIGTERM in a turn", status: 143, inTurn: true, end: () => kill("SIGTERM") },
  { name: "SIGHUP in a turn", status: 129, inTurn: true, end: () => kill("SIGHUP") },
  { name: "SIGHUP at the prompt", status: 129, inTurn: false, end: () => kill("SIGHUP") },
  { name: "an uncaught exception in a turn", status: 1, inTurn: true, end: () => kill("SIGUSR2") },
  { name: "an uncaught exception at the prompt", status: 1, inTurn: false, end: () => kill("SIGUSR2") },
];

it.each(endings)("$name", async ({ status, inTurn, end }) => {
  const screen = open();
  await screen.until(/^> ?$/m);
  expect(screen.emulator.modes.bracketedPasteMode).toBe(true);
  if (inTurn) {
    screen.type("go\r");
    await screen.until("thinking thinking");
  }
  end(screen);
  await screen.until("shell again");
  screen.type("\r");
  await screen.exit;
  expect(readFileSync(at("after"), "utf8")).toBe(readFileSync(at("before"), "utf8"));
  expect(readFileSync(at("status"), "utf8").trim()).toBe(String(status));
  expect(screen.emulator.modes.bracketedPasteMode).toBe(false);
  const buffer = screen.emulator.buffer.active;
  const row = screen.lines().findIndex((line) => line.includes("shell again"));
  const cell = buffer.getLine(row)?.getCell(0);
  expect([cell?.isDim(), cell?.isFgDefault(), cell?.isBold()]).toEqual([0, true, 0]);
  if (inTurn) await backend.nextClientClose();
});

it("a server that is not there", async () => {
  const screen = open({ SELFHOST_HOST: "http://127.0.0.1:9" });
  await screen.until("shell again");
  screen.type("\r");
  expect(screen.text()).toContain("SelfHostConnectionError");
  expect(readFileSync(at("after"), "utf8")).toBe(readFileSync(at("before"), "utf8"));
  expect(screen.emulator.modes.bracketedPasteMode).toBe(false);
});

it("stops on Ctrl-Z and comes back with the text that was being written", async () => {
  const screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "demo-model"], {
    shell: `set -m; "$@"; stty -g > "$DIR/stopped"; echo "shell meanwhile"; read line; fg > /dev/null; echo "shell again"; read -r line`,
    env: { SELFHOST_HOST: backend.url, FW_HISTORY: "off", DIR: folder, TERM: "xterm-256color" },
  });
  await screen.until(/^> ?$/m);
  screen.type("half a sent\u001a");
  await screen.until("shell meanwhile");
  expect(existsSync(at("stopped"))).toBe(true);
  expect(screen.emulator.modes.bracketedPasteMode).toBe(false);
  screen.type("\r");
  await screen.until(/shell meanwhile\n(?:.*\n)*> half a sent$/);
  expect(screen.emulator.modes.bracketedPasteMode).toBe(true);
  screen.type("\u0003/quit\r");
  await screen.until("shell again");
  screen.type("\r");
  await screen.exit;
});
