/** What a turn is doing and how fast, for the status line and for the line after the turn. */
import { countOf } from "./count-of.js";
import type { ContextWindow, Session, StreamEvent, UsageCounts } from "@framework/shared";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
/** A sign that turns as long as something goes on. */
export const spinner = (now: number): string => FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length] ?? "";

/** A token is about this many characters; only what the backend counted is shown without "about". */
const CHARACTERS_PER_TOKEN = 4;
/** Shorter streams say nothing about speed. */
const SHORTEST_MS = 250;
/** A pause of this length is worth a word. */
const PAUSE_MS = 3000;

type Phase =
  | { kind: "waiting" | "thinking" | "answering" }
  | { kind: "calling"; name: string }
  | { kind: "retrying"; until: number; attempt: number; reason: string }
  | { kind: "tool"; name: string; since: number };

const STREAMING: ReadonlySet<Phase["kind"]> = new Set(["thinking", "answering", "calling"]);

export class TurnMeter {
  readonly #now: () => number;
  #startedAt = 0;
  #firstAt: number | undefined;
  #lastAt = 0;
  /** How long text was coming, without the waits for tools and new requests. */
  #streamedMs = 0;
  #characters = 0;
  #phase: Phase = { kind: "waiting" };
  /** What the requests of this turn used, added up as far as they say so. */
  #used: { tokens: number; cost: number | undefined } | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#startedAt = this.#now();
    this.#firstAt = undefined;
    this.#characters = 0;
    this.#streamedMs = 0;
    this.#used = undefined;
    this.#phase = { kind: "waiting" };
  }

  event(event: StreamEvent): void {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
        this.#delta(event.text.length);
        this.#phase = { kind: event.type === "text-delta" ? "answering" : "thinking" };
        return;
      case "tool-call-delta":
        this.#delta(event.text.length);
        this.#phase = { kind: "calling", name: event.name };
        return;
      case "restart":
        this.#firstAt = undefined;
        this.#characters = 0;
        this.#streamedMs = 0;
        this.#phase = {
          kind: "retrying",
          until: this.#now() + event.wait_ms,
          attempt: event.attempt,
          reason: event.reason,
        };
        return;
      case "tool-call":
        // An answer of calls alone has no text to wait for.
        this.#firstAt ??= this.#now();
        this.#phase = { kind: "tool", name: event.name, since: this.#now() };
        return;
      case "waiting":
        if (event.for === "tool" && event.detail !== undefined && this.#phase.kind === "tool") {
          this.#phase = { ...this.#phase, name: event.detail };
        }
        return;
      case "tool-result":
        this.#phase = { kind: "waiting" };
        return;
      case "usage":
        this.#count(event);
        return;
      default:
    }
  }

  #delta(characters: number): void {
    const now = this.#now();
    const isStreaming = STREAMING.has(this.#phase.kind);
    if (isStreaming) this.#streamedMs += now - this.#lastAt;
    this.#lastAt = now;
    this.#firstAt ??= now;
    this.#characters += characters;
  }

  #count({ output_tokens: tokens, cost }: UsageCounts): void {
    const before = this.#used;
    const total = cost === undefined ? before?.cost : (before?.cost ?? 0) + cost;
    this.#used = { tokens: (before?.tokens ?? 0) + tokens, cost: total };
  }

  /** What goes on right now. */
  status(): string {
    const now = this.#now();
    return `${spinner(now)} ${this.#words(now)} · Ctrl-C cancels`;
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
    const tokens = this.#estimate();
    const quiet = now - this.#lastAt;
    return [
      phase.kind === "calling" ? `writing a call of ${phase.name}` : phase.kind,
      `first token ${seconds(this.#firstAt - this.#startedAt)}`,
      `about ${countOf(tokens, "token")}`,
      ...rate(tokens, this.#streamedMs),
      ...(quiet > PAUSE_MS ? [`nothing new for ${seconds(quiet)}`] : []),
    ].join(" · ");
  }

  /** What the turn took; undefined when nothing came. */
  summary(): string | undefined {
    if (this.#firstAt === undefined) return undefined;
    const tokens = this.#used?.tokens ?? this.#estimate();
    return [
      `first token ${seconds(this.#firstAt - this.#startedAt)}`,
      `${this.#used ? "" : "about "}${countOf(tokens, "token")}`,
      ...rate(tokens, this.#streamedMs),
      ...(this.#used?.cost === undefined ? [] : [`cost ${this.#used.cost}`]),
    ].join(" · ");
  }

  #estimate(): number {
    return Math.ceil(this.#characters / CHARACTERS_PER_TOKEN);
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
  const { usual: used, counted } = session.promptSize();
  const share = ((100 * used) / tokens).toFixed(0);
  return `window ${counted < used ? "~" : ""}${used} / ${tokens} (${share} %, ${source})`;
}
