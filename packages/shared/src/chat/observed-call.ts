/** Reports a call while it runs: when it began, when the first token came, how it ended and what it cost. */
import type {
  CallEnd,
  CallEndFields,
  CallEvent,
  CallIdentity,
  OnCall,
  Prices,
} from "../provider/call-events.js";
import { FrameworkError, messageOf } from "../provider/errors.js";
import type { StreamEvent, Turn, UsageCounts } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import { callEndEvent, firstTokenEvent } from "../provider/spelling.js";
import { ChangedSink, type EventSink } from "../provider/turn-stream.js";
import { defined } from "../provider/defined.js";

export interface Observed {
  provider: string;
  model: string;
  prices: Prices | undefined;
  messages: readonly Message[];
  onCall: OnCall;
  server: string;
  /** Messages and text are reported too, as this leaves them. */
  content: ((text: string) => string) | undefined;
}

let calls = 0;

/** Runs a call with a sink that is looked at on the way; what it emits is not changed. */
export async function observeCall(
  observed: Observed,
  sink: EventSink,
  run: (sink: EventSink) => Promise<Turn>,
): Promise<Turn> {
  const { provider, model, server, onCall, content, messages } = observed;
  calls += 1;
  const identity: CallIdentity = { id: calls, provider, model };
  const startedAt = performance.now();
  onCall({
    type: "call-start",
    ...identity,
    time: new Date().toISOString(),
    server,
    ...(content && { messages: JSON.parse(content(JSON.stringify(messages))) as readonly Message[] }),
  });
  const tell = (event: CallEvent) => {
    try {
      onCall(event);
    } catch {
      // No answer fails for its report.
    }
  };
  let firstTokenMs: number | undefined;
  let retries = 0;
  const watched = new ChangedSink(sink, (event) => {
    if (event.type === "restart") retries += 1;
    else if (firstTokenMs === undefined && isToken(event)) {
      firstTokenMs = Math.round(performance.now() - startedAt);
      tell(firstTokenEvent({ type: "call-first-token", ...identity, first_token_ms: firstTokenMs }));
    }
    return event;
  });
  const end = (rest: Partial<CallEndFields>) =>
    tell(
      callEndEvent({
        type: "call-end",
        ...identity,
        time: new Date().toISOString(),
        duration_ms: Math.round(performance.now() - startedAt),
        ...defined({ first_token_ms: firstTokenMs }),
        retries,
        ...rest,
      }),
    );
  try {
    const turn = await run(watched);
    const { usage } = turn;
    const cost = usage && costOf(usage, observed.prices);
    end({
      finish: turn.finishReason,
      ...(usage && { usage }),
      ...(cost && { cost }),
      ...(turn.model !== undefined && turn.model !== model && { answered_model: turn.model }),
      ...(content && { text: content(turn.text) }),
    });
    return turn;
  } catch (error) {
    end({ error: describe(error) });
    throw error;
  }
}

const isToken = ({ type }: StreamEvent): boolean =>
  type === "text-delta" || type === "reasoning-delta" || type === "tool-call";

/** What the backend charged, else what its catalog's prices make of the tokens, else nothing. */
export function costOf(usage: UsageCounts, prices: Prices | undefined): CallEnd["cost"] {
  if (usage.cost !== undefined) return { usd: usage.cost, source: "charged" };
  if (!prices) return undefined;
  const cached = Math.min(usage.cached_tokens ?? 0, usage.prompt_tokens);
  const usd =
    (usage.prompt_tokens - cached) * prices.prompt +
    cached * (prices.cached ?? prices.prompt) +
    usage.output_tokens * prices.answer;
  return { usd, source: "catalog" };
}

function describe(error: unknown): NonNullable<CallEnd["error"]> {
  if (error instanceof FrameworkError) return { name: error.name, code: error.code, message: error.message };
  return { name: "Error", code: "request", message: messageOf(error) };
}
