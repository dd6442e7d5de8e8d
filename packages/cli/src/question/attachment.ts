/** Files that go along with a question. */
import { open } from "node:fs/promises";
import { ConfigurationError } from "@framework/shared";
import { fileKind } from "./file-kind.js";
import { findFiles, type FoundFile } from "./find-files.js";

export type Attachment =
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "picture"; readonly name: string; readonly url: string };

/** A single file larger than this fits no window. */
const LARGEST_FILE = 20 * 1024 * 1024;
/** All of them together: what is held in memory and sent in one request. */
const LARGEST_SUM = 50 * 1024 * 1024;

/** Reads what the user named, in that order. What a folder has that is neither text nor picture is passed over and told. */
export async function readAttachments(
  wanted: readonly string[],
  folder: string,
  notice: (text: string) => void,
): Promise<Attachment[]> {
  const found = (await Promise.all(wanted.map((name) => findFiles(name, folder)))).flat();
  // A file that two patterns have is sent once.
  const files = [...new Map(found.map((file) => [file.path, file])).values()];
  const attachments: Attachment[] = [];
  const passedOver: string[] = [];
  let sum = 0;
  for (const file of files) {
    const bytes = await readBytes(file);
    sum += bytes.length;
    if (sum > LARGEST_SUM) {
      throw new ConfigurationError(`The files are larger than ${LARGEST_SUM} bytes together. Attach fewer.`);
    }
    const attachment = await attachmentOf(file, bytes);
    if (attachment) attachments.push(attachment);
    else passedOver.push(file.name);
  }
  if (passedOver.length > 0)
    notice(`Not attached, because neither text nor picture: ${inShort(passedOver)}.`);
  return attachments;
}

async function attachmentOf(file: FoundFile, bytes: Buffer): Promise<Attachment | undefined> {
  const { name } = file;
  const content = fileKind(bytes);
  switch (content.kind) {
    case "text":
      return { kind: "text", name, text: content.text };
    case "picture":
      return { kind: "picture", name, url: `data:${content.mime};base64,${bytes.toString("base64")}` };
    case "pdf": {
      const { pdfText } = await import("./pdf-text.js");
      return { kind: "text", name, text: await pdfText(file.path, name, LARGEST_FILE) };
    }
    default:
      if (!file.isNamed) return undefined;
      throw new ConfigurationError(
        `${name} is neither text, nor a PDF, nor a picture (PNG, JPEG, GIF, WebP), and cannot be attached.`,
      );
  }
}

async function readBytes({ path, name }: FoundFile): Promise<Buffer> {
  const handle = await open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`${name} cannot be read: ${cause.message}.`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > LARGEST_FILE) {
      throw new ConfigurationError(
        `${name} has ${size} bytes; at most ${LARGEST_FILE} can be attached. Attach a part of it.`,
      );
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const inShort = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
