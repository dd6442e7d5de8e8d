/** `fw format`: text in, formatted text out, as it streams. */
import { once } from "node:events";
import path from "node:path";
import type { Writable } from "node:stream";
import {
  collectReferences,
  createPipeline,
  type PipelineOptions,
  readFormattersConfig,
  type ThemeName,
} from "@framework/shared/format";
import {
  capabilitiesFromEnvironment,
  detectTerminal,
  type TerminalCapabilities,
} from "@framework/shared/terminal";
import { openPager } from "../output/pager.js";
import { readNamed } from "./named-file.js";

export interface FormatFlags {
  width?: number;
  workspace: string;
  color?: "auto" | "always" | "never";
  theme?: ThemeName;
  pager?: boolean;
  pictures?: boolean;
}

type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">;

/** A file goes in pieces of this size, so that a large one is shown while it is formatted. */
const PIECE = 65_536;

/**
 * Formats files, or standard input to its end. Ctrl-C stops drawing, lets out what is held, and leaves with status 130.
 */
export async function runFormat(files: readonly string[], flags: FormatFlags, io: Streams): Promise<void> {
  const { stdin, stdout, stderr } = io;
  const notice = (message: string) => void stderr.write(`${message}\n`);
  const config = await readFormattersConfig(path.resolve(flags.workspace), { onNotice: notice });
  const inputs = (files.length === 0 ? ["-"] : files).map((file) => ({
    folder: path.dirname(file),
    text: file === "-" ? undefined : readNamed(file),
  }));
  const read = await Promise.allSettled(inputs.map(async ({ text }) => text));
  const texts = read.map((result) => (result.status === "fulfilled" ? result.value : ""));
  const detected = await findTerminal(texts, flags, stdout);
  const pager = flags.pager && stdout.isTTY ? await openPager() : undefined;
  const terminal = pager ? inPager(detected) : detected;
  terminal.warnings.forEach(notice);

  const abort = new AbortController();
  const onInterrupt = () => {
    process.exitCode = 130;
    abort.abort();
    stdin.destroy();
  };
  process.once("SIGINT", onInterrupt);
  const target = pager?.input ?? stdout;
  const width = flags.width ?? (pager ? stdout.columns : undefined);
  const options: PipelineOptions = {
    output: (text) => void target.write(text),
    terminal,
    config,
    signal: abort.signal,
    onNotice: notice,
    ...(width !== undefined && { consoleWidth: width }),
    ...(flags.theme !== undefined && { theme: flags.theme }),
  };
  const withPictures = async (folder: string): Promise<PipelineOptions> => {
    if (!flags.pictures || terminal.graphics === null) return options;
    const { PictureFormatter } = await import("../output/picture-formatter.js");
    const columns = width ?? terminal.columns;
    return { ...options, formatters: [new PictureFormatter({ terminal, columns, folder })] };
  };
  const resizes = width === undefined ? stdout : undefined;
  try {
    for (const { folder, text } of inputs) {
      if (abort.signal.aborted) break;
      if (text) await formatFile(await text, await withPictures(folder), target);
      else await formatStream(stdin, await withPictures(folder), target, resizes);
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", onInterrupt);
    await pager?.close();
  }
}

/** What is styled, drawn, or laid out by what the terminal can do. */
const MARKS = /[\\`*_~[\]<>&$#|=]|^[ \t]*(?:[-+]|\d+[.)])[ \t-]/m;
/** What is drawn even where marks stay as they are. */
const DRAWN = /^[^\n]*(?:```|~~~)[ \t]*(?:mermaid|diagramtext)/im;

/** Where nothing depends on what the terminal can do, it is not asked: one that never answers would be waited for. */
async function findTerminal(
  texts: readonly (string | undefined)[],
  flags: FormatFlags,
  stdout: NodeJS.WriteStream,
): Promise<TerminalCapabilities> {
  const env = environment(flags, stdout.isTTY);
  const { isTTY: isTerminal, columns, rows } = stdout;
  const { capabilities } = capabilitiesFromEnvironment(env, { isTerminal, columns, rows });
  const matters = capabilities.color === "none" && !flags.pictures ? DRAWN : MARKS;
  return texts.every((text) => text !== undefined && !matters.test(text))
    ? capabilities
    : await detectTerminal(env);
}

/** `--color` is told to detection the way the environment would tell it. */
function environment({ color = "auto" }: FormatFlags, isTerminal: boolean): NodeJS.ProcessEnv {
  if (color === "auto") return process.env;
  return { ...process.env, FORCE_COLOR: color === "never" ? "0" : isTerminal ? "1" : "2" };
}

/** A pager shows styles and links, but no pictures, and nothing that moves the cursor. */
function inPager(terminal: TerminalCapabilities): TerminalCapabilities {
  return {
    ...terminal,
    isTerminal: false,
    graphics: terminal.color === "none" ? null : "halfblock",
    graphicsIsExplicit: false,
  };
}

async function formatStream(
  input: NodeJS.ReadStream,
  options: PipelineOptions,
  target: Writable,
  resizes: NodeJS.WriteStream | undefined,
): Promise<void> {
  const pipeline = createPipeline(options);
  const onResize = () => pipeline.setConsoleWidth(resizes?.columns || 80);
  resizes?.on("resize", onResize);
  try {
    input.setEncoding("utf8");
    for await (const chunk of input) {
      pipeline.write(String(chunk));
      await pipeline.pending;
      if (target.writableNeedDrain) await once(target, "drain");
    }
  } finally {
    await pipeline.flush();
    resizes?.off("resize", onResize);
  }
}

/** All of a file is known beforehand, so that links find definitions that stand further down. */
async function formatFile(text: string, options: PipelineOptions, target: Writable): Promise<void> {
  const pipeline = createPipeline({ ...options, references: collectReferences(text) });
  for (let start = 0; start < text.length && !options.signal?.aborted; start += PIECE) {
    pipeline.write(text.slice(start, start + PIECE));
    await pipeline.pending;
    if (target.writableNeedDrain) await once(target, "drain");
  }
  await pipeline.flush();
}
