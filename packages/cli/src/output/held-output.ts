/** Outputs that let less through than the one they stand before. */
import type { StreamEvent } from "@framework/shared";
import type { Output, ReasoningView, Tone } from "./output.js";

/** Lets everything through. */
class Passing implements Output {
  readonly #inner: Output;

  constructor(inner: Output) {
    this.#inner = inner;
  }

  get isFinal(): boolean {
    return this.#inner.isFinal;
  }
  get reasoning(): ReasoningView {
    return this.#inner.reasoning;
  }
  set reasoning(view: ReasoningView) {
    this.#inner.reasoning = view;
  }
  start(...args: Parameters<Output["start"]>): void {
    this.#inner.start(...args);
  }
  note(text: string, tone?: Tone): void {
    this.#inner.note(text, tone);
  }
  status(text?: string): void {
    this.#inner.status(text);
  }
  begin(signal: AbortSignal): void {
    this.#inner.begin(signal);
  }
  event(event: StreamEvent): void {
    this.#inner.event(event);
  }
  end(): Promise<void> {
    return this.#inner.end();
  }
  pause(): Promise<void> {
    return this.#inner.pause();
  }
  approval(...args: Parameters<Output["approval"]>): Promise<boolean> {
    return this.#inner.approval(...args);
  }
  resume(): void {
    this.#inner.resume();
  }
  summary(...args: Parameters<Output["summary"]>): void {
    this.#inner.summary(...args);
  }
  takeFeedback(): string[] {
    return this.#inner.takeFeedback();
  }
}

/** Holds back the answer's text, of which something else is printed later. An answer that was never shown may begin again. */
export class WithoutText extends Passing {
  override get isFinal(): boolean {
    return false;
  }
  override event(event: StreamEvent): void {
    if (event.type !== "text-delta" && event.type !== "reasoning-delta") super.event(event);
  }
}

const REMARKS = new Set<StreamEvent["type"]>(["notice", "tool-call", "tool-result"]);

/** Says nothing beside the answer, but for failures and what was asked for. */
export class WithoutRemarks extends Passing {
  override start(): void {}
  override note(text: string, tone?: Tone): void {
    if (tone === "failure" || tone === "plain") super.note(text, tone);
  }
  override status(): void {}
  override summary(): void {}
  override event(event: StreamEvent): void {
    if (!REMARKS.has(event.type)) super.event(event);
  }
}
