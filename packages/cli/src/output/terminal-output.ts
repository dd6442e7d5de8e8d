/** The events of a chat for a person at a terminal: formatted text, and under it what goes on. */
import {
  type ApprovalQuestion,
  type Client,
  type Environment,
  exactText,
  type Session,
  type StreamEvent,
} from "@framework/shared";
import {
  createPipeline,
  type Pipeline,
  readFormattersConfig,
  WordWrap,
  wrapWords,
} from "@framework/shared/format";
import {
  createStyle,
  detectTerminal,
  sanitize,
  Sanitizer,
  shadeOf,
  type Style,
} from "@framework/shared/terminal";
import { approvalView } from "./approval-view.js";
import { notMoreThanEvery, type Output, type ReasoningView, type Tone, turnNote } from "./output.js";
import { createScreen, type Screen } from "./screen.js";
import { oneLine } from "./one-line.js";
import { argumentsLine, resultLines } from "./tool-display.js";
import { spinner, TurnMeter, windowUse } from "./turn-meter.js";

interface TerminalOutputOptions {
  readonly workspace: string;
  readonly env: Environment;
}

/** Finds out what the terminal can do and makes the output for it. */
export async function createTerminalOutput(options: TerminalOutputOptions): Promise<TerminalOutput> {
  const { env, workspace } = options;
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const [terminal, config] = await Promise.all([
    detectTerminal(env),
    readFormattersConfig(workspace, { env, onNotice }),
  ]);
  const style = createStyle(terminal.color, shadeOf(terminal.background));
  const canMove = (env["TERM"] ?? "dumb") !== "dumb";
  const screen = createScreen(process.stdout, { canMove, dim: style.dim });
  const pipeline = createPipeline({
    output: (text) => screen.write(text),
    terminal,
    // One cell stays free, so that no line of ours ends at the edge.
    consoleWidth: screen.columns - 1,
    config,
    env,
    onNotice: (text) => output.note(text),
  });
  const view = env["FW_REASONING"]?.trim() || "full";
  const output = new TerminalOutput({
    screen,
    pipeline,
    style,
    canMove,
    reasoning: view === "fold" ? "fold" : "full",
  });
  process.stdout.on("resize", () => pipeline.setConsoleWidth(screen.columns - 1));
  for (const warning of [...terminal.warnings, ...notices]) output.note(warning);
  if (view !== output.reasoning) output.note(`FW_REASONING="${view}" is ignored: it can be full or fold.`);
  return output;
}

interface Parts {
  readonly screen: Screen;
  readonly pipeline: Pipeline;
  readonly style: Style;
  readonly canMove: boolean;
  readonly reasoning: ReasoningView;
}

export class TerminalOutput implements Output {
  readonly isFinal = false;
  readonly screen: Screen;
  readonly style: Style;
  reasoning: ReasoningView;
  readonly #pipeline: Pipeline;
  readonly #meter = new TurnMeter();
  readonly #sayProgress: ((text?: string) => void) | undefined;
  #reasoning: { text: Sanitizer; wrap: WordWrap; characters: number; since: number } | undefined;
  #hasText = false;
  /** What waits for the pipeline to put out what it holds. */
  readonly #tasks: (() => void | Promise<void>)[] = [];
  #busy: Promise<void> | undefined;
  /** What an approval showed already. */
  #shownPreview: string | undefined;

  constructor({ screen, pipeline, style, canMove, reasoning }: Parts) {
    this.screen = screen;
    this.style = style;
    this.reasoning = reasoning;
    this.#pipeline = pipeline;
    if (!canMove) this.#sayProgress = notMoreThanEvery(10_000, (text) => this.note(text));
  }

  start(client: Client): void {
    const { tokens, source } = client.contextWindow;
    this.note(`${client.providerName} · ${client.model} · window ${tokens} tokens (${source})`);
  }

  note(text: string, tone: Tone = "quiet"): void {
    const { dim, red } = this.style;
    const paint = { quiet: dim, plain: (line: string) => line, failure: red }[tone];
    this.screen.newLine();
    const lines = wrapWords(sanitize(text), this.screen.columns - 1).split("\n");
    this.screen.write(`${lines.map(paint).join("\n")}\n`);
  }

