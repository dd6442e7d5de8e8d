/** Watches requests and their answers without changing what happens to them. */
import type { Exchange, OnExchange } from "../provider/exchange.js";
import type { HttpRequest } from "./attempt.js";
import type { BodyReader, HttpResponse } from "./body.js";

/** More of an answer than this is not kept. */
const MOST_CHARACTERS = 4_000_000;

/** Sends a request, and tells of it once its answer was read, or failed. */
export async function traced(
  request: HttpRequest,
  send: () => Promise<HttpResponse>,
  onExchange: OnExchange,
): Promise<HttpResponse> {
  const { method, url, headers, body } = request;
  const started = performance.now();
  const exchange: Exchange = {
    time: new Date().toISOString(),
    duration_ms: 0,
    request: { method, url: url.href, headers: { ...headers }, ...(body !== undefined && { body }) },
  };
  let isTold = false;
  const tell = (error?: unknown) => {
    if (isTold) return;
    isTold = true;
    exchange.duration_ms = performance.now() - started;
    if (error !== undefined) exchange.error = error instanceof Error ? error.message : "it failed";
    onExchange(exchange);
  };
  let response: HttpResponse;
  try {
    response = await send();
  } catch (error) {
    tell(error);
    throw error;
  }
  exchange.wait_ms = performance.now() - started;
  const read = { status: response.status, headers: flat(response.headers), body: "" };
  exchange.response = read;
  const take = (text: string) => {
    if (read.body.length < MOST_CHARACTERS) read.body += text;
  };
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      if (typeof result === "string") take(result);
      tell();
      return result;
    } catch (error) {
      tell(error);
      throw error;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    read: (reader) => watched(response.read(watchedReader(reader, take))),
    text: (limit) => watched(response.text(limit)),
    start: (limit) => watched(response.start(limit)),
    bytes: (limit) => watched(response.bytes(limit)),
  };
}

const flat = (headers: HttpResponse["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );

/** The same reader, with somebody looking over its shoulder; what it leaves out stays left out. */
function watchedReader(reader: BodyReader, take: (text: string) => void): BodyReader {
  return {
    onText: (text) => {
      take(text);
      reader.onText(text);
    },
    ...(reader.full && { full: () => reader.full?.() ?? false }),
    ...(reader.onSpace && { onSpace: (resume: () => void) => reader.onSpace?.(resume) }),
    ...(reader.done && { done: () => reader.done?.() ?? false }),
  };
}
