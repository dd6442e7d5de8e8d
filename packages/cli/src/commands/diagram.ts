/** `fw diagram`: one diagram to a file, or into the terminal. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { ConfigurationError } from "@framework/shared";
import {
  chooseLook,
  createRenderers,
  describeSyntaxError,
  DiagramSyntaxError,
  readSettings,
  RendererChain,
  type RendererName,
} from "@framework/shared/format";
import { createStyle, detectTerminal, Picture, showPicture } from "@framework/shared/terminal";

export interface DiagramFlags {
  output?: string;
  theme?: string;
  look?: string;
  scale?: string;
  background?: string;
  renderer?: RendererName;
}

/** How to get a renderer that is not there. */
const MENDS: Readonly<Record<RendererName, string>> = {
  cli: "install it with npm install -g @mermaid-js/mermaid-cli",
  remote: "set FW_DIAGRAM_RENDER_URL to a rendering service",
  library: "install @framework/diagram",
};

/** Draws, and says on which line a diagram is wrong. */
export async function runDiagram(
  file: string,
  flags: DiagramFlags,
  io: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env">,
): Promise<void> {
  const kind = outputFormat(flags.output);
  const source = file === "-" ? await readAll(io.stdin) : await readSource(file);
  const { theme, look, scale, background } = flags;
  const settings = readSettings(
    {
      ...(theme !== undefined && { theme }),
      ...(look !== undefined && { look }),
      ...(scale !== undefined && { scale: Number(scale) }),
      ...(background !== undefined && { background }),
    },
    io.env,
    (message) => void io.stderr.write(`${message}\n`),
  );
  const renderers = createRenderers(io.env, settings).filter(
    ({ name }) => flags.renderer === undefined || name === flags.renderer,
  );
  const chain = new RendererChain(renderers);
  if (!chain.isAvailable()) {
    const mends = renderers.map(({ name }) => `${name}: ${MENDS[name]}`);
    throw new ConfigurationError(`Nothing here can draw diagrams. ${mends.join("; ")}.`);
  }
  const abort = new AbortController();
  const onInterrupt = () => abort.abort();
  process.once("SIGINT", onInterrupt);
  const draw = (chosen: ReturnType<typeof chooseLook>) =>
    chain.render({ source, format: kind, scale: settings.scale, ...chosen, signal: abort.signal });
  try {
    if (flags.output !== undefined) {
      await writeFile(flags.output, await draw(chooseLook(settings, {})));
      return;
    }
    const terminal = await detectTerminal();
    for (const warning of terminal.warnings) io.stderr.write(`${warning}\n`);
    if (terminal.graphics === null) {
      throw new ConfigurationError(
        "The output shows no pictures. Write a file with -o, or set FW_DIAGRAM_BACKEND to tcgfx_a, tcgfx_b or sixel.",
      );
    }
    const picture = Picture.fromPng(await draw(chooseLook(settings, terminal)));
    const options = { columns: terminal.columns, density: settings.scale };
    io.stdout.write(showPicture(picture, terminal.graphics, terminal, options));
  } catch (error) {
    if (abort.signal.aborted) process.exitCode = 130;
    else if (error instanceof DiagramSyntaxError) {
      const style = createStyle(io.stderr.isTTY && !io.env["NO_COLOR"] ? "ansi16" : "none");
      io.stderr.write(describeSyntaxError(error, source, style));
      process.exitCode = 1;
    } else throw error;
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

function outputFormat(output: string | undefined): "png" | "svg" {
  const extension = output === undefined ? ".png" : path.extname(output).toLowerCase();
  if (extension === ".png") return "png";
  if (extension === ".svg") return "svg";
  throw new ConfigurationError(`${output} is neither a .png nor a .svg file.`);
}

async function readSource(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${file} cannot be read: ${reason}.`, { cause: error });
  }
}
