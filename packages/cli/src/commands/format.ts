/** `fw format`: text in, formatted text out, as it streams. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Writable } from "node:stream";
import { ConfigurationError } from "@framework/shared";
import {
  collectReferences,
  createPipeline,
  type PipelineOptions,
  readFormattersConfig,
  type ThemeName,
} from "@framework/shared/format";
import { detectTerminal, type TerminalCapabilities } from "@framework/shared/terminal";
import { openPager } from "../output/pager.js";

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
  const detected = await detectTerminal(environment(flags, stdout.isTTY));
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
    for (const file of files.length === 0 ? ["-"] : files) {
      if (abort.signal.aborted) break;
      if (file === "-") await formatStream(stdin, await withPictures("."), target, resizes);
      else await formatFile(file, await withPictures(path.dirname(file)), target);
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", onInterrupt);
    await pager?.close();
  }
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
async function formatFile(file: string, options: PipelineOptions, target: Writable): Promise<void> {
  const text = await readText(file);
  const pipeline = createPipeline({ ...options, references: collectReferences(text) });
  for (let start = 0; start < text.length && !options.signal?.aborted; start += PIECE) {
    pipeline.write(text.slice(start, start + PIECE));
    await pipeline.pending;
    if (target.writableNeedDrain) await once(target, "drain");
  }
  await pipeline.flush();
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${file} cannot be read: ${reason}.`, { cause: error });
  }
}
