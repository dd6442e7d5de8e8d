/** `fw diagram`: one diagram to a file, into the terminal, or as text wherever the output goes. */
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { ConfigurationError, defined } from "@framework/shared";
import {
  chooseLook,
  createRenderers,
  describeSyntaxError,
  DiagramSyntaxError,
  drawAsText,
  drawLegibly,
  readSettings,
  RendererChain,
  type RendererName,
  type RenderRequest,
} from "@framework/shared/format";
import {
  createStyle,
  detectTerminal,
  diagramsAs,
  Picture,
  showPicture,
  shownScale,
  type TerminalCapabilities,
} from "@framework/shared/terminal";
import { whileDrawing } from "../output/while-drawing.js";
import { readNamed, writeNamed } from "./named-file.js";

export interface DiagramFlags {
  output?: string;
  theme?: string;
  look?: string;
  scale?: string;
  background?: string;
  renderer?: RendererName;
  text?: boolean;
  ascii?: boolean;
  columns?: string;
  strict?: boolean;
  png?: boolean;
  inPlace?: boolean;
  watch?: boolean;
}

export type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env">;

/** How to get a renderer that is not there. */
const MENDS: Readonly<Record<RendererName, string>> = {
  cli: "install it with npm install -g @mermaid-js/mermaid-cli",
  remote: "set FW_DIAGRAM_RENDER_URL to a rendering service",
  library: "install @framework/diagram",
};
/** Who names a file wants it drawn; only time ends it. */
export const NAMED_LIMITS = { characters: 1_000_000, edges: 10_000 };
const LEAST_COLUMNS = 20;
const MOST_COLUMNS = 1000;
/** What is written without a terminal has neither colours nor a background. */
const PLAIN: Pick<TerminalCapabilities, "color" | "background"> = { color: "none" };

