/** Further streams and answers as proxies, small servers and re-encoders write them. */
import type { Frame } from "../chat/frames.js";
import { asRecord, type Fields } from "../json.js";
import { after, before, data, eachChoice, eachEvent, json, raw, until } from "./bend.js";
import type { FaultDefinition } from "./definition.js";
import { failed, whole } from "./outcomes.js";
import { limited, status } from "./status-faults.js";

export const strayFaults = {
  "chunk-in-list": eachData("Each chunk stands in a list of one", (text) => `[${text}]`),
  "chunk-in-text": eachData("Each chunk is a JSON text that holds JSON", (text) => JSON.stringify(text)),
  "double-data": eachData("Events were wrapped twice: `data: data: {…}`", (text) => `data: ${text}`),
  "chunk-with-nan": eachData("Chunks hold NaN and Infinity, as Python writes them", (text) =>
    text.replace(/\}$/, ',"logprobs":{"x":NaN,"y":[-Infinity,Infinity]}}'),
  ),
  "chunk-pretty": whole("Chunks are written over many lines, each with its `data:`", (frames) =>
    eachEvent(frames, (frame) => [
      frame.role === "done" ? frame : raw(`${lines(frame.data).join("\n")}\n\n`),
    ]),
  ),
  "choices-map": eachChunk("`choices` is a map instead of a list", ({ choices, ...chunk }) => ({
    ...chunk,
    choices: Array.isArray(choices) ? Object.fromEntries(choices.entries()) : choices,
  })),
  "choices-null": whole("Chunks with `choices: null` come between the others", (frames) =>
    before(frames, "content", [json({ id: "x", choices: null })]),
  ),
  "delta-text": whole("The delta is a plain text", (frames) =>
    eachChoice(frames, (choice) => ({ ...choice, delta: asRecord(choice["delta"])["content"] ?? "" })),
  ),
  "choice-text": whole("Chunks have `text`, as the older API has", (frames) =>
    eachChoice(frames, ({ delta, ...choice }) => ({ ...choice, text: asRecord(delta)["content"] ?? "" })),
  ),
  "role-everywhere": whole("Every chunk names the role", (frames) =>
    eachChoice(frames, (choice) => ({
      ...choice,
      delta: { role: "assistant", ...asRecord(choice["delta"]) },
    })),
  ),
  "ids-change": eachChunk("Id, model and time change with every chunk", (chunk, place) => ({
    ...chunk,
    id: `id-${place}`,
    created: -place,
    model: `m-${place}`,
  })),
  "empty-pieces": whole("A hundred empty pieces come before each piece", (frames) =>
    before(
      frames,
      "content",
      Array.from({ length: 100 }, () => piece("")),
    ),
  ),
  "split-emoji": whole("A character is cut into its halves, one in each chunk", (frames) => inHalves(frames)),
  "finish-twice": whole("The last chunk comes twice", (frames) =>
    eachEvent(frames, (frame) => (frame.role === "finish" ? [frame, frame] : [frame])),
  ),
  "finish-with-text": whole("The last piece of text brings the finish reason", (frames) =>
    finishMoved(frames),
  ),
  "finish-then-null": whole("An empty chunk without a reason follows the last one", (frames) =>
    after(frames, "finish", [json({ choices: [{ index: 0, delta: {}, finish_reason: null }] })]),
  ),
  "finish-delta-null": whole("The last chunk has `delta: null`", (frames) =>
    eachChoice(frames, (choice, role) => (role === "finish" ? { ...choice, delta: null } : choice)),
  ),
  "done-twice": whole("[DONE] comes twice", (frames) => after(frames, "done", [data("[DONE]")])),
  "done-object": whole("An object says that it is done, after the finish", (frames) =>
    after(frames, "finish", [json({ done: true })]),
  ),
  "usage-text": {
    ...eachChunk("The counts of tokens are texts", ({ usage, ...chunk }) => ({
      ...chunk,
      ...(usage !== undefined && { usage: texts(asRecord(usage)) }),
    })),
    forceUsage: true,
  },
  "usage-nonsense": whole("The counts of tokens are negative and broken", (frames) =>
    after(frames, "finish", [
      json({ choices: [], usage: { prompt_tokens: -5, completion_tokens: "many", total_tokens: 1e300 } }),
    ]),
  ),
  "blank-lines": whole("Ten blank lines stand before every event", (frames) =>
    eachEvent(frames, (frame) => [raw("\n".repeat(10)), frame]),
  ),
  "comment-in-event": whole("A comment stands inside of every event", (frames) =>
    eachEvent(frames, (frame) => [raw(`event: message\n: still here\ndata: ${frame.data}\n\n`)]),
  ),
  "retry-field": whole("`retry:` asks for a wait of centuries", (frames) =>
    eachEvent(frames, (frame) => [raw("retry: 99999999999999\n"), frame]),
  ),
  "zeros-after-done": whole("Zero bytes follow the end", (frames) =>
    after(frames, "done", [raw("\0\0\0\0")]),
  ),
  "other-events": whole("Events of other kinds with other JSON come in between", (frames) =>
    before(frames, "content", [raw('event: metrics\ndata: {"tokens_per_second": 12}\n\n')]),
  ),
  "sse-in-parts": whole("Each line of the stream comes alone, with a pause", (frames) =>
    eachEvent(frames, (frame) => [
      raw("data: "),
      { kind: "wait", milliseconds: 1 },
      raw(frame.data),
      { kind: "wait", milliseconds: 1 },
      raw("\n"),
      raw("\n"),
    ]),
  ),
  "head-misleading": {
    description:
      "The head of a good answer has `Location`, `Retry-After` and a refused key: a complete answer.",
    acts: "stream",
    truth: "whole",
    head: {
      location: "/elsewhere",
      "retry-after": "3600",
      "www-authenticate": "Bearer",
      "x-should-retry": "true",
    },
  },
  "type-with-parameters": {
    description: "The Content-Type has parameters that nobody knows: a complete answer.",
    acts: "stream",
    truth: "whole",
    head: { "content-type": 'Text/Event-Stream; charset="UTF-8"; profile=x' },
  },
  "type-html": {
    description: "The events are called a page: a complete answer.",
    acts: "stream",
    truth: "whole",
    head: { "content-type": "text/html; charset=utf-8" },
  },
  "null-error-then-cut": failed(
    "`error: null` in every chunk, and the connection ends in the middle. Reads `afterChunks` (3).",
    (frames, options) =>
      until(
        eachEvent(frames, (frame) => [
          frame.role === "done" ? frame : json({ ...asRecord(JSON.parse(frame.data)), error: null }),
        ]),
        [],
        options.afterChunks,
      ),
  ),
  "error-in-usage-chunk": failed(
    "The error comes in place of the usage, before any finish, then [DONE].",
    (frames) =>
      eachEvent(frames, (frame) =>
        frame.role === "finish"
          ? [json({ choices: [], error: { message: "engine died", code: 500 } })]
          : [frame],
      ),
  ),
  "error-in-second-choice": whole("Another choice than the first fails; the first ends well", (frames) =>
    before(frames, "finish", [
      json({ choices: [{ index: 1, delta: {}, finish_reason: "error", error: { message: "x" } }] }),
    ]),
  ),
  "finish-list": bentFinish("The finish reason is a list", ["stop"]),
  "finish-object": bentFinish("The finish reason is an object", { type: "stop" }),
  "finish-true": bentFinish("The finish reason is `true`", true),
  "418": status(418, "The server is a teapot."),
  "451": status(451, "The answer is withheld by law."),
  "423": status(423, "The model is locked."),
  "507": status(507, "The server's disk is full."),
  "520": status(520, "The proxy got an answer that it cannot name."),
  "429-negative": limited("Too many requests, with a wait below nought.", () => ({ "retry-after": "-5" })),
  "429-endless": limited("Too many requests, with a wait longer than a life.", () => ({
    "retry-after": "99999999999999999999",
  })),
} as const satisfies Record<string, FaultDefinition>;

