/** Where the events of a chat go: to a program, to a pipe, or (terminal-output) to a person. */
import type { ApprovalQuestion, Client, Session, StreamEvent } from "@framework/shared";

/** All that the model thinks, or only that it does. */
export type ReasoningView = "full" | "fold";

/** How a remark sounds. */
export type Tone = "quiet" | "plain" | "failure";

export interface Output {
  /** The connection stands. */
  start(client: Client): void;
  /** A remark on a line of its own. */
  note(text: string, tone?: Tone): void;
  /** What goes on while the user waits for a connection; without a text, the wait is over. */
  status(text?: string): void;
  /** A turn begins; the signal stops what is being drawn of it. */
  begin(signal: AbortSignal): void;
  event(event: StreamEvent): void;
  /** The turn is over, well or not; settles when all of it has been put out. */
  end(): Promise<void>;
  /** Makes room for a question about a tool call. */
  pause(): Promise<void>;
  /** Shows what a call would do, all of it or what fits; true when there is more to see. */
  approval(question: ApprovalQuestion, all: boolean): Promise<boolean>;
  /** The question is answered: the turn goes on. */
  resume(): void;
  /** What the turn took and how full the window is, for a person whose chat goes on. */
  summary(client: Client, session: Session): void;
  /** What the model should know about how its last answer was shown; each remark is given once. */
  takeFeedback(): string[];
  /** How the model's reasoning is shown, where it is. */
  reasoning: ReasoningView;
  /** True when what was written cannot be taken back, so that a broken answer must not begin again. */
  readonly isFinal: boolean;
}

/** What an output has that is not for a person to look at: questions about tools go to stderr. */
export const aside: Pick<Output, "pause" | "approval" | "resume" | "summary" | "takeFeedback" | "reasoning"> =
  {
    pause: async () => undefined,
    approval: async (question, all) => (await import("./approval-aside.js")).showAside(question, all),
    resume: () => undefined,
    summary: () => undefined,
    takeFeedback: () => [],
    reasoning: "full",
  };

/** What a person is told of an event that is neither text nor a call that ran; `hasShown` when text of the answer was shown. */
export function turnNote(event: StreamEvent, hasShown = false): string | undefined {
  switch (event.type) {
    case "restart": {
      const wait = (event.wait_ms / 1000).toFixed(1);
      const what = hasShown ? "The answer broke off and begins again" : "Trying again";
      return `${what} in ${wait} s (try ${event.attempt}). ${event.reason}`;
    }
    case "notice":
      return event.text;
    case "tool-call-invalid":
      return `The model's call of ${event.name} cannot run: ${event.reason}.`;
    case "finish":
      if (event.reason === "length") return "The answer was cut: it reached the token limit.";
      if (event.reason === "content_filter") return "The answer was cut by the backend's content filter.";
      return event.reason === "cancelled" ? "Cancelled." : undefined;
    default:
      return undefined;
  }
}

/** Passes on the first text, and then one at most in every so many milliseconds. */
export function notMoreThanEvery(
  milliseconds: number,
  show: (text: string) => void,
): (text?: string) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    if (text === undefined || now < next) return;
    next = now + milliseconds;
    show(text);
  };
}
