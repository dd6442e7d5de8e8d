/** `fw format`: text in, formatted text out, as it streams. */
import { once } from "node:events";
import path from "node:path";
import { createPipeline, readFormattersConfig } from "@framework/shared/format";
import { detectTerminal } from "@framework/shared/terminal";

export interface FormatFlags {
  width?: number;
  workspace: string;
}

/** Reads standard input to its end. Ctrl-C stops drawing, lets out what is held, and leaves with status 130. */
export async function runFormat(
  flags: FormatFlags,
  io: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">,
): Promise<void> {
  const { stdin, stdout, stderr } = io;
  const notice = (message: string) => void stderr.write(`${message}\n`);
  const config = await readFormattersConfig(path.resolve(flags.workspace), { onNotice: notice });
  const terminal = await detectTerminal();
  terminal.warnings.forEach(notice);

  const abort = new AbortController();
  const pipeline = createPipeline({
    output: (text) => void stdout.write(text),
    terminal,
    config,
    signal: abort.signal,
    onNotice: notice,
    ...(flags.width !== undefined && { consoleWidth: flags.width }),
  });
  const onResize = () => {
    if (flags.width === undefined) pipeline.setConsoleWidth(stdout.columns);
  };
  const onInterrupt = () => {
    process.exitCode = 130;
    abort.abort();
    stdin.destroy();
  };
  stdout.on("resize", onResize);
  process.once("SIGINT", onInterrupt);
  try {
    stdin.setEncoding("utf8");
    for await (const chunk of stdin) {
      pipeline.write(String(chunk));
      await pipeline.pending;
      if (stdout.writableNeedDrain) await once(stdout, "drain");
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    await pipeline.flush();
    stdout.off("resize", onResize);
    process.off("SIGINT", onInterrupt);
  }
}
