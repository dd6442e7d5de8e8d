/** Fenced code: highlighted as it streams, under the name of its language. */
import type { Style } from "../../terminal/style.js";
import { withoutIndent, type Fence } from "../fences.js";
import type { FormatterContext, FormatterOutput } from "../formatter.js";
import { createHighlighter, type Highlighter } from "./highlight.js";
import { LineFormatter, type LineDecision } from "../line-formatter.js";
import type { Theme } from "../markdown/theme.js";

export interface CodeBlockConfig {
  readonly line_numbers?: boolean;
}

/** `code_block_formatter`: highlights fenced code as it streams, line by line, and numbers lines if asked to. */
export class CodeBlockFormatter extends LineFormatter {
  readonly name = "code_block_formatter";
  readonly priority = 40;
  readonly #style: Style;
  readonly #theme: Theme;
  readonly #numbered: boolean;
  #fence: Fence | undefined;
  #highlighter: Highlighter | undefined;
  #number = 0;

  constructor({ style, theme }: Pick<FormatterContext, "style" | "theme">, config: CodeBlockConfig = {}) {
    super();
    this.#style = style;
    this.#theme = theme;
    this.#numbered = config.line_numbers ?? false;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (!this.#theme.formats && !this.#numbered) return "stream";
    return this.#fence ? "hold" : super.decide(head, out);
  }

  protected override takeLine(line: string, out: FormatterOutput): void {
    const event = this.fences.line(line);
    const newline = line.endsWith("\n") ? "\n" : "";
    const text = newline ? line.slice(0, -1) : line;
    if (event === "open") {
      this.#fence = this.fences.open;
      this.#number = 0;
      this.#highlighter = this.#style.enabled
        ? createHighlighter(this.#fence?.tag ?? "", this.#style)
        : undefined;
    }
    if (!this.#fence) {
      out.text(line);
      return;
    }
    const output =
      event === "text" ? this.#code(text, this.#fence) : this.#fenceLine(text, event, this.#fence);
    if (output !== undefined) out.rendered({ output: output + newline });
    if (event === "close") this.#fence = undefined;
  }

  /** The language stands for the fences; a diagram that could not be drawn keeps them, and so does text without a look. */
  #fenceLine(text: string, event: "open" | "close", fence: Fence): string | undefined {
    if (!this.#theme.formats) return text;
    if (/^(?:diagramtext|mermaid)$/.test(fence.tag)) return this.#theme.label(text);
    return event === "open" && fence.tag !== "" ? this.#theme.label(fence.tag) : undefined;
  }

  #code(text: string, fence: Fence): string {
    const code = withoutIndent(text, fence);
    const shown = this.#highlighter ? this.#highlighter.line(code) : this.#theme.code(code);
    if (!this.#numbered) return shown;
    this.#number += 1;
    return `${this.#style.dim(`${String(this.#number).padStart(4)} `)}${shown}`;
  }

  protected override forget(): void {
    this.#fence = undefined;
  }
}
