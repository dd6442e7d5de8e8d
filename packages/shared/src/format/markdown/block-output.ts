/** Where blocks go: marks that say what begins, and the text of it. */
import type { FormatterOutput, Rendered } from "../formatter.js";
import { type Mark, type MarkKind, NO_FRAME } from "../mark.js";
import { leftOfBlank, type Container, takeFrame } from "./containers.js";

const NONE: readonly Container[] = [];
const markOf = (mark: Mark): Rendered => ({ output: "", mark });
/** Most text by far is paragraphs outside of everything, which are all alike. */
const PARAGRAPH = markOf({ kind: "paragraph", frame: NO_FRAME });
const PARAGRAPH_AFTER_BLANK = markOf({ kind: "paragraph", frame: NO_FRAME, blank: "" });

export class BlockOutput {
  target: FormatterOutput | undefined;
  /** What ends the line that is being taken; nothing where the text ends without a newline. */
  newline = "\n";
  /** What was open when an empty line came. */
  #blank: readonly Container[] | undefined;
  #isFirst = true;

  /** The text has ended; the next one begins as new. */
  reset(): void {
    this.newline = "\n";
    this.#blank = undefined;
    this.#isFirst = true;
  }

  /** An empty line: it is shown when something follows. */
  blank(containers: readonly Container[]): void {
    this.#blank = containers.length === 0 ? NONE : [...containers];
  }

  /** A block begins in these containers. */
  mark(kind: MarkKind, containers: readonly Container[], more: Partial<Mark>): void {
    const before = this.#isFirst ? undefined : this.#blank;
    this.#blank = undefined;
    this.#isFirst = false;
    if (kind === "paragraph" && containers.length === 0 && (before?.length ?? 0) === 0) {
      this.target?.rendered(before ? PARAGRAPH_AFTER_BLANK : PARAGRAPH);
      return;
    }
    const common = before?.filter((container, index) => container === containers[index]);
    const blank = common && { blank: leftOfBlank(common) };
    this.target?.rendered(markOf({ kind, frame: takeFrame(containers), ...blank, ...more }));
  }

  /** Text for later stages to work on. */
  text(text: string): void {
    if (text !== "") this.target?.text(text);
  }

  /** Finished running text. */
  flow(output: string): void {
    this.target?.rendered({ output, isFlow: true });
  }

  /** A finished line. */
  line(output: string): void {
    this.target?.rendered({ output: output + this.newline });
  }
}
