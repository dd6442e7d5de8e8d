import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Picture } from "@framework/shared/terminal";
import { spawn as spawnTerminal } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { beforeAll, describe, expect, test } from "vitest";

const FW = fileURLToPath(new URL("../../bin/fw.js", import.meta.url));

/** Stands in for the command-line renderer. */
const FAKE_COMMAND = `#!${process.execPath}
const fs = require("node:fs");
const source = fs.readFileSync(0, "utf8");
if (source.includes("SYNTAX")) {
  console.error("Error: Parse error on line 2:\\nExpecting 'NODE', got 'EOF'");
  process.exit(1);
}
const output = process.argv[process.argv.indexOf("-o") + 1];
fs.writeFileSync(output, output.endsWith(".svg") ? "<svg/>" : fs.readFileSync(process.env.PICTURE));
`;

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-commands-"));
  // Elsewhere: a command from inside the folder one works in is never run.
  const command = path.join(await mkdtemp(path.join(tmpdir(), "fw-tools-")), "mmdc");
  await writeFile(command, FAKE_COMMAND);
  await chmod(command, 0o755);
  const data = new Uint8Array(80 * 40 * 4).fill(255);
  for (let pixel = 0; pixel < 80 * 20; pixel += 1) data.set([200, 0, 0], pixel * 4);
  await writeFile(path.join(folder, "picture.png"), Picture.fromPixels({ width: 80, height: 40, data }).png);
  env = {
    PATH: `${path.dirname(command)}:${process.env["PATH"] ?? ""}`,
    PICTURE: path.join(folder, "picture.png"),
    FW_VISION_DIR: path.join(folder, "vision"),
    TERM: "xterm-256color",
  };
});

async function fw(args: string[], input: string, extra: Record<string, string> = {}) {
  const child = spawn(process.execPath, [FW, ...args], { env: { ...env, ...extra }, cwd: folder });
  child.stdin.end(input);
  const [stdout, stderr, status] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  return { stdout, stderr, status };
}

const DIAGRAM = "```mermaid\ngraph TD\nA --> B\n```\n";

describe("fw format", () => {
  test("into a pipe: tables are drawn, diagrams stay text, nothing has colours", async () => {
    const input = `# Title\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n${DIAGRAM}\x1b[31mend`;
    expect(await fw(["format"], input)).toEqual({
      stdout: `# Title\n\n┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n\n${DIAGRAM}end`,
      stderr: "",
      status: 0,
    });
  });

  test("a backend that is set draws into a pipe too", async () => {
    const { stdout } = await fw(["format"], `before\n${DIAGRAM}after\n`, { FW_DIAGRAM_BACKEND: "sixel" });
    expect(stdout).toMatch(
      /^before\n[^]*\x1bP0;1;0q[^]*\x1b\\[^]*\[saved: .*diagramtext_001\.png\]\nafter\n$/,
    );
  });

  test("text that is asked for is drawn into a pipe too, and the picture is saved", async () => {
    const { stdout } = await fw(["format"], `before\n${DIAGRAM}after\n`, { FW_DIAGRAM_BACKEND: "text" });
    expect(stdout).toMatch(
      /^before\n┌───┐\n│ A │\n└─┬─┘\n {2}│\n {2}▼\n┌───┐\n│ B │\n└───┘\n\[saved: .*diagramtext_\d+\.png\]\nafter\n$/,
    );
  });

  test("--width bounds tables", async () => {
    const { stdout } = await fw(["format", "--width", "24"], `| a |\n|---|\n| ${"word ".repeat(12)}|\n`);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBe(24);
  });

  test("--workspace: the configuration there counts, and a fault in it is told", async () => {
    const workspace = await mkdtemp(path.join(folder, "workspace-"));
    await mkdir(path.join(workspace, ".fw"));
    const file = path.join(workspace, ".fw", "formatters.json");
    await writeFile(file, '{"formatters": [{"name": "table_formatter", "enabled": false}]}');
    expect((await fw(["format", "--workspace", workspace], "| a |\n|---|\n")).stdout).toBe("| a |\n|---|\n");
    await writeFile(file, '{"formatters": [{"name": "table"}]}');
    const { status, stderr } = await fw(["format", "--workspace", workspace], "");
    expect(status).toBe(2);
    expect(stderr).toContain('No formatter is called "table"');
  });

  test("a wrong setting is named on standard error", async () => {
    const { stderr, status } = await fw(["format"], "x", { FW_DIAGRAM_BACKEND: "braille" });
    expect(stderr).toContain('FW_DIAGRAM_BACKEND="braille" is ignored');
    expect(status).toBe(0);
  });

  test("text comes out as it comes in; characters cut in two arrive whole", async () => {
    const child = spawn(process.execPath, [FW, "format"], { env, stdio: ["pipe", "pipe", "inherit"] });
    const [first, second] = [Buffer.from("Grüße").subarray(0, 3), Buffer.from("Grüße").subarray(3)];
    child.stdout.setEncoding("utf8");
    const next = () => new Promise<unknown>((resolve) => child.stdout.once("data", resolve));
    child.stdin.write(first);
    expect(await next()).toBe("Gr");
    child.stdin.write(second);
    expect(await next()).toBe("üße");
    child.stdin.end();
    await new Promise((resolve) => child.on("close", resolve));
  });

  test("a reader that leaves is no failure", async () => {
    const child = spawn(
      "sh",
      ["-c", `yes line | head -100000 | "${process.execPath}" "${FW}" format | head -1`],
      { env },
    );
    const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
    expect({ stdout, stderr }).toEqual({ stdout: "line\n", stderr: "" });
  });
});