/** Draws, and says on which line a diagram is wrong. */
export async function runDiagram(file: string, flags: DiagramFlags, io: Streams): Promise<void> {
  const format = outputFormat(flags.output);
  const columns = readColumns(flags.columns);
  const wantsText = flags.text === true || flags.ascii === true || format === "txt";
  if (wantsText && flags.renderer !== undefined && flags.renderer !== "library")
    throw new ConfigurationError(`Text is drawn by the library, not by --renderer ${flags.renderer}.`);
  if (format === "pdf" && flags.renderer !== undefined && flags.renderer !== "library")
    throw new ConfigurationError(`PDF is drawn by the library, not by --renderer ${flags.renderer}.`);
  if (wantsText && format !== "txt" && flags.output !== undefined)
    throw new ConfigurationError(`${flags.output} is no file for text; name one that ends in .txt.`);
  const source = file === "-" ? await readAll(io.stdin) : await readNamed(file);
  const abort = new AbortController();
  const onInterrupt = () => abort.abort();
  process.once("SIGINT", onInterrupt);
  const { signal } = abort;
  const asText = async (terminal: typeof PLAIN, room: number): Promise<string> => {
    let why: string | undefined;
    const drawing = await whileDrawing(
      io.stderr,
      drawAsText(source, terminal, {
        columns: columns ?? room,
        ascii: flags.ascii,
        signal,
        onRepair: onRepairFor(flags, io),
        onFailure: (reason) => (why = reason),
      }),
    );
    if (!drawing)
      throw new ConfigurationError(
        why === undefined
          ? `It cannot be drawn as text here: ${MENDS.library}.`
          : `It cannot be drawn as text: ${why}. -o FILE.svg draws a picture.`,
      );
    if (!drawing.complete) io.stderr.write("Not all of it found room; -o FILE.svg draws a picture.\n");
    return drawing.text;
  };
  try {
    if (format === "txt" && flags.output !== undefined)
      await writeNamed(flags.output, await asText(PLAIN, 80));
    else if (format !== "txt" && flags.output !== undefined)
      await writeNamed(flags.output, await drawPicture(source, flags, format, {}, io, signal));
    else {
      const terminal = await detectTerminal();
      for (const warning of terminal.warnings) io.stderr.write(`${warning}\n`);
      // A renderer that was named draws pictures; it is used where one can be shown.
      const isText = wantsText || (diagramsAs(terminal) !== "picture" && !isPictureRenderer(flags, terminal));
      io.stdout.write(
        isText
          ? await asText(terminal, terminal.columns)
          : await pictureFor(terminal, source, flags, io, signal),
      );
    }
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

const isPictureRenderer = ({ renderer }: DiagramFlags, { graphics }: TerminalCapabilities): boolean =>
  renderer !== undefined && renderer !== "library" && graphics !== null;

async function pictureFor(
  terminal: TerminalCapabilities,
  source: string,
  flags: DiagramFlags,
  io: Streams,
  signal: AbortSignal,
): Promise<string> {
  const { graphics } = terminal;
  if (graphics === null) throw new ConfigurationError("The output shows no pictures. Write a file with -o.");
  const options = { columns: terminal.columns, density: settingsFrom(flags, io).scale };
  const { drawing, remark } = await drawLegibly(
    source,
    async (text) => Picture.fromPng(await drawPicture(text, flags, "png", terminal, io, signal)),
    (picture) => shownScale(picture, graphics, terminal, options),
  );
  if (remark) io.stderr.write(`${remark}; -o FILE.png writes the picture as it was written.\n`);
  return showPicture(drawing, graphics, terminal, options);
}

/** Tells on standard error what was mended; with --strict nothing is. */
const onRepairFor = ({ strict }: DiagramFlags, io: Streams): RenderRequest["onRepair"] =>
  strict ? undefined : (repairs) => void io.stderr.write(`Mended: ${repairs.join("; ")}.\n`);

/** How it is to look, as the flags say. */
export function settingsFrom(
  { theme, look, scale, background }: DiagramFlags,
  io: Streams,
): ReturnType<typeof readSettings> {
  const flags = { theme, look, scale: scale === undefined ? undefined : Number(scale), background };
  return readSettings(defined(flags), io.env, (message) => void io.stderr.write(`${message}\n`));
}

async function drawPicture(
  source: string,
  flags: DiagramFlags,
  format: RenderRequest["format"],
  terminal: Parameters<typeof chooseLook>[1],
  io: Streams,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const settings = settingsFrom(flags, io);
  const wanted = format === "pdf" ? "library" : flags.renderer;
  const renderers = createRenderers(io.env, settings).filter(
    ({ name }) => wanted === undefined || name === wanted,
  );
  const chain = new RendererChain(renderers);
  if (!chain.isAvailable()) {
    const mends = renderers.map(({ name }) => `${name}: ${MENDS[name]}`);
    throw new ConfigurationError(`Nothing here can draw diagrams. ${mends.join("; ")}.`);
  }
  return whileDrawing(
    io.stderr,
    chain.render({
      source,
      format,
      scale: settings.scale,
      ...chooseLook(settings, terminal),
      signal,
      limits: NAMED_LIMITS,
      onRepair: onRepairFor(flags, io),
    }),
  );
}

function outputFormat(output: string | undefined): RenderRequest["format"] | "txt" {
  const extension = output === undefined ? ".png" : path.extname(output).toLowerCase();
  if (extension === ".png") return "png";
  if (extension === ".svg") return "svg";
  if (extension === ".txt") return "txt";
  if (extension === ".pdf") return "pdf";
  throw new ConfigurationError(`${output} is neither a .png nor a .svg nor a .pdf nor a .txt file.`);
}

function readColumns(columns: string | undefined): number | undefined {
  if (columns === undefined) return undefined;
  const number = Number(columns);
  if (Number.isInteger(number) && number >= LEAST_COLUMNS && number <= MOST_COLUMNS) return number;
  throw new ConfigurationError(
    `--columns must be a whole number from ${LEAST_COLUMNS} to ${MOST_COLUMNS}, not ${columns}.`,
  );
}
