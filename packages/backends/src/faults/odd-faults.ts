/** Streams that are odd but readable: a client gets the whole answer out of each. */
import type { Frame } from "../chat/frames.js";
import { asRecord } from "../json.js";
import { chain, data, eachChoice, eachEvent, json, raw } from "./bend.js";
import type { FaultDefinition } from "./definition.js";
import { whole } from "./outcomes.js";

export const oddFaults = {
  "heartbeat-empty": heartbeat([raw("data:\n\n")], "events with no data"),
  "heartbeat-blank": heartbeat([raw("data:   \n\n")], "events with a blank"),
  "heartbeat-ping": heartbeat([data("ping")], "events that say `ping`"),
  "heartbeat-null": heartbeat([data("null")], "events that say `null`"),
  "heartbeat-object": heartbeat([data("{}")], "events with an empty object"),
  "heartbeat-typed": heartbeat([raw('event: ping\ndata: {"type":"ping"}\n\n')], "events called `ping`"),
  "heartbeat-text": heartbeat([data('"keep-alive"')], "events with a JSON text"),
  "heartbeat-empty-choices": heartbeat([json({ choices: [] })], "chunks without a choice"),
  "heartbeat-comment": heartbeat([raw(":\n\n"), raw(": ping\n\n")], "comments"),
  "message-at-end": whole("The last chunk has the whole answer once more, as `message`", (frames) =>
    repeatedAtEnd(frames),
  ),
  "message-chunks": whole("Chunks have `message` where `delta` belongs", (frames) =>
    eachChoice(frames, ({ delta, ...choice }) => ({ ...choice, message: delta })),
  ),
  "number-content": {
    description: "Pieces of the text that look like numbers are numbers: a complete answer.",
    acts: "stream",
    truth: "whole",
    reply: () => ({ chunks: ["4", "2", " is the answer, or ", "4.5"] }),
    frames: (frames) =>
      eachChoice(frames, (choice) => {
        const delta = asRecord(choice["delta"]);
        const { content } = delta;
        const isNumber = typeof content === "string" && /^[\d.]+$/.test(content);
        return isNumber ? { ...choice, delta: { ...delta, content: Number(content) } } : choice;
      }),
  },
  "content-parts": whole("The text comes as a list of parts", (frames) =>
    eachChoice(frames, (choice) => {
      const delta = asRecord(choice["delta"]);
      const { content } = delta;
      const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
      return { ...choice, delta: { ...delta, content: parts } };
    }),
  ),
  "other-choices": whole("Chunks of a second choice come between those of the first", (frames) =>
    eachEvent(frames, (frame) =>
      frame.role === "content"
        ? [frame, json({ choices: [{ index: 1, delta: { content: " other" }, finish_reason: null }] })]
        : [frame],
    ),
  ),
  "choice-index-text": whole("The choice's index is a text", (frames) =>
    eachChoice(frames, (choice) => ({ ...choice, index: "0" })),
  ),
  "choice-no-index": whole("The choice has no index", (frames) =>
    eachChoice(frames, ({ index: _index, ...choice }) => choice),
  ),
  "two-chunks-in-one-event": whole("Two chunks share one event", (frames) => inPairs(frames)),
  "no-last-blank-line": whole("The last event lacks its blank line", (frames) =>
    eachEvent(frames, (frame) =>
      frame.role === "done"
        ? []
        : frame.role === "finish"
          ? [raw(`data: ${frame.data}`)]
          : frame.role === "usage"
            ? []
            : [frame],
    ),
  ),
  "extra-fields": whole(
    "Chunks have fields that nobody knows, `error: null` and `message: null` among them",
    (frames) =>
      eachEvent(frames, (frame) =>
        frame.role === "done"
          ? [frame]
          : [
              {
                ...frame,
                data: JSON.stringify({
                  ...asRecord(JSON.parse(frame.data)),
                  error: null,
                  errors: [],
                  detail: null,
                  message: null,
                  status: "ok",
                  code: 200,
                  base_resp: { status_code: 0, status_msg: "success" },
                }),
              },
            ],
      ),
  ),
} as const satisfies Record<string, FaultDefinition>;

function heartbeat(beat: readonly Frame[], what: string): FaultDefinition {
  return whole(`Heartbeats between the chunks, as ${what}`, (frames) =>
    chain(
      beat,
      eachEvent(frames, (frame) => (frame.role === "done" ? [frame] : [frame, ...beat])),
    ),
  );
}

function* repeatedAtEnd(frames: Iterable<Frame>): Generator<Frame> {
  let text = "";
  for (const frame of frames) {
    if (frame.kind !== "event" || frame.role === "done") yield frame;
    else {
      const chunk = asRecord(JSON.parse(frame.data));
      const [choice] = (chunk["choices"] as unknown[]).map(asRecord);
      const content = asRecord(choice?.["delta"])["content"];
      if (typeof content === "string") text += content;
      if (frame.role !== "finish") yield frame;
      else {
        const { delta: _delta, ...rest } = choice ?? {};
        const message = { role: "assistant", content: text };
        yield { ...frame, data: JSON.stringify({ ...chunk, choices: [{ ...rest, message }] }) };
      }
    }
  }
}

function* inPairs(frames: Iterable<Frame>): Generator<Frame> {
  let first: string | undefined;
  for (const frame of frames) {
    if (frame.kind !== "event" || frame.role === "done") {
      if (first !== undefined) yield data(first);
      first = undefined;
      yield frame;
    } else if (first === undefined) first = frame.data;
    else {
      yield raw(`data: ${first}\ndata: ${frame.data}\n\n`);
      first = undefined;
    }
  }
}
