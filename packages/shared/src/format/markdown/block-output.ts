/** Where blocks go: marks that say what begins, and the text of it. */
import type { FormatterOutput } from "../formatter.js";
import type { Mark, MarkKind } from "../mark.js";
import { blankFrame, type Container, takeFrame } from "./containers.js";

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
    this.#blank = [...containers];
  }

  /** A block begins in these containers. */
  mark(kind: MarkKind, containers: readonly Container[], more: Partial<Mark>): void {
    if (this.#blank && !this.#isFirst) {
      const common = this.#blank.filter((container, index) => container === containers[index]);
      this.target?.rendered({ output: "", mark: { kind: "blank", frame: blankFrame(common) } });
    }
    this.#blank = undefined;
    this.#isFirst = false;
    this.target?.rendered({ output: "", mark: { kind, frame: takeFrame(containers), ...more } });
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
