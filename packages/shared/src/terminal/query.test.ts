import { spawnSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { spawn, type IPty } from "@lydell/node-pty";
import { afterEach, expect, test } from "vitest";

const TERMINAL_MODULE = new URL("../../dist/terminal/index.js", import.meta.url).href;

/** Detects, says what was found, then shows the terminal's mode and the first line of input. */
const PROGRAM = `
const { detectTerminal } = await import(${JSON.stringify(TERMINAL_MODULE)});
const found = await detectTerminal();
process.stdout.write("FOUND " + JSON.stringify(found) + "\\n");
process.stdin.once("data", (line) => { process.stdout.write("TYPED " + line); process.exit(); });
`;

const running: IPty[] = [];
afterEach(() => {
  for (const terminal of running.splice(0)) terminal.kill();
});

/** A terminal that answers the questions with `answer`, and what it was given to show. */
function startTerminal(command: string[], answer: string, env: Record<string, string> = {}) {
  const terminal = spawn(command[0] ?? "", command.slice(1), {
    cols: 80,
    rows: 24,
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", ...env },
  });
  running.push(terminal);
  let shown = "";
  let answered = false;
  const waiting: { pattern: RegExp; resolve: (match: RegExpExecArray) => void }[] = [];
  terminal.onData((data) => {
    shown += data;
    if (!answered && shown.includes("\x1b[c")) {
      answered = true;
      terminal.write(answer);
    }
    for (const { pattern, resolve } of waiting) {
      const match = pattern.exec(shown);
      if (match) resolve(match);
    }
  });
  return {
    write: (text: string) => terminal.write(text),
    shown: () => shown,
    until: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        waiting.push({ pattern, resolve });
        const match = pattern.exec(shown);
        if (match) resolve(match);
      }),
  };
}

const node = [process.execPath, "--input-type=module", "-e", PROGRAM];

test("a terminal that answers is known by its answers, none of which is shown or taken for input", async () => {
  const terminal = startTerminal(node, "\x1b]11;rgb:0000/2b2b/3636\x1b\\\x1b[6;20;10t\x1b[?62;4;22c");
  const [, found = ""] = await terminal.until(/FOUND (.*)\r\n/);
  expect(JSON.parse(found)).toMatchObject({
    graphics: "sixel",
    background: [0, 43, 54],
    cell: { width: 10, height: 20 },
    columns: 80,
    rows: 24,
  });
  terminal.write("hello\r");
  await terminal.until(/TYPED hello/);
  expect(terminal.shown()).not.toContain("rgb:");
  expect(terminal.shown()).not.toContain("^[");
});

test("what was typed while the terminal was asked is not lost", async () => {
  const terminal = startTerminal(node, "ab\x1b_Gi=31;OK\x1b\\c\x1b[?62;cd\r");
  const [, found = ""] = await terminal.until(/FOUND (.*)\r\n/);
  expect(JSON.parse(found)).toMatchObject({ graphics: "tcgfx_a" });
  await terminal.until(/TYPED abcd/);
});

test("a terminal that never answers is left after a while, with its mode as it was", async () => {
  const quoted = PROGRAM.replace(/process\.stdin[^\n]*/, "");
  const terminal = startTerminal(
    ["sh", "-c", 'node --input-type=module -e "$PROGRAM"; stty -a; echo END; read -r line'],
    "",
    { PROGRAM: quoted },
  );
  const [, found = ""] = await terminal.until(/FOUND (.*)\r\n/);
  expect(JSON.parse(found)).toMatchObject({ graphics: "halfblock" });
  await terminal.until(/END/);
  expect(terminal.shown()).toMatch(/[^-]icanon/);
  expect(terminal.shown()).toMatch(/[^-]echo /);
});

test("answers that come late are neither shown nor left in the input", async () => {
  const quiet = PROGRAM.replace(/process\.stdin[^\n]*/, "");
  const terminal = startTerminal(
    ["sh", "-c", 'node --input-type=module -e "$PROGRAM"; stty -a; read -r line; echo "LINE<$line>"'],
    "",
    { PROGRAM: quiet },
  );
  await terminal.until(/FOUND/);
  terminal.write("he\x1bP>|XTerm(379)\x1b\\\x1b]11;rgb:0000/2b2b/3636\x1b\\\x1b[6;20;10t\x1b[?62;4c");
  await terminal.until(/[^-]icanon/);
  terminal.write("llo\r");
  const [, line] = await terminal.until(/LINE<(.*)>/);
  expect(line).toBe("llo");
  expect(terminal.shown()).not.toMatch(/rgb:|\^\[|XTerm/);
});

test("with a pipe on standard input the terminal is asked directly", async () => {
  const terminal = startTerminal(
    ["sh", "-c", 'echo piped | node --input-type=module -e "$PROGRAM"'],
    "\x1b[?62;4c",
    { PROGRAM },
  );
  const [, found = ""] = await terminal.until(/FOUND (.*)\r\n/);
  expect(JSON.parse(found)).toMatchObject({ graphics: "sixel" });
  await terminal.until(/TYPED piped/);
});

test("in screen nothing is asked: its answers come when nobody waits for them any more", async () => {
  const terminal = startTerminal(node, "", { STY: "1.none", TERM: "screen.xterm-256color" });
  await terminal.until(/FOUND (.*)\r\n/);
  expect(terminal.shown()).not.toContain("\x1b");
});

test("Ctrl-C while the terminal is asked ends the program", async () => {
  const terminal = startTerminal(
    ["sh", "-c", 'node --input-type=module -e "$PROGRAM"; echo STATUS $?'],
    "\x03",
    { PROGRAM },
  );
  const [, status] = await terminal.until(/STATUS (\d+)/);
  expect(status).toBe("130");
});

test("in tmux no question is asked that tmux would show", async () => {
  const terminal = startTerminal(node, "\x1b[?1;2c", { TMUX: "/tmp/none", TERM: "tmux-256color" });
  const [, found = ""] = await terminal.until(/FOUND (.*)\r\n/);
  expect(JSON.parse(found)).toMatchObject({ graphics: "halfblock", multiplexer: "tmux" });
  expect(terminal.shown()).not.toContain("\x1b_G");
});

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

test.skipIf(!hasTmux)(
  "in a real tmux that hides pictures, a backend that was set gives way to characters, with a warning",
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "fw-tmux-"));
    const file = path.join(folder, "found.json");
    const program = `
    const { detectTerminal } = await import(${JSON.stringify(TERMINAL_MODULE)});
    const { writeFileSync } = await import("node:fs");
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(await detectTerminal()) + "\\n");`;
    const tmux = (...args: string[]) =>
      spawnSync("tmux", ["-S", path.join(folder, "socket"), "-f", "/dev/null", ...args], {
        env: { ...process.env, FW_DIAGRAM_BACKEND: "kitty", PROGRAM: program, NODE: process.execPath },
      });
    try {
      tmux("new-session", "-d", "-x", "80", "-y", "24", 'exec "$NODE" --input-type=module -e "$PROGRAM"');
      await expect.poll(() => readFile(file, "utf8").catch(() => ""), { timeout: 20_000 }).toMatch(/\n$/);
      expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
        graphics: "halfblock",
        multiplexer: "tmux",
        warnings: [expect.stringContaining("allow-passthrough on")],
      });
    } finally {
      tmux("kill-server");
    }
  },
);
