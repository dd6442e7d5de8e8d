/** Remembers what was drawn, so that the model can be told of it. */
import type { Formatter, FormatterOutput, Observation, Rendered } from "./formatter.js";

/**
 * `vision_capture_formatter`: remembers what earlier formatters made of the model's text (pictures and where they
 * were saved, diagrams that could not be drawn), so that the model can be told. It changes nothing.
 */
export class VisionCaptureFormatter implements Formatter {
  readonly name = "vision_capture_formatter";
  readonly priority = 95;
  #observations: Observation[] = [];

  write(text: string, out: FormatterOutput): void {
    out.text(text);
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    if (piece.observation) this.#observations.push(piece.observation);
    out.rendered(piece);
  }

  flush(): void {}

  /** Everything observed since the last call: each is told once. */
  takeObservations(): Observation[] {
    const taken = this.#observations;
    this.#observations = [];
    return taken;
  }
}
