/** Answers by schema: one that the backend is held to where it can be, that is asked for in words in any case, and that is checked. */
import { CancelledError, FrameworkError } from "../provider/errors.js";
import type { StreamEvent, Turn } from "../provider/events.js";
import type { Content, Message, ResponseFormat } from "../provider/messages.js";
import type { CallOptions, CompleteOptions, ModelProvider } from "../provider/provider.js";
import { restartEvent } from "../provider/spelling.js";
import { type EventSink, roomIn } from "../provider/turn-stream.js";
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

interface ObjectCall<Value, Answer extends Turn> {
  schema: ReadSchema<Value>;
  wish: JsonWish;
  provider: ModelProvider;
  send: (again: Again<Answer>, format: ResponseFormat | undefined) => Promise<Answer>;
  onOutput: ((event: StreamEvent) => void) | undefined;
}

/** What a question by schema is made of. */
function wishOf<Given extends Schema>(
  options: ObjectOptions<Given>,
): {
  schema: ReadSchema<InferSchema<Given>>;
  wish: JsonWish;
} {
  checkObjectOptions(options);
  const { schema, name, description } = options;
  const read = readSchema(schema);
  // What a program writes as JSON Schema is sent as it is.
  const sent = "~standard" in schema ? closedSchema(read.jsonSchema) : read.jsonSchema;
  return { schema: read, wish: { name, description, schema: sent } };
}

/** Asks, checks, and asks again once. */
async function objectTurn<Value, Answer extends Turn>(
  call: ObjectCall<Value, Answer>,
): Promise<ObjectTurn<Value, Answer>> {
  const { schema, wish, provider, send, onOutput } = call;
  let format: ResponseFormat | undefined = jsonFormat(wish);
  const ask = async (again: Again<Answer>) => {
    try {
      return await send(again, format);
    } catch (error) {
      if (!format || !refusesFormat(error)) throw error;
      // From here on the words alone ask for it.
      format = undefined;
      return send(again, format);
    }
  };
  const { answers, fitting } = await askForObject({
    schema,
    ask,
    identity: () => ({ provider: provider.name, model: provider.model }),
    onRepair: (reason) => onOutput?.(restartEvent({ attempt: 2, wait_ms: 0, reason })),
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
export async function completeObject<Given extends Schema>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: ObjectOptions<Given>,
): Promise<ObjectTurn<InferSchema<Given>>> {
  const { schema: _schema, name: _name, description: _description, ...rest } = options;
  const { schema, wish } = wishOf(options);
  return objectTurn({
    schema,
    wish,
    provider,
    onOutput: options.onOutput,
    send: (again, format) =>
      provider.complete(askedWith(messages, wish, again), undefined, {
        ...rest,
        ...(format && { responseFormat: format }),
      }),
  });
}

/** One answer by schema; what there is of it goes to the sink as it comes. */
export function readObject<Given extends Schema>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: ObjectOptions<Given>,
  sink: EventSink<Unfinished<InferSchema<Given>>>,
  left: AbortSignal,
): Promise<ObjectTurn<InferSchema<Given>>> {
  const { schema: _schema, name: _name, description: _description, onOutput, signal, ...rest } = options;
  const { schema, wish } = wishOf(options);
  const either = signal ? AbortSignal.any([signal, left]) : left;
  return objectTurn({
    schema,
    wish,
    provider,
    onOutput,
    send: (again, format) => {
      const call = { ...rest, restarts: true, signal: either, ...(format && { responseFormat: format }) };
      return readPartials(provider, askedWith(messages, wish, again), call, sink, onOutput);
    },
  });
}

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
export function sessionObject<Given extends Schema, Answer extends Turn>(
  provider: ModelProvider,
  content: Content,
  options: ObjectOptions<Given>,
  turn: (content: Content, options: CompleteOptions) => Promise<Answer>,
): Promise<ObjectTurn<InferSchema<Given>, Answer>> {
  const { schema: _schema, name: _name, description: _description, ...rest } = options;
  const { schema, wish } = wishOf(options);
  return objectTurn({
    schema,
    wish,
    provider,
    onOutput: options.onOutput,
    send: (again, format) =>
      turn(again?.complaint ?? withText(content, jsonInstruction(wish)), {
        ...rest,
        ...(format && { responseFormat: format }),
      }),
  });
}
