/** What a picture takes in a prompt: by the picture, not by the size of its file. */
import type { ImagePart } from "../provider/messages.js";
import type { TokenRange } from "./range.js";

/** From the models that take least to those that take most of a picture of middling size. */
const ONE: TokenRange = { low: 64, usual: 1200, high: 3000 };
/** Models that keep a picture's full size have one token for a square of 28 pixels, and shrink what takes more than this. */
const PATCH = 28 * 28;
const MOST = 16_384;
const SMALL_DETAIL = 300;
/** Base64 of the signature, the header chunk's length and its name; width and height follow. */
const PNG_HEAD = 24;

/** A PNG's pixels, read from its first bytes. */
function pixelsOf(url: string): number | undefined {
  const at = url.indexOf(";base64,");
  if (at < 0 || !url.startsWith("data:image/png")) return undefined;
  const start = at + ";base64,".length;
  const head = Buffer.from(url.slice(start, start + 2 * PNG_HEAD), "base64");
  return head.length < PNG_HEAD ? undefined : head.readUInt32BE(16) * head.readUInt32BE(20);
}

export function tokensOfPicture({ image_url: { url, detail } }: ImagePart): TokenRange {
  if (detail === "low") return { low: ONE.low, usual: SMALL_DETAIL, high: ONE.usual };
  const pixels = pixelsOf(url);
  if (pixels === undefined) return ONE;
  return { ...ONE, high: Math.min(MOST, Math.max(ONE.usual, Math.ceil(pixels / PATCH))) };
}
