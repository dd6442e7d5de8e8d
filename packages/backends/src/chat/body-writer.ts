/** Events of a stream as bytes on the wire. */
import type { Exchange } from "../http/exchange.js";
import type { Frame } from "./frames.js";
import { CompressedPieces, type Compression } from "./compressed-pieces.js";

/** How events become bytes; faults bend single fields of it. */
export interface SseEncoding {
  readonly lineEnd: "\n" | "\r\n" | "\r";
  readonly spaceAfterColon: boolean;
  readonly byteOrderMark: boolean;
  /** Gives each event a name, an id and a retry time beside its data. */
  readonly otherFields: boolean;
  /** Spreads each event's JSON over several `data:` lines. */
  readonly severalDataLines: boolean;
  /** Cuts each write inside a multi-byte character. */
  readonly splitCharacters: boolean;
  readonly compression: Compression | undefined;
  /** Declares this length and then hangs up instead of ending. */
  readonly declaredLength: number | undefined;
}

/** What well-behaved servers send. */
export const plainEncoding: SseEncoding = {
  lineEnd: "\n",
  spaceAfterColon: true,
  byteOrderMark: false,
  otherFields: false,
  severalDataLines: false,
  splitCharacters: false,
  compression: undefined,
  declaredLength: undefined,
};

const BATCH_LENGTH = 32 * 1024;
/** Between two writes that must arrive apart, and before a reset, which would overtake the bytes. */
const SETTLE_MS = 20;

/** Writes the frames of an answer whose head was sent, until its end or until it breaks. */
export async function writeFrames(
  exchange: Exchange,
  frames: Iterable<Frame>,
  encoding: SseEncoding,
  bulk: boolean,
): Promise<void> {
  // Without HTTP chunks there is nothing to frame by hand.
  const batched = bulk && !encoding.compression && encoding.declaredLength === undefined;
  const packed = encoding.compression ? new CompressedPieces(encoding.compression) : undefined;
  let batch = "";
  let lastData: string | undefined;
  let lastChunk = "";
  if (encoding.byteOrderMark) await exchange.write("\uFEFF");
  for (const frame of frames) {
    if (batched && frame.kind === "event") {
      if (frame.data !== lastData) lastChunk = httpChunk(encodeEvent(frame.data, encoding));
      lastData = frame.data;
      batch += lastChunk;
      exchange.chunksSent += 1;
      if (batch.length < BATCH_LENGTH) continue;
    }
    if (batch !== "") {
      await exchange.writeFramed(batch);
      batch = "";
      if (frame.kind === "event") continue;
    }
    if (!(await writeFrame(exchange, frame, encoding, packed))) return;
  }
  if (batch !== "") await exchange.writeFramed(batch);
  if (packed) await exchange.write(await packed.finish());
  if (encoding.declaredLength === undefined) exchange.end();
  else exchange.hangUp();
}

/** Carries out one frame; false when the answer is over with it. */
async function writeFrame(
  exchange: Exchange,
  frame: Frame,
  encoding: SseEncoding,
  packed: CompressedPieces | undefined,
): Promise<boolean> {
  if (frame.kind === "event") {
    exchange.chunksSent += 1;
    await writeText(exchange, encodeEvent(frame.data, encoding), encoding, packed);
  } else if (frame.kind === "raw") await writeText(exchange, frame.text, encoding, packed);
  else if (frame.kind === "wait") await exchange.wait(frame.milliseconds);
  else if (frame.kind === "silence") await exchange.silence();
  else {
    await exchange.wait(SETTLE_MS);
    if (frame.kind === "reset") exchange.reset();
    else exchange.hangUp();
    return false;
  }
  return true;
}

async function writeText(
  exchange: Exchange,
  text: string,
  encoding: SseEncoding,
  packed: CompressedPieces | undefined,
): Promise<void> {
  if (packed) return exchange.write(await packed.add(text));
  if (!encoding.splitCharacters) return exchange.write(text);
  const bytes = Buffer.from(text);
  const cut = bytes.findIndex((byte) => byte >= 0x80) + 1;
  if (cut > 0) {
    await exchange.write(bytes.subarray(0, cut));
    await exchange.wait(SETTLE_MS);
  }
  await exchange.write(bytes.subarray(cut));
}

function encodeEvent(data: string, encoding: SseEncoding): string {
  const lines =
    encoding.severalDataLines && data.startsWith("{")
      ? JSON.stringify(JSON.parse(data), null, 1).split("\n")
      : [data];
  const field = encoding.spaceAfterColon ? "data: " : "data:";
  const end = encoding.lineEnd;
  const others = encoding.otherFields ? `event: message${end}id: 1${end}retry: 3000${end}` : "";
  return `${others}${lines.map((line) => field + line).join(end)}${end}${end}`;
}

function httpChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
