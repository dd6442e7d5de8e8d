/** Fenced code, highlighted as it streams. */
import type { Style } from "../terminal/style.js";
import { withoutIndent, type Fence } from "./fences.js";
import type { FormatterContext, FormatterOutput } from "./formatter.js";
import { createHighlighter, type Highlighter } from "./highlight.js";
import { LineFormatter, type LineDecision } from "./line-formatter.js";

export interface CodeBlockConfig {
  readonly line_numbers?: boolean;
}

/** `code_block_formatter`: highlights fenced code as it streams, line by line, and numbers lines if asked to. */
export class CodeBlockFormatter extends LineFormatter {
  readonly name = "code_block_formatter";
  readonly priority = 40;
  readonly #style: Style;
  readonly #numbered: boolean;
  #fence: Fence | undefined;
  #highlighter: Highlighter | undefined;
  #number = 0;

  constructor({ style }: Pick<FormatterContext, "style">, config: CodeBlockConfig = {}) {
    super();
    this.#style = style;
    this.#numbered = config.line_numbers ?? false;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (!this.#style.enabled && !this.#numbered) return "stream";
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
    const output = event === "text" ? this.#code(text, this.#fence) : this.#style.dim(text);
    out.rendered({ output: output + newline });
    if (event === "close") this.#fence = undefined;
  }

  #code(text: string, fence: Fence): string {
    const code = withoutIndent(text, fence);
    const shown = this.#highlighter?.line(code) ?? code;
    if (!this.#numbered) return shown;
    this.#number += 1;
    return `${this.#style.dim(`${String(this.#number).padStart(4)} `)}${shown}`;
  }

  override flush(out: FormatterOutput): void {
    void super.flush(out);
    this.#fence = undefined;
  }
}
