/** The size of a picture that is embedded as a data URI, read from its first bytes. */

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** More than any header is long; JPEG's may stand behind a preview. */
const HEADER_BYTES = 65_536;

/** The bytes of a data URI up to a limit; null when it is none. */
export function dataUriBytes(uri: string, limit: number): Buffer | null {
  const match = /^data:[\w./+-]*((?:;[\w=-]+)*),/i.exec(uri);
  if (!match) return null;
  const isBase64 = /;base64$/i.test(match[1] ?? "");
  const body = uri.slice(match[0].length, match[0].length + limit * 4);
  if (isBase64) return Buffer.from(body, "base64").subarray(0, limit);
  try {
    return Buffer.from(decodeURIComponent(body)).subarray(0, limit);
  } catch {
    return null;
  }
}

/** The size that an embedded picture declares; null when it is no data URI or of a kind that is not known. */
export function declaredImageSize(uri: string): ImageSize | null {
  const bytes = dataUriBytes(uri, HEADER_BYTES);
  if (!bytes || bytes.length < 30) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString("latin1", 0, 3) === "GIF")
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  if (bytes.toString("latin1", 8, 12) === "WEBP") return webpSize(bytes);
  return svgSize(bytes.toString("utf8"));
}

function jpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

function webpSize(bytes: Buffer): ImageSize | null {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

function svgSize(markup: string): ImageSize | null {
  const tag = /<svg\b[^>]*>/i.exec(markup)?.[0];
  if (!tag) return null;
  const view = /viewBox\s*=\s*["']([^"']*)["']/i
    .exec(tag)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const side = (name: string, fallback: number | undefined): number => {
    const written = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, "i").exec(tag)?.[1];
    return Number(written ?? fallback);
  };
  const [width, height] = [side("width", view?.[2] ?? 300), side("height", view?.[3] ?? 150)];
  return width > 0 && height > 0 ? { width, height } : null;
}
