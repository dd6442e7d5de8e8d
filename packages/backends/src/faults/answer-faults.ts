/** Faults of a whole answer. */
import type { Frame } from "../chat/frames.js";
import { asRecord } from "../json.js";
import type { FaultDefinition, FaultScene } from "./definition.js";

const MEGABYTE = 1024 * 1024;
const PAD = "x".repeat(64 * 1024);

/** Faults of a whole answer: its kind, its place, its size. */
export const answerFaults = {
  "html-error": {
    description: "A proxy's HTML page in place of a JSON error. Reads `status` (502).",
    acts: "answer",
    respond: ({ exchange, options }) => {
      const status = options.status ?? 502;
      const page = `<html>\r\n<head><title>${status} Bad Gateway</title></head>\r\n<body>\r\n<center><h1>${status} Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
      exchange.send(status, page, { "content-type": "text/html" });
    },
  },
  "empty-error": {
    description: "An error status with an empty body. Reads `status` (500).",
    acts: "answer",
    respond: ({ exchange, options }) => exchange.send(options.status ?? 500, ""),
  },
  "nested-error": {
    description: "An error status whose words stand deep in the body. Reads `status` (400) and `message`.",
    acts: "answer",
    respond: ({ exchange, options }) =>
      exchange.json(options.status ?? 400, {
        response: {
          errors: [{ extensions: { trace: "x" }, error: { detail: { msg: options.message ?? "No." } } }],
        },
      }),
  },
  "long-error": {
    description: "An error status with a body far longer than its words. Reads `status` (400) and `message`.",
    acts: "answer",
    respond: ({ exchange, options }) => {
      const error = { message: options.message ?? "No.", trace: "x".repeat(MEGABYTE) };
      exchange.json(options.status ?? 400, { error });
    },
  },
  "error-with-200": {
    description: "The status says 200, the body is an error. Reads `message`.",
    acts: "answer",
    respond: ({ exchange, options, words }) => {
      const answer = words.answer({ kind: "status", status: 500, message: options.message });
      exchange.json(200, answer.body);
    },
  },
  "stream-ignored": {
    description: "A whole JSON body, although a stream was asked for: a complete answer.",
    acts: "answer",
    ignoreStream: true,
  },
  "redirect-same-origin": {
    description: "One redirect (308) to the same address with `?redirected=1`, which answers as usual.",
    acts: "answer",
    before: ({ exchange }: FaultScene) => {
      if (exchange.request.query["redirected"] === undefined) {
        exchange.send(308, "", { location: `${exchange.request.path}?redirected=1` });
      }
    },
  },
  "redirect-other-origin": {
    description: "A redirect (307) to another origin. Reads `location` (http://localhost:1/…) and `status`.",
    acts: "answer",
    respond: ({ exchange, options }) =>
      exchange.send(options.status ?? 307, "", {
        location: options.location ?? `http://localhost:1${exchange.request.path}`,
      }),
  },
  "huge-body": {
    description: "A JSON body far larger than any real one. Reads `bytes` (256 MiB).",
    acts: "answer",
    respond: async ({ exchange, options }) => {
      exchange.begin(200, { "content-type": "application/json" });
      await exchange.write('{"padding":"');
      for (let left = options.bytes ?? 256 * MEGABYTE; left > 0; left -= PAD.length) {
        await exchange.write(PAD.slice(0, left));
      }
      await exchange.write('"}');
      exchange.end();
    },
  },
  "deep-json": {
    description: "A JSON body nested very deeply; in a stream, one such event. Reads `depth` (100000).",
    acts: "answer",
    respond: ({ exchange, options }) => {
      const depth = options.depth ?? 100_000;
      const nested = `{"choices":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      if (wantsStream(exchange.request.body)) {
        exchange.send(200, `data: ${nested}\n\ndata: [DONE]\n\n`, {
          "content-type": "text/event-stream",
        });
      } else exchange.send(200, nested, { "content-type": "application/json" });
    },
  },
  "truncated-body": {
    description: "The body is cut in the middle, yet the answer ends as if whole.",
    acts: "answer",
    truth: "failed",
    before: ({ exchange }: FaultScene) => exchange.spoil("cut"),
    frames: cutInsideLine,
  },
  "content-length-mismatch": {
    description: "The head promises more bytes than come before the connection is closed.",
    acts: "answer",
    before: ({ exchange }: FaultScene) => exchange.spoil("overpromise"),
    encoding: { declaredLength: MEGABYTE },
  },
} as const satisfies Record<string, FaultDefinition>;

/** The whole stream but for the second half of the event that would have ended it. */
function* cutInsideLine(frames: Iterable<Frame>): Generator<Frame> {
  for (const frame of frames) {
    if (frame.kind === "event" && frame.role === "finish") {
      yield { kind: "raw", text: `data: ${frame.data.slice(0, frame.data.length / 2)}` };
      return;
    }
    yield frame;
  }
}

function wantsStream(body: unknown): boolean {
  return asRecord(body)["stream"] === true;
}