  status(text?: string): void {
    if (this.#sayProgress) this.#sayProgress(text);
    else if (text === undefined) this.screen.status();
    else {
      const shown = oneLine(text);
      this.screen.status(() => `${spinner(performance.now())} ${shown}`);
    }
  }

  begin(signal: AbortSignal): void {
    this.#pipeline.setSignal(signal);
    this.#meter.begin();
    this.screen.status(() => oneLine(this.#meter.status()));
  }

  event(event: StreamEvent): void {
    this.#meter.event(event);
    this.#inTurn(() => this.#show(event));
  }

  async end(): Promise<void> {
    this.#inTurn(() => this.#finishText());
    await this.pause();
  }

  summary(client: Client, session: Session): void {
    const took = this.#meter.summary();
    if (took === undefined) return;
    this.note(`${took} · ${windowUse(session, client.contextWindow)}`);
    this.screen.write("\n");
  }

  takeFeedback(): string[] {
    return this.#pipeline
      .takeObservations()
      .flatMap((seen) => (seen.kind === "syntax-error" ? [seen.message] : []));
  }

  async pause(): Promise<void> {
    await this.#busy;
    this.screen.status();
    this.screen.newLine();
  }

  async approval(question: ApprovalQuestion, all: boolean): Promise<boolean> {
    const { columns, rows } = this.screen;
    const { text, isCut } = approvalView(question, { columns, rows, style: this.style }, all);
    this.screen.write(text);
    this.#shownPreview = question.preview;
    return isCut;
  }

  resume(): void {
    this.screen.status(() => oneLine(this.#meter.status()));
  }

  /** Runs things in their order, although the pipeline may still be drawing. */
  #inTurn(task: () => void | Promise<void>): void {
    this.#tasks.push(task);
    if (!this.#busy) this.#work();
  }

  #work(): void {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      const pending = task();
      if (!pending) continue;
      this.#busy = pending
        .catch((error: unknown) => this.note(String(error), "failure"))
        .then(() => {
          this.#busy = undefined;
          this.#work();
          return this.#busy;
        });
      return;
    }
  }

  #show(event: StreamEvent): void | Promise<void> {
    switch (event.type) {
      case "text-delta":
        this.#endReasoning();
        this.#hasText = true;
        return this.#pipeline.write(event.text);
      case "reasoning-delta":
        return this.#hasText
          ? this.#finishText().then(() => this.#reason(event.text))
          : this.#reason(event.text);
      case "usage":
      case "waiting":
      case "tool-call-delta":
        // The status line tells of these.
        return undefined;
      default: {
        const hasShown = this.#hasText;
        return this.#finishText().then(() => this.#remark(event, hasShown));
      }
    }
  }

  #remark(event: StreamEvent, hasShown: boolean): void {
    const { bold, cyan } = this.style;
    const { columns } = this.screen;
    if (event.type === "tool-call") {
      const name = oneLine(event.name);
      const args = argumentsLine(event.arguments, columns - name.length - 5);
      this.screen.write(`${cyan("●")} ${bold(name)} ${this.style.dim(args)}\n`);
    } else if (event.type === "tool-result") this.#result(event);
    else {
      const text = turnNote(event, hasShown);
      if (text !== undefined) this.note(text);
    }
  }

  #result({ name, ok, content, display }: Extract<StreamEvent, { type: "tool-result" }>): void {
    const { green, red, dim } = this.style;
    this.screen.write(`${ok ? green("✓") : red("✗")} ${dim(oneLine(name))}\n`);
    if (display === undefined || !ok) {
      const lines = resultLines(content, this.screen.columns - 5);
      this.screen.write(lines.map((line) => `${dim(`  │ ${line}`)}\n`).join(""));
    } else {
      // By its own plain path: a formatter could leave something out of what was done.
      const { columns, rows } = this.screen;
      const preview = exactText(display).text;
      const view = { preview, isDiff: true, notes: [], warnings: [] };
      if (preview !== this.#shownPreview)
        this.screen.write(approvalView(view, { columns, rows, style: this.style }, true).text);
    }
    this.#shownPreview = undefined;
  }

  #reason(text: string): void {
    if (!this.#reasoning) {
      const wrap = new WordWrap(this.screen.columns - 1, (piece) => this.screen.write(this.#dimmed(piece)));
      this.#reasoning = { text: new Sanitizer(), wrap, characters: 0, since: performance.now() };
      // What cannot be dim needs a word to tell it from the answer.
      if (!this.style.enabled && this.reasoning === "full") wrap.write("Thinking: ");
    }
    this.#reasoning.characters += text.length;
    if (this.reasoning === "full") this.#reasoning.wrap.write(this.#reasoning.text.write(text));
  }

  #dimmed(text: string): string {
    return text.split("\n").map(this.style.dim).join("\n");
  }

  #endReasoning(): void {
    if (!this.#reasoning) return;
    const { characters, since, wrap } = this.#reasoning;
    this.#reasoning = undefined;
    if (this.reasoning === "fold") {
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      this.note(`Thought for ${seconds} s (${characters} characters).`);
    } else {
      wrap.flush();
      this.screen.newLine();
    }
    this.screen.write("\n");
  }

  async #finishText(): Promise<void> {
    this.#endReasoning();
    this.#hasText = false;
    await this.#pipeline.flush();
    this.screen.newLine();
  }
}
