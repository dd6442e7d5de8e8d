/** Tool calls cut into the deltas of a stream. */
import type { ToolDeltaStyle } from "./shape.js";
import type { TurnToolCall } from "./turn.js";

const DEFAULT_FRAGMENT_SIZE = 8;

/** One entry of a delta's `tool_calls`. */
type ToolDelta = Readonly<Record<string, unknown>>;

/** The `tool_calls` lists of a stream, in order, in the given style. */
export function* toolDeltas(
  calls: readonly TurnToolCall[],
  style: ToolDeltaStyle,
): Generator<readonly ToolDelta[]> {
  if (style === "object-arguments") {
    for (const [index, call] of calls.entries()) yield [wholeCall(call, index)];
    return;
  }
  const streams = calls.map((call, index) => callDeltas(call, index, style));
  if (style === "interleaved") yield* inTurns(streams);
  else if (style === "position-only") yield* together(streams);
  else for (const stream of streams) for (const delta of stream) yield [delta];
}

function* callDeltas(call: TurnToolCall, index: number, style: ToolDeltaStyle): Generator<ToolDelta> {
  const place = style === "no-index" || style === "position-only" ? {} : { index };
  const id = style === "no-id" ? {} : { id: style === "late-id" ? "pending" : call.id };
  yield { ...place, ...id, type: "function", function: { name: call.name, arguments: "" } };
  let first = true;
  for (const part of fragments(call)) {
    if (style === "repeated-ids") {
      yield { ...place, ...id, type: "function", function: { name: call.name, arguments: part } };
    } else {
      const known = style === "no-index" || (style === "late-id" && first) ? { id: call.id } : {};
      yield { ...place, ...known, function: { arguments: part } };
    }
    first = false;
  }
}

function wholeCall(call: TurnToolCall, index: number): ToolDelta {
  return {
    index,
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: parsed(call.arguments) },
  };
}

function* inTurns(streams: Generator<ToolDelta>[]): Generator<ToolDelta[]> {
  let open = streams;
  while (open.length > 0) {
    const still: Generator<ToolDelta>[] = [];
    for (const stream of open) {
      const step = stream.next();
      if (step.done === true) continue;
      yield [step.value];
      still.push(stream);
    }
    open = still;
  }
}

/** All calls advance in the same delta, so that only the place in the list tells them apart. */
function* together(streams: Generator<ToolDelta>[]): Generator<ToolDelta[]> {
  for (;;) {
    const steps = streams.map((stream) => stream.next());
    if (steps.every((step) => step.done === true)) return;
    yield steps.map((step) => (step.done === true ? { function: { arguments: "" } } : step.value));
  }
}

function* fragments(call: TurnToolCall): Generator<string> {
  const text = call.arguments;
  const count = call.fragments ?? Math.ceil(text.length / DEFAULT_FRAGMENT_SIZE);
  for (let part = 0; part < count; part += 1) {
    const start = Math.floor((part * text.length) / count);
    yield text.slice(start, Math.floor(((part + 1) * text.length) / count));
  }
}

/** The arguments as a value where they are JSON, else the text itself. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