/** A sign that no terminal shows. */
const END = "\x1e";

/**
 * Runs a shell command in a terminal, types `input` once it is ready, and gives the screen when it has ended. The shell waits for
 * Enter then: what is written right before the last process of a pseudo-terminal ends may be lost on its way.
 */
async function onScreen(command: string, extra: Record<string, string> = {}, input = "") {
  const size = { cols: 60, rows: 30 };
  const screen = new headless.Terminal({ ...size, allowProposedApi: true });
  const held = `${command}; printf '\\036'; read -r line`;
  const terminal = spawnTerminal("sh", ["-c", held], { ...size, cwd: folder, env: { ...env, ...extra } });
  screen.onData((answer) => terminal.write(answer));
  let raw = "";
  terminal.onData((data) => {
    raw += data;
    screen.write(data);
    if (input !== "" && raw.includes("READY")) {
      terminal.write(input);
      input = "";
    }
    if (raw.endsWith(END)) terminal.write("\r");
  });
  await new Promise((resolve) => terminal.onExit(resolve));
  await new Promise<void>((resolve) => screen.write("", resolve));
  const lines = Array.from({ length: size.rows }, (_, row) => screen.buffer.active.getLine(row));
  const text = lines.map((line) => line?.translateToString(true) ?? "");
  return { text, raw, cell: (row: number, column: number) => lines[row]?.getCell(column) };
}

describe("in a terminal", () => {
  test("a diagram can be read where no picture can be shown, and its picture is saved", async () => {
    await writeFile(path.join(folder, "answer.md"), `**before**\n${DIAGRAM}after\n`);
    const { text } = await onScreen(`"${process.execPath}" "${FW}" format < answer.md; echo '$'`, {
      COLORTERM: "truecolor",
    });
    expect(text.slice(0, 9)).toEqual([
      "before",
      "┌───┐",
      "│ A │",
      "└─┬─┘",
      "  │",
      "  ▼",
      "┌───┐",
      "│ B │",
      "└───┘",
    ]);
    // The path may take several rows.
    expect(text.slice(9).join("")).toMatch(/^\[saved: .*diagramtext_\d+\.png\]after\$$/);
  });

  test("a diagram is drawn between the text before and after it, and no answer of the terminal is left", async () => {
    await writeFile(path.join(folder, "answer.md"), `**before**\n${DIAGRAM}after\n`);
    const { text, cell } = await onScreen(`"${process.execPath}" "${FW}" format < answer.md; echo '$'`, {
      COLORTERM: "truecolor",
      FW_DIAGRAM_BACKEND: "halfblock",
    });
    const saved = text.findIndex((line) => line.startsWith("[saved: "));
    expect(text[0]).toBe("before");
    expect(cell(0, 0)?.isBold()).toBeTruthy();
    expect(cell(1, 0)?.getBgColor()).toBe(0xc80000);
    expect(cell(saved - 1, 0)?.getBgColor()).toBe(0xffffff);
    expect(
      text
        .slice(saved + 1)
        .join("\n")
        .replace(/^.*png\]\n/, "")
        .trimEnd(),
    ).toBe("after\n$");
  });

  test("Ctrl-C ends it with status 130 and what it held", async () => {
    // What writes into the pipe outlives Ctrl-C, until nobody reads any more.
    const writer = `process.on("SIGINT", () => setInterval(() => process.stdout.write("."), 20));
      process.stdout.on("error", () => process.exit());
      process.stdout.write("READY **held");
      setInterval(() => {}, 1000);`;
    const { raw } = await onScreen(
      `trap : INT; "${process.execPath}" -e "$WRITER" | "${process.execPath}" "${FW}" format; echo " STATUS $?"`,
      { WRITER: writer },
      "\x03",
    );
    expect(raw).toMatch(/READY[^]* \*\*held\.* STATUS 130/);
  });
});

