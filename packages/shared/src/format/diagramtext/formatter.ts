/** Fenced diagrams become pictures, or text where no picture can be shown. */
import { pathToFileURL } from "node:url";
import { capabilitiesFromEnvironment, diagramsAs } from "../../terminal/capabilities.js";
import { Picture } from "../../terminal/image/picture.js";
import { pngSize } from "../../terminal/image/png.js";
import { showPicture, shownScale } from "../../terminal/image/show.js";
import { shadeOf } from "../../terminal/palette.js";
import { sanitize } from "../../terminal/sanitize.js";
import { createStyle } from "../../terminal/style.js";
import { withoutIndent, type Fence } from "../fences.js";
import type { FormatterContext, FormatterOutput, Rendered } from "../formatter.js";
import { LineFormatter, type LineDecision } from "../line-formatter.js";
import { Artifacts } from "./artifacts.js";
import { diagramKind } from "./kinds.js";
import { drawLegibly } from "./legible.js";
import { OrderedOutput } from "./ordered-output.js";
import { DiagramSyntaxError, NoRendererError, RendererChain, type RenderRequest } from "./renderer.js";
import { createRenderers } from "./renderers.js";
import { chooseLook, readSettings, type DiagramSettings } from "./settings.js";
import { describeSyntaxError, syntaxErrorFeedback } from "./syntax-error.js";
import { drawAsText } from "./text-drawing.js";
import { messageOf } from "../../provider/errors.js";

/** A larger block is no diagram that anything could draw; it is let through as text. */
const MAX_SOURCE = 200_000;

const INSTALL_HINT = "npm install -g @mermaid-js/mermaid-cli";

/** What the formatter needs of what all of them share. */
type DiagramContext = Pick<
  FormatterContext,
  "terminal" | "style" | "consoleWidth" | "env" | "signal" | "notify"
>;

/** A diagram block: its lines as written and what they mean. */
interface Block {
  readonly fence: Fence;
  written: string;
  source: string;
  /** How wide it may be drawn. */
  readonly columns: number;
}

/**
 * `diagramtext_formatter`: draws fenced `diagramtext` (or `mermaid`) blocks as pictures. While one is drawn, the
 * text after it waits; what cannot be drawn is passed through as it was written.
 */
export class DiagramTextFormatter extends LineFormatter {
  readonly name = "diagramtext_formatter";
  readonly priority = 28;
  readonly #context: DiagramContext;
  #settings: DiagramSettings;
  #width: number;
  #renderers: RendererChain;
  readonly #artifacts: Artifacts;
  #block: Block | undefined;
  #output: OrderedOutput | undefined;

  constructor(context: DiagramContext) {
    super();
    this.#context = context;
    this.#settings = readSettings({}, context.env, () => {});
    this.#width = context.consoleWidth;
    this.#renderers = new RendererChain(createRenderers(context.env, this.#settings));
    this.#artifacts = new Artifacts(context.env["FW_VISION_DIR"] || undefined, context.notify);
  }

  /** Takes the configuration of `.fw/formatters.json`; artifacts are numbered from 001 again. */
  initialize(config: Readonly<Record<string, unknown>> = {}): void {
    const { env, notify, consoleWidth } = this.#context;
    this.#settings = readSettings(config, env, notify);
    this.#width = this.#settings.consoleWidth ?? consoleWidth;
    this.#renderers = new RendererChain(createRenderers(env, this.#settings), notify);
    this.#artifacts.reset();
  }

  setConsoleWidth(width: number): void {
    this.#width = width;
  }

  isRendererAvailable(): boolean {
    return this.#renderers.isAvailable();
  }

  get pending(): Promise<void> | undefined {
    return this.#output?.pending;
  }

