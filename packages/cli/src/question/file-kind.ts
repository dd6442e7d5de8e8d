/** What a file is, by its content: names lie. */

export type FileKind =
  | { readonly kind: "picture"; readonly mime: string }
  | { readonly kind: "pdf" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "other" };

const PICTURES: readonly (readonly [mime: string, test: (head: string) => boolean])[] = [
  ["image/png", (head) => head.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (head) => head.startsWith("\xff\xd8\xff")],
  ["image/gif", (head) => /^GIF8[79]a/.test(head)],
  ["image/webp", (head) => /^RIFF....WEBP/s.test(head)],
];

export function fileKind(bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const picture = PICTURES.find(([, test]) => test(head));
  if (picture) return { kind: "picture", mime: picture[0] };
  if (head.startsWith("%PDF-")) return { kind: "pdf" };
  const text = decodeText(bytes);
  return text === undefined ? { kind: "other" } : { kind: "text", text };
}

/** UTF-8, or UTF-16 with its mark; undefined for what is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