describe("fw diagram", () => {
  test("writes PNG and SVG files", async () => {
    await writeFile(path.join(folder, "a.mmd"), "graph TD\nA --> B\n");
    expect(await fw(["diagram", "a.mmd", "-o", "a.png"], "")).toEqual({ stdout: "", stderr: "", status: 0 });
    expect(await readFile(path.join(folder, "a.png"))).toEqual(await readFile(env["PICTURE"] ?? ""));
    await fw(["diagram", "-", "-o", "a.svg"], "graph TD");
    expect(await readFile(path.join(folder, "a.svg"), "utf8")).toBe("<svg/>");
  });

  test("a syntax error: status 1, with the line", async () => {
    const { status, stderr } = await fw(["diagram", "-", "-o", "b.png"], "graph TD\nSYNTAX -->\n");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "✗ diagram not drawn: syntax error on line 2\n  2 │ SYNTAX -->\n    │ ^^^^^^^^^^\n  Expecting 'NODE', got 'EOF'\n",
    );
  });

  test("shows the picture in a terminal", async () => {
    await writeFile(path.join(folder, "a.mmd"), "graph TD\nA --> B\n");
    const { cell } = await onScreen(`"${process.execPath}" "${FW}" diagram a.mmd`, {
      COLORTERM: "truecolor",
      FW_DIAGRAM_BACKEND: "halfblock",
    });
    expect(cell(0, 0)?.getBgColor()).toBe(0xc80000);
  });

  const BOXES = "┌───┐      ┌───┐\n│ A ├─────►│ B │\n└───┘      └───┘\n";

  test.each([
    ["into a pipe", [], {}, BOXES],
    ["in ASCII", ["--ascii"], {}, "+---+      +---+\n| A +----->| B |\n+---+      +---+\n"],
    ["where pictures are turned off", [], { FW_DIAGRAM_BACKEND: "off" }, BOXES],
    ["where a protocol is set", ["--text"], { FW_DIAGRAM_BACKEND: "sixel" }, BOXES],
    ["in a dumb terminal", [], { TERM: "dumb" }, BOXES],
  ])("text %s", async (_, flags, extra, expected) => {
    const args = ["diagram", "-", "--columns", "20", ...flags];
    expect(await fw(args, "graph LR\nA --> B", extra)).toEqual({ stdout: expected, stderr: "", status: 0 });
  });

  test("more edges than a text can show are drawn as a picture, and the text says why it is none", async () => {
    const source = `graph LR\n${"A --> B\n".repeat(501)}`;
    const { status, stderr } = await fw(["diagram", "-", "--text"], source);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/more than 500 edges.*-o FILE\.svg/)]);
    expect(await fw(["diagram", "-", "-o", "many.svg"], source)).toMatchObject({ stderr: "", status: 0 });
  });

  test("text in a terminal without pictures, and in a file", async () => {
    await writeFile(path.join(folder, "b.mmd"), "graph LR\nA --> B\n");
    const { text } = await onScreen(`"${process.execPath}" "${FW}" diagram b.mmd`, {
      COLORTERM: "truecolor",
    });
    expect(text[1]).toBe("│ A ├─────►│ B │");
    expect(await fw(["diagram", "b.mmd", "-o", "b.txt"], "")).toEqual({ stdout: "", stderr: "", status: 0 });
    expect(await readFile(path.join(folder, "b.txt"), "utf8")).toContain("│ A ├─────►│ B │");
  });

  test.each([
    [["diagram", "-", "--columns", "3"], /--columns must be a whole number from 20/],
    [["diagram", "-", "--text", "-o", "x.png"], /x\.png is no file for text/],
    [["diagram", "-", "--text", "--renderer", "cli"], /Text is drawn by the library/],
    [["diagram", "missing.mmd", "-o", "x.png"], /missing\.mmd cannot be read/],
    [["diagram", "-", "-o", "x.gif"], /x\.gif is neither/],
    [
      ["diagram", "-", "-o", "x.png", "--theme", "pink"],
      /theme must be one of default, dark, forest, neutral/,
    ],
    [["diagram", "-", "-o", "x.png", "--scale", "0"], /scale must be a whole number/],
    [["diagram", "-", "-o", "x.png", "--renderer", "remote"], /set FW_DIAGRAM_RENDER_URL/],
    [["diagram", "-", "-o", "x.png", "--renderer", "magic"], /Allowed choices are cli, remote, library/],
  ])("%j: status 2", async (args, message) => {
    const { status, stderr } = await fw(args, "graph TD");
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
