import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// The question is asked by a process of its own, so that a real terminal's modes can be watched from outside.
const folder = mkdtempSync(path.join(tmpdir(), "ask-secret-"));
const script = path.join(folder, "ask.mjs");

beforeAll(() => {
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  const source = fileURLToPath(new URL("ask-secret.ts", import.meta.url));
  const flags = ["--outDir", folder, "--rootDir", path.dirname(path.dirname(source)), "--ignoreConfig"];
  const target = ["--module", "nodenext", "--target", "es2023", "--types", "node"];
  execFileSync(
    process.execPath,
    [path.join(path.dirname(compiler), "bin", "tsc"), source, ...flags, ...target],
    {
      cwd: path.dirname(source),
    },
  );
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    script,
    `import { askSecret } from ${JSON.stringify(pathToFileURL(path.join(folder, "auth", "ask-secret.js")).href)};
     try {
       const key = await askSecret("Key: ", { otherwise: "Run: gateway-auth key <K>" });
       console.log("LENGTH " + key.length + " SUM " + [...key].reduce((sum, letter) => sum + letter.codePointAt(0), 0));
     } catch (error) {
       console.log(error.name + ": " + error.message);
       process.exitCode = error.name === "CancelledError" ? 130 : 2;
     }`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A shell with a job in a terminal, which says at the end how it finds the terminal, and then waits for Enter: what is written right
 * before the last process of a pseudo-terminal ends may be lost on its way.
 */
class Terminal {
  screen = "";
  readonly #pty: IPty;
  #wake = () => {};

  constructor(after = "") {
    const run = `"$0" "$1" & wait_for=$!; echo "PID $wait_for"; wait "$wait_for"`;
    const command =
      after === "signal" ? run.replace(" & ", " <&3 & ").replace(/^/, "exec 3<&0; ") : '"$0" "$1"';
    const report =
      'echo "STATUS $?"; stty -a | tr ";" "\\n" | grep -ow -e "-*echo" -e "-*icanon"; echo END; read -r line';
    this.#pty = spawn("sh", ["-c", `${command}; ${report}`, process.execPath, script], {
      cols: 80,
      rows: 24,
    });
    this.#pty.onData((data) => {
      this.screen += data;
      this.#wake();
    });
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  async shows(text: string | RegExp): Promise<RegExpExecArray> {
    const pattern = typeof text === "string" ? new RegExp(text) : text;
    for (;;) {
      const found = pattern.exec(this.screen);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async restored(): Promise<void> {
    await this.shows("END");
    this.type("\r");
    expect(this.screen).toMatch(/\r\necho\r\n/);
    expect(this.screen).toMatch(/\r\nicanon\r\n/);
    expect(this.screen.lastIndexOf("\u001B[?2004l")).toBeGreaterThan(
      this.screen.lastIndexOf("\u001B[?2004h"),
    );
  }
}

const key = "sk-live-0123456789";
const proof = `LENGTH ${key.length} SUM ${Array.from(key).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)}`;

describe.skipIf(process.platform === "win32")("on a terminal", () => {
  test.each([
    ["typed", `${key}\r`],
    ["typed with mistakes", `${key}xy\u007F\u007F\r`],
    ["pasted", `\u001B[200~ ${key}\r\n\u001B[201~\r`],
    ["ended by Ctrl-D", `${key}\u0004`],
  ])("a key that is %s arrives and is never shown", async (_, keys) => {
    const terminal = new Terminal();
    await terminal.shows("Key: ");
    terminal.type(keys);
    await terminal.shows(proof);
    await terminal.shows("STATUS 0");
    await terminal.restored();
    expect(terminal.screen).not.toContain("sk-live");
  });

  test.each([
    ["Ctrl-C", `${key}\u0003`, "Cancelled."],
    ["Ctrl-D", "\u0004", "Cancelled."],
    ["an empty answer", "\r", "Nothing was entered."],
  ])("%s cancels", async (_, keys, message) => {
    const terminal = new Terminal();
    await terminal.shows("Key: ");
    terminal.type(keys);
    await terminal.shows(`CancelledError: ${message}`);
    await terminal.shows("STATUS 130");
    await terminal.restored();
    expect(terminal.screen).not.toContain("sk-live");
  });

  test("a signal from outside leaves the terminal as it was", async () => {
    const terminal = new Terminal("signal");
    const [, pid] = await terminal.shows(/PID (\d+)\r\n/);
    await terminal.shows("Key: ");
    process.kill(Number(pid), "SIGTERM");
    await terminal.shows("STATUS 143");
    await terminal.restored();
  });
});

test("without a terminal it says what to do instead", () => {
  const { stdout, status } = spawnSync(process.execPath, [script], { input: `${key}\n`, encoding: "utf8" });
  expect(stdout).toBe(
    "ConfigurationError: A key can be asked for only on a terminal; standard input is none. Run: gateway-auth key <K>\n",
  );
  expect(status).toBe(2);
});