const lines = (text: string): string[] =>
  JSON.stringify(JSON.parse(text), null, 2)
    .split("\n")
    .map((line) => `data: ${line}`);

const piece = (content: string): Frame =>
  json({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });

function eachData(what: string, bend: (text: string, place: number) => string): FaultDefinition {
  return whole(what, (frames) =>
    eachEvent(frames, (frame, place) => [
      frame.role === "done" ? frame : { ...frame, data: bend(frame.data, place) },
    ]),
  );
}

function eachChunk(what: string, bend: (chunk: Fields, place: number) => Fields): FaultDefinition {
  return eachData(what, (text, place) => JSON.stringify(bend(asRecord(JSON.parse(text)), place)));
}

function bentFinish(what: string, reason: unknown): FaultDefinition {
  return failed(`${what}.`, (frames) =>
    eachChoice(frames, (choice, role) => (role === "finish" ? { ...choice, finish_reason: reason } : choice)),
  );
}

const texts = (counts: Fields): Fields =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)]));

/** Each character outside the basic plane as two chunks, one for each half. */
function inHalves(frames: Iterable<Frame>): Iterable<Frame> {
  return eachEvent(frames, (frame) => {
    if (frame.role !== "content") return [frame];
    const chunk = asRecord(JSON.parse(frame.data));
    const [choice = {}] = (chunk["choices"] as unknown[]).map(asRecord);
    const { content } = asRecord(choice["delta"]);
    const units =
      typeof content === "string" && /[\ud800-\udfff]/.test(content) ? content.split("") : [content];
    return units.map((unit) => ({
      ...frame,
      data: JSON.stringify({ ...chunk, choices: [{ ...choice, delta: { content: unit } }] }),
    }));
  });
}

/** The finish reason moves to the last piece of text. */
function* finishMoved(frames: Iterable<Frame>): Generator<Frame> {
  let held: Frame | undefined;
  for (const frame of frames) {
    if (frame.kind === "event" && frame.role === "finish" && held) {
      yield* eachChoice([held], (choice) => ({ ...choice, finish_reason: "stop" }));
      held = undefined;
    } else {
      if (held) yield held;
      held = undefined;
      if (frame.kind === "event" && frame.role === "content") held = frame;
      else yield frame;
    }
  }
}
