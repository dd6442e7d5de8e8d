/** The diagram formatter with a command that stands in for the renderer's, and a folder for its pictures. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FormatterSettings } from "../format/config.js";
import { createPipeline, type Pipeline } from "../format/pipeline.js";
import { capabilitiesFromEnvironment, type TerminalCapabilities } from "../terminal/capabilities.js";
import { Picture } from "../terminal/image/picture.js";

/** Stands in for the command-line renderer: what it does is said in the source it is given. */
const FAKE_COMMAND = `#!${process.execPath}
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const source = fs.readFileSync(0, "utf8");
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
if (source.includes("HANG")) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  fs.writeFileSync(process.env.PID_FILE, String(child.pid));
  setInterval(() => {}, 1000);
} else if (source.includes("SYNTAX")) {
  console.error("Error: Parse error on line 2:\\n...A -->\\n-----^\\nExpecting 'NODE', got 'EOF'");
  process.exitCode = 1;
} else if (source.includes("BROKEN")) {
  console.error("\\u001b[31mError: Could not find Chrome\\u001b[0m");
  process.exitCode = 1;
} else {
  fs.writeFileSync(option("-o"), fs.readFileSync(process.env.PICTURE));
  const record = { argv: process.argv.slice(2), secret: process.env.FW_GATEWAY_API_KEY, browser: fs.readFileSync(option("-p"), "utf8") };
  fs.writeFileSync(process.env.RECORD, JSON.stringify(record));
}
`;

export const folder = mkdtempSync(path.join(tmpdir(), "fw-test-"));
const command = path.join(folder, "bin", "mmdc");
mkdirSync(path.dirname(command));
writeFileSync(command, FAKE_COMMAND);
chmodSync(command, 0o755);

export const picture = Buffer.from(
  Picture.fromPixels({ width: 160, height: 64, data: new Uint8Array(160 * 64 * 4).fill(200) }).png,
);
writeFileSync(path.join(folder, "picture.png"), picture);

export const withCommand = {
  PATH: path.join(folder, "bin"),
  PICTURE: path.join(folder, "picture.png"),
  RECORD: path.join(folder, "record.json"),
  PID_FILE: path.join(folder, "pid"),
  FW_GATEWAY_API_KEY: "secret",
};

/** What the command was called with. */
export const record = async (): Promise<{ argv: string[]; secret?: string; browser: string }> =>
  JSON.parse(await readFile(withCommand.RECORD, "utf8"));

export const kitty = capabilitiesFromEnvironment(
  { TERM: "xterm-kitty" },
  { isTerminal: true, columns: 80, rows: 24 },
).capabilities;

export interface RunOptions {
  env?: Record<string, string>;
  terminal?: TerminalCapabilities;
  config?: Record<string, unknown>;
  chunk?: number;
  signal?: AbortSignal;
}

/** Runs text through a pipeline whose pictures go to a fresh folder. */
export async function run(text: string, options: RunOptions = {}) {
  const vision = path.join(await mkdtemp(path.join(folder, "vision-")), "pictures");
  const parts: string[] = [];
  const notices: string[] = [];
  const settings: FormatterSettings = {
    name: "diagramtext_formatter",
    enabled: true,
    config: options.config ?? {},
  };
  const pipeline: Pipeline = createPipeline({
    output: (part) => parts.push(part),
    terminal: options.terminal ?? kitty,
    config: [settings],
    env: { FW_VISION_DIR: vision, ...(options.env ?? withCommand) },
    onNotice: (notice) => notices.push(notice),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const size = options.chunk ?? text.length;
  for (let start = 0; start < text.length; start += size) pipeline.write(text.slice(start, start + size));
  await pipeline.flush();
  const output = parts.join("");
  const shown = output
    .replaceAll(/(?:\x1b_G[^\x1b]*\x1b\\)+/g, "<picture>")
    .replaceAll(/\x1b\[[\d;]*m|\x1b[78]|\x1b\[\d+[AB]|\r/g, "")
    .replaceAll(/… drawing [^\x1b]*\x1b\[K/g, "")
    .replaceAll(vision, "VISION");
  return { output, shown, parts, notices, vision, observations: pipeline.takeObservations() };
}

export const DIAGRAM = "```diagramtext\ngraph TD\nA --> B\n```\n";
