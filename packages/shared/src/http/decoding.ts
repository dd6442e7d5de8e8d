/** Compressed bodies as they come: in several layers, under the wrong name, or not compressed at all. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  constants as zlib,
} from "node:zlib";
import { TransportError } from "./transport-error.js";

/** More layers than any real server has. */
const MOST_LAYERS = 4;
// Syncing flushes let what has arrived through at once, and keep what a cut body brought.
const FLUSHING = { flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH };

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>;

/** What was done to a body, in the order in which it was done. */
export function encodingsOf(message: IncomingMessage): string[] {
  const { "content-encoding": encoding = "" } = message.headers;
  if (encoding === "") return [];
  return encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity" && name !== "none");
}

/** The body without its encodings. The first bytes tell more than the name: deflate is sent in two forms, gzip sometimes not at all. */
export async function decoded(message: IncomingMessage, encodings: readonly string[]): Promise<Readable> {
  if (encodings.length > MOST_LAYERS) throw unknown(encodings.join(", "));
  let body: Readable = message;
  for (const encoding of encodings.toReversed()) {
    const decoder = decoderFor(encoding, await firstBytes(body));
    if (!decoder) continue;
    const source = body;
    source.on("error", (error) => decoder.destroy(error));
    body = source.pipe(decoder);
  }
  return body;
}

function decoderFor(encoding: string, start: Buffer): Decoder | undefined {
  const [first = 0, second = 0] = start;
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return first === 0x1f && second === 0x8b ? createGunzip(FLUSHING) : undefined;
    case "deflate": {
      const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
      return hasHeader ? createInflate(FLUSHING) : createInflateRaw(FLUSHING);
    }
    case "br":
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      throw unknown(encoding);
  }
}

const unknown = (encoding: string) =>
  new TransportError(
    "body",
    "encoding",
    `the answer is encoded as "${encoding}", which was not asked for and cannot be read`,
  );

/** The beginning of a body, which stays in it. */
function firstBytes(body: Readable): Promise<Buffer> {
  return new Promise((resolve) => {
    const onReadable = () => {
      const bytes: unknown = body.read();
      finish(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
    };
    const onEnd = () => finish(Buffer.alloc(0));
    const finish = (bytes: Buffer) => {
      body.off("readable", onReadable);
      for (const end of ["end", "error", "close"]) body.off(end, onEnd);
      if (bytes.length > 0) body.unshift(bytes);
      resolve(bytes);
    };
    body.on("readable", onReadable);
    for (const end of ["end", "error", "close"]) body.on(end, onEnd);
  });
}
