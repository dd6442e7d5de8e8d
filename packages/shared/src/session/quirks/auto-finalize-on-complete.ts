/**
 * `auto_finalize_on_complete`: once the gate is open nothing is left for the model to decide, so the completion signal is made
 * here, without another request. A payload that was refused is not signalled again before it changes.
 */
import { randomBytes } from "node:crypto";
import type { ToolCall } from "../../provider/messages.js";
import type { Deliverable } from "../deliverable/deliverable.js";
import { SIGNAL_COMPLETION } from "../deliverable/tools.js";

export class AutoFinalizer {
  readonly #deliverable: Deliverable;
  #signalled: unknown;

  constructor(deliverable: Deliverable) {
    this.#deliverable = deliverable;
  }

  /** The completion signal with what was prepared, when the gate has opened. */
  async call(): Promise<ToolCall | undefined> {
    const { payload, completed } = this.#deliverable;
    if (completed !== undefined || payload === this.#signalled) return undefined;
    if (!(await this.#deliverable.isComplete())) return undefined;
    this.#signalled = payload;
    return {
      id: `auto${randomBytes(6).toString("hex")}`,
      name: SIGNAL_COMPLETION,
      arguments: { ...payload },
    };
  }
}
