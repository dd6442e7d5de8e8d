/** Answers under a wrong name: what they say of themselves is not what they are. */
import type { Compression } from "../chat/compressed-pieces.js";
import { chain, eachEvent, raw } from "./bend.js";
import type { FaultDefinition } from "./definition.js";
import { instead } from "./outcomes.js";

const PAGE = "<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>";

export const labelFaults = {
  "type-upper-case": labelled("Text/Event-Stream; Charset=UTF-8", "is written in upper case"),
  "type-plain": labelled("text/plain", "is text/plain"),
  "type-octets": labelled("application/octet-stream", "is application/octet-stream"),
  "type-json": labelled("application/json", "is application/json"),
  "type-ndjson": labelled("application/x-ndjson", "is application/x-ndjson"),
  "type-missing": labelled("", "is missing"),
  "json-as-events": {
    description: "A whole JSON body that is called text/event-stream: a complete answer.",
    acts: "answer",
    truth: "whole",
    ignoreStream: true,
    head: { "content-type": "text/event-stream" },
  },
  "json-as-text": {
    description: "A whole JSON body that is called text/plain: a complete answer.",
    acts: "answer",
    truth: "whole",
    ignoreStream: true,
    head: { "content-type": "text/plain" },
  },
  "json-lines": {
    description: "Chunks as lines of JSON, without `data:`.",
    acts: "stream",
    head: { "content-type": "application/x-ndjson" },
    frames: (frames) => eachEvent(frames, (frame) => (frame.role === "done" ? [] : [raw(`${frame.data}\n`)])),
  },
  "blank-before-json": {
    description: "White space, as keep-alive, before a whole JSON body: a complete answer.",
    acts: "answer",
    truth: "whole",
    ignoreStream: true,
    body: (body) => chain([raw("\n \n")], [raw(body)]),
  },
  "login-page": instead("200 and a proxy's login page.", (exchange) =>
    exchange.send(200, PAGE, { "content-type": "text/html" }),
  ),
  "words-with-200": instead("200 and plain words.", (exchange) =>
    exchange.send(200, "It works!", { "content-type": "text/plain" }),
  ),
  "empty-with-200": instead("200 and an empty body.", (exchange) =>
    exchange.send(200, "", { "content-type": "text/event-stream" }),
  ),
  "null-with-200": instead("200 and `null`.", (exchange) =>
    exchange.send(200, "null", { "content-type": "application/json" }),
  ),
  "202": instead("202: the request was accepted, and that is all.", (exchange) =>
    exchange.json(202, { id: "job-1", status: "queued" }),
  ),
  "204": instead("204: no content.", (exchange) => exchange.send(204, "")),
  "not-http": {
    description: "What listens there does not speak HTTP.",
    acts: "connection",
    respond: ({ exchange }) => exchange.speak("SSH-2.0-OpenSSH_9.6\r\n"),
  },
  "header-overflow": {
    description: "The head of the answer is larger than a client reads.",
    acts: "connection",
    respond: ({ exchange }) => exchange.send(200, "{}", { "x-large": "x".repeat(100_000) }),
  },
  deflate: packed("deflate", "The body is deflated."),
  "deflate-raw": packed("deflate-raw", "The body is deflated without the wrapper that the name promises."),
  "gzip-twice": packed("gzip-twice", "The body is compressed twice, and says so."),
  brotli: packed("brotli", "The body is compressed by brotli."),
  "gzip-false": {
    description: "The body is called compressed and is not.",
    acts: "stream",
    head: { "content-encoding": "gzip" },
  },
  "encoding-unknown": instead("The body has an encoding that nobody asked for.", (exchange) =>
    exchange.send(200, "\u0001\u0002\u0003\u0004", {
      "content-type": "text/event-stream",
      "content-encoding": "x-unknown",
    }),
  ),
} as const satisfies Record<string, FaultDefinition>;

function labelled(type: string, what: string): FaultDefinition {
  return {
    description: `A stream whose Content-Type ${what}: a complete answer.`,
    acts: "stream",
    truth: "whole",
    head: { "content-type": type },
  };
}

function packed(compression: Compression, description: string): FaultDefinition {
  return { description, acts: "stream", truth: "whole", encoding: { compression } };
}