  override write(text: string, out: FormatterOutput): void {
    super.write(text, this.#ordered(out));
  }

  override pass(piece: Rendered, out: FormatterOutput): void {
    super.pass(piece, this.#ordered(out));
  }

  override flush(out: FormatterOutput): Promise<void> | void {
    void super.flush(this.#ordered(out));
    return this.pending;
  }

  #ordered(out: FormatterOutput): OrderedOutput {
    if (this.#output?.target !== out) this.#output = new OrderedOutput(out);
    return this.#output;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (diagramsAs(this.#context.terminal) === "none") return "stream";
    return this.#block ? "hold" : super.decide(head, out);
  }

  protected override takeLine(line: string, out: FormatterOutput): void {
    const event = this.fences.line(line);
    const { open } = this.fences;
    if (event === "open" && open && /^(?:diagramtext|mermaid)$/.test(open.tag)) {
      this.#block = {
        fence: open,
        written: line,
        source: "",
        columns: this.#width - (this.block?.frame.width ?? 0),
      };
      this.#renderers.prepare();
      return;
    }
    const block = this.#block;
    if (!block) {
      out.text(line);
      return;
    }
    block.written += line;
    if (event === "close") this.#draw(block, true);
    else if (block.written.length > MAX_SOURCE) {
      this.#block = undefined;
      out.text(block.written);
    } else block.source += withoutIndent(line, block.fence);
  }

  /** A block that was never closed is drawn if it can be. */
  protected override finish(): void {
    if (this.#block) this.#draw(this.#block, false);
  }

  #draw(block: Block, isClosed: boolean): void {
    this.#block = undefined;
    this.#output?.run((target) => this.#put(block, isClosed, target));
  }

  async #put(block: Block, isClosed: boolean, target: FormatterOutput): Promise<void> {
    const { style, terminal, signal } = this.#context;
    if (block.source.trim() === "") {
      this.#passThrough(block, target);
      return;
    }
    const erase = terminal.isTerminal && this.isRendererAvailable() ? "\r\x1b[K" : "";
    if (erase) target.rendered({ output: style.dim(`… drawing ${diagramKind(block.source)}`) });
    try {
      const mended = new Set<string>();
      // A block that was cut off is drawn as it is or not at all.
      const onRepair = isClosed
        ? (repairs: readonly string[]) => repairs.forEach((one) => mended.add(one))
        : undefined;
      const picture = await this.#picture(block, onRepair);
      const note = mended.size > 0 ? hint(`mended: ${[...mended].join("; ")}`, style.dim) : "";
      target.rendered({
        output: erase + picture.output + note,
        ...(picture.observation && { observation: picture.observation }),
      });
    } catch (error) {
      if (erase) target.rendered({ output: erase });
      this.#passThrough(block, target);
      if (signal?.aborted || !isClosed) return;
      target.rendered(this.#explain(error, block.source));
    }
  }

  /** The drawing as the terminal can show it; the picture is saved in any case. */
  async #picture({ source, columns }: Block, onRepair: RenderRequest["onRepair"]): Promise<Rendered> {
    const { terminal, style, signal } = this.#context;
    const asText = diagramsAs(terminal) === "text";
    const drawing = asText ? await drawAsText(source, terminal, { columns, signal, onRepair }) : undefined;
    if (!drawing && terminal.graphics === null) throw new Error("it cannot be drawn as text here");
    try {
      // A picture that is only saved lies on no terminal.
      const look = chooseLook(this.#settings, drawing ? { ...terminal, isTerminal: false } : terminal);
      const { scale } = this.#settings;
      const draw = (text: string) =>
        this.#renderers.render({ source: text, format: "png", scale, ...look, signal, onRepair });
      if (drawing) return await this.#saved(await draw(source), drawing.text, source);
      const options = { columns, density: scale };
      const backend = terminal.graphics ?? "halfblock";
      const found = await drawLegibly(source, draw, (one) =>
        shownScale(pngSize(one), backend, terminal, options),
      );
      const { drawing: png, remark } = found;
      // Who asked for pictures, or for so little room, gets them.
      const isAsked = terminal.graphicsIsExplicit || this.#settings.consoleWidth !== undefined;
      const text =
        found.isLegible || isAsked
          ? undefined
          : await drawAsText(source, terminal, { columns, signal, onRepair });
      if (text?.complete)
        return await this.#saved(png, text.text, source, "as text: too wide for this window");
      const shown = showPicture(Picture.fromPng(png), backend, terminal, options);
      return await this.#saved(png, shown, source, remark);
    } catch (error) {
      if (!drawing || signal?.aborted) throw error;
      return {
        output: `${drawing.text}${hint(`the picture was not saved: ${messageOf(error)}`, style.dim)}`,
      };
    }
  }

  async #saved(png: Uint8Array, shown: string, source: string, remark?: string): Promise<Rendered> {
    const { style, terminal } = this.#context;
    try {
      const path = await this.#artifacts.save(png);
      const saved = `[saved: ${remark && terminal.links ? fileLink(path) : path}]`;
      const notes = (remark ? [`[${remark}]`, saved] : [saved]).map((note) => `${style.dim(note)}\n`);
      return {
        output: shown + notes.join(""),
        observation: { kind: "picture", path, source },
      };
    } catch (error) {
      return { output: `${shown}${hint(`the picture was not saved: ${messageOf(error)}`, style.dim)}` };
    }
  }

  #passThrough({ written }: Block, target: FormatterOutput): void {
    target.text(written.endsWith("\n") ? written : `${written}\n`);
  }

  #explain(error: unknown, source: string): Rendered {
    const { style } = this.#context;
    if (error instanceof DiagramSyntaxError) {
      return {
        output: describeSyntaxError(error, source, style),
        observation: { kind: "syntax-error", message: syntaxErrorFeedback(error, source), source },
      };
    }
    const install = error instanceof NoRendererError ? `; to draw it: ${INSTALL_HINT}` : "";
    return { output: hint(`diagram not drawn: ${messageOf(error)}${install}`, style.dim) };
  }
}

const hint = (text: string, dim: (text: string) => string) =>
  `${dim(`[${sanitize(text).replaceAll("\n", " ")}]`)}\n`;

const fileLink = (path: string) => `\x1b]8;;${pathToFileURL(path).href}\x1b\\${path}\x1b]8;;\x1b\\`;

/** Makes the formatter by itself, for a pipeline that is put together by hand. */
export function createPlugin(context: Partial<DiagramContext> = {}): DiagramTextFormatter {
  const env = context.env ?? process.env;
  const { isTTY: isTerminal, columns, rows } = process.stdout;
  const terminal =
    context.terminal ?? capabilitiesFromEnvironment(env, { isTerminal, columns, rows }).capabilities;
  return new DiagramTextFormatter({
    terminal,
    style: createStyle(terminal.color, shadeOf(terminal.background)),
    consoleWidth: terminal.columns,
    env,
    notify: () => {},
    ...context,
  });
}
