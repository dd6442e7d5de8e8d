/** An answer by schema while it comes. What asks and checks is loaded with the first one. */
import type { Message } from "../provider/messages.js";
import type { ModelProvider } from "../provider/provider.js";
import { createEventStream } from "../provider/turn-stream.js";
import type { InferSchema, Schema } from "../structured/standard-schema.js";
import type { ObjectOptions, ObjectStream, ObjectTurn, Unfinished } from "./object-types.js";

/** One answer by schema, as it comes. */
export function streamObject<Given extends Schema>(
  provider: ModelProvider,
  messages: readonly Message[],
  options: ObjectOptions<Given>,
): ObjectStream<InferSchema<Given>> {
  type Value = InferSchema<Given>;
  const stream = createEventStream<Unfinished<Value>, ObjectTurn<Value>>(async (sink, left) => {
    const { readObject } = await import("./object-call.js");
    return readObject(provider, messages, options, sink, left);
  });
  let object: Promise<Value> | undefined;
  return {
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    get turn() {
      return stream.turn;
    },
    get object() {
      object ??= stream.turn.then((turn) => turn.object);
      // Whoever iterates gets the failure there.
      object.catch(() => undefined);
      return object;
    },
  };
}
