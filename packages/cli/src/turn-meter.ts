/** What a turn is doing and how fast, for the status line and for the line after the turn. */
import type { ContextWindow, Session, StreamEvent, Usage } from "@framework/shared";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
/** A token is about this many characters; only what the backend counted is shown without "about". */
const CHARACTERS_PER_TOKEN = 4;
/** Shorter streams say nothing about speed. */
const SHORTEST_MS = 250;
/** A pause of this length is worth a word. */
const PAUSE_MS = 3000;

type Phase =
  | { kind: "waiting" | "thinking" | "answering" }
  | { kind: "retrying"; until: number; attempt: number; reason: string }
  | { kind: "tool"; name: string; since: number };

export class TurnMeter {
  readonly #now: () => number;
  #startedAt = 0;
  #firstAt: number | undefined;
  #lastAt = 0;
  #characters = 0;
  #phase: Phase = { kind: "waiting" };
  #usage: Usage | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#startedAt = this.#now();
    this.#firstAt = undefined;
    this.#characters = 0;
    this.#usage = undefined;
    this.#phase = { kind: "waiting" };
  }

  event(event: StreamEvent): void {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
        this.#lastAt = this.#now();
        this.#firstAt ??= this.#lastAt;
        this.#characters += event.text.length;
        this.#phase = { kind: event.type === "text-delta" ? "answering" : "thinking" };
        return;
      case "restart":
        this.#firstAt = undefined;
        this.#characters = 0;
        this.#phase = {
          kind: "retrying",
          until: this.#now() + event.wait_ms,
          attempt: event.attempt,
          reason: event.reason,
        };
        return;
      case "tool-call":
        this.#phase = { kind: "tool", name: event.name, since: this.#now() };
        return;
      case "tool-result":
        this.#phase = { kind: "waiting" };
        return;
      case "usage":
        this.#usage = event;
        return;
      default:
    }
  }

  /** What goes on right now. */
  status(): string {
    const now = this.#now();
    const spinner = FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length] ?? "";
    return `${spinner} ${this.#words(now)} · Ctrl-C cancels`;
  }

  #words(now: number): string {
    const phase = this.#phase;
    if (phase.kind === "retrying" && now < phase.until) {
      return `trying again in ${seconds(phase.until - now)} (try ${phase.attempt}): ${phase.reason}`;
    }
    if (phase.kind === "tool") return `${phase.name} · ${seconds(now - phase.since)}`;
    if (phase.kind === "waiting" || phase.kind === "retrying" || this.#firstAt === undefined) {
      return `waiting for the model · ${seconds(now - this.#startedAt)}`;
    }
    const tokens = Math.ceil(this.#characters / CHARACTERS_PER_TOKEN);
    const quiet = now - this.#lastAt;
    return [
      phase.kind === "thinking" ? "thinking" : "answering",
      `first token after ${seconds(this.#firstAt - this.#startedAt)}`,
      `about ${tokens} tokens`,
      ...rate(tokens, this.#lastAt - this.#firstAt),
      ...(quiet > PAUSE_MS ? [`nothing new for ${seconds(quiet)}`] : []),
    ].join(" · ");
  }

  /** What the turn took; undefined when nothing came. */
  summary(): string | undefined {
    if (this.#firstAt === undefined) return undefined;
    const { output_tokens: counted, cost } = this.#usage ?? {};
    const tokens = counted ?? Math.ceil(this.#characters / CHARACTERS_PER_TOKEN);
    return [
      `first token after ${seconds(this.#firstAt - this.#startedAt)}`,
      `${counted === undefined ? "about " : ""}${tokens} tokens`,
      ...rate(tokens, this.#lastAt - this.#firstAt),
      ...(cost === undefined ? [] : [`cost ${cost}`]),
    ].join(" · ");
  }
}

const seconds = (milliseconds: number) => {
  const value = Math.max(0, milliseconds) / 1000;
  return value < 60 ? `${value.toFixed(1)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;
};

const rate = (tokens: number, milliseconds: number) =>
  milliseconds < SHORTEST_MS ? [] : [`${(tokens / (milliseconds / 1000)).toFixed(0)}/s`];

/** How full the window is, and where its limit came from. */
export function windowUse(session: Session, { tokens, source }: ContextWindow): string {
  const { tokens: used, counted } = session.promptSize();
  const share = ((100 * used) / tokens).toFixed(0);
  return `window ${counted < used ? "about " : ""}${used} / ${tokens} (${share} %, ${source})`;
}
