/** Answers by schema: one that the backend is held to where it can be, that is asked for in words in any case, and that is checked. */
import { CancelledError, FrameworkError } from "../provider/errors.js";
import type { StreamEvent, Turn } from "../provider/events.js";
import type { Content, Message, ResponseFormat } from "../provider/messages.js";
import type { CallOptions, CompleteOptions, ModelProvider } from "../provider/provider.js";
import { restartEvent } from "../provider/spelling.js";
import { type EventSink, roomIn } from "../provider/turn-stream.js";
import { onAbort } from "../provider/on-abort.js";
import type { StopSignal } from "../provider/stop.js";
import { askForObject } from "../structured/ask-object.js";
import {
  askForJson,
  closedSchema,
  jsonFormat,
  jsonInstruction,
  type JsonWish,
  withText,
} from "../structured/json-wish.js";
import { PartialJson } from "../structured/partial-json.js";
import { type ReadSchema, readSchema } from "../structured/read-schema.js";
import type { InferSchema, Schema } from "../structured/standard-schema.js";
import type { ObjectOptions, ObjectTurn, Unfinished } from "./object-types.js";
import { checkObjectOptions } from "./option-names.js";
import { addUsage } from "./usage-meter.js";

/** The second time, with what to tell the model and its first answer. */
type Again<Answer> = { complaint: string; answer: Answer } | undefined;

/** One try: what is wished for, what was wrong with the first answer, and the options of the call. */
interface Try<Answer> {
  wish: JsonWish;
  again: Again<Answer>;
  call: CompleteOptions;
}

/** Asks, checks, and asks again once. */
async function objectTurn<Given extends Schema, Answer extends Turn>(
  provider: ModelProvider,
  options: ObjectOptions<Given>,
  send: (one: Try<Answer>) => Promise<Answer>,
): Promise<ObjectTurn<InferSchema<Given>, Answer>> {
  checkObjectOptions(options);
  const { schema: given, name, description, ...rest } = options;
  const schema: ReadSchema<InferSchema<Given>> = readSchema(given);
  // What a program writes as JSON Schema is sent as it is.
  const sent = "~standard" in given ? closedSchema(schema.jsonSchema) : schema.jsonSchema;
  const wish = { name, description, schema: sent };
  let format: ResponseFormat | undefined = jsonFormat(wish);
  const once = (again: Again<Answer>) =>
    send({ wish, again, call: { ...rest, ...(format && { responseFormat: format }) } });
  const ask = async (again: Again<Answer>) => {
    try {
      return await once(again);
    } catch (error) {
      if (!format || !refusesFormat(error)) throw error;
      // From here on the words alone ask for it.
      format = undefined;
      return once(again);
    }
  };
  const { answers, fitting } = await askForObject({
    schema,
    ask,
    identity: () => ({ provider: provider.name, model: provider.model }),
    onRepair: (reason) => options.onOutput?.(restartEvent({ attempt: 2, wait_ms: 0, reason })),
  });
  const [last, ...before] = answers;
  if (!fitting) throw new CancelledError(undefined, { partialText: last.text });
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  const usage = before.length > 0 && usages.length > 0 && { usage: usages.reduce(addUsage) };
  return { ...last, ...usage, ...fitting, requests: requestsOf(answers) };
}

const requestsOf = (answers: readonly Turn[]): number =>
  answers.reduce(
    (sum, answer) =>
      sum + ("requests" in answer && typeof answer.requests === "number" ? answer.requests : 1),
    0,
  );

/** A backend that knows no such format, or cannot hold this model to it. */
function refusesFormat(error: unknown): boolean {
  if (!(error instanceof FrameworkError) || (error.status !== 400 && error.status !== 422)) return false;
  return /response_format|json_schema|structured|guided|grammar|\bschema\b/i.test(error.message);
}

/** One answer by schema, whole. */
export const completeObject = <Given extends Schema>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: ObjectOptions<Given>,
): Promise<ObjectTurn<InferSchema<Given>>> =>
  objectTurn(provider, options, ({ wish, again, call }) =>
    provider.complete(askedWith(messages, wish, again), undefined, call),
  );

/** One answer by schema; what there is of it goes to the sink as it comes. */
export const readObject = <Given extends Schema>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: ObjectOptions<Given>,
  sink: EventSink<Unfinished<InferSchema<Given>>>,
  left: StopSignal,
): Promise<ObjectTurn<InferSchema<Given>>> =>
  objectTurn(provider, options, ({ wish, again, call: { onOutput, ...call } }) => {
    const stop = new AbortController();
    const unlisten = onAbort(() => stop.abort(), call.signal, left);
    const asked = askedWith(messages, wish, again);
    const told = { ...call, restarts: true, signal: stop.signal };
    return readPartials(provider, asked, told, sink, onOutput).finally(unlisten);
  });

async function readPartials<Partial>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: CallOptions,
  sink: EventSink<Partial>,
  onOutput: ((event: StreamEvent) => void) | undefined,
): Promise<Turn> {
  const stream = provider.stream(messages, options);
  let reader = new PartialJson();
  for await (const event of stream) {
    onOutput?.(event);
    if (event.type === "restart") reader = new PartialJson();
    else if (event.type === "text-delta" && reader.push(event.text)) sink.push(reader.value as Partial);
    if (sink.full) await roomIn(sink);
  }
  return stream.turn;
}

function askedWith(messages: readonly Message[], wish: JsonWish, again: Again<Turn>): Message[] {
  const asked = askForJson(messages, wish);
  return again ? [...asked, again.answer.message, { role: "user", content: again.complaint }] : asked;
}

/** One answer by schema of a conversation: `turn` runs one of its turns. */
export const sessionObject = <Given extends Schema, Answer extends Turn>(
  provider: ModelProvider,
  content: Content,
  options: ObjectOptions<Given>,
  turn: (content: Content, options: CompleteOptions) => Promise<Answer>,
): Promise<ObjectTurn<InferSchema<Given>, Answer>> =>
  objectTurn(provider, options, ({ wish, again, call }) =>
    turn(again?.complaint ?? withText(content, jsonInstruction(wish)), call),
  );
