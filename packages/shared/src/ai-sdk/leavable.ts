/**
 * Leaving the loop ends the call. The SDK splits its streams and reads one half of them itself, so no model is ever told that its
 * reader has left; here the loop is watched, and the signal that the SDK was given does the rest.
 *
 * @example
 * const result = leavable((abortSignal) => streamText({ model, prompt, abortSignal }));
 * for await (const text of result.textStream) if (isEnough(text)) break; // closes the connection
 */

/** The result of `start`, with every stream in it watched. The SDK's other ways to stop, such as its own signal, go on working. */
export function leavable<Result extends object>(start: (signal: AbortSignal) => Result): Result {
  const abort = new AbortController();
  const result = start(abort.signal);
  return new Proxy(result, {
    get(target, property) {
      // With the target as receiver: the SDK's results have private fields.
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value === "function") return value.bind(target) as unknown;
      return isStream(value) ? watched(value, abort) : value;
    },
  });
}

const isStream = (value: unknown): value is ReadableStream & AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** The same stream; a loop over it that ends early aborts. */
function watched<Stream extends AsyncIterable<unknown>>(stream: Stream, abort: AbortController): Stream {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  const begin = (): AsyncIterator<unknown> => {
    const inner = iterate();
    let isOver = false;
    const leave = () => {
      if (!isOver) abort.abort();
    };
    return {
      next: async () => {
        const step = await inner.next();
        isOver ||= step.done === true;
        return step;
      },
      return: async () => {
        leave();
        return (await inner.return?.()) ?? { done: true, value: undefined };
      },
      throw: async (error: unknown) => {
        leave();
        await inner.return?.();
        throw error;
      },
    };
  };
  Object.defineProperty(stream, Symbol.asyncIterator, { value: begin, configurable: true });
  return stream;
}
