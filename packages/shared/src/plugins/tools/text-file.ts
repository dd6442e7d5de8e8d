/** Text files as an edit needs them: encoding and line ends survive. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf, reasonOf } from "../../system/system-error.js";
import { ToolRefusal } from "./tool.js";
import { atPlace, type WorkspacePath } from "./workspace-path.js";

/** A text file with what must survive an edit. Line ends in `text` are `\n` when the file has one kind only. */
export interface TextFile {
  text: string;
  mode: number;
  /** How many names the file has. */
  links: number;
  byteOrderMark: boolean;
  carriageReturns: boolean;
}

/** Bytes of a file that tools work on. */
export const SIZE_LIMIT = 10 * 1024 * 1024;

/** Reads a file of the workspace; refuses what is no text, and what is too large to be worked on. */
export function readTextFile(place: WorkspacePath): Promise<TextFile> {
  return atPlace(place, { create: false }, (file) => readFileAt(file, place.name)).catch((error: unknown) => {
    throw codeOf(error) === undefined
      ? error
      : new ToolRefusal(`"${place.name}" cannot be read: ${reasonOf(error)}.`);
  });
}

async function readFileAt(file: string, name: string): Promise<TextFile> {
  // The path has no links left; if one appears now, it is not followed. A pipe is not waited for.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new ToolRefusal(`"${name}" is not a file.`);
    if (stats.size > SIZE_LIMIT) throw new ToolRefusal(`"${name}" is larger than ${SIZE_LIMIT} bytes.`);
    const text = decode(await handle.readFile(), name);
    return { ...text, mode: stats.mode & 0o7777, links: stats.nlink };
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer, name: string): Omit<TextFile, "mode" | "links"> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolRefusal(`"${name}" is not UTF-8 text.`);
  }
  if (text.includes("\0")) throw new ToolRefusal(`"${name}" is a binary file.`);
  const byteOrderMark = text.startsWith("\uFEFF");
  const carriageReturns = text.includes("\r\n") && !/(?<!\r)\n|\r(?!\n)/.test(text);
  const body = byteOrderMark ? text.slice(1) : text;
  return { text: carriageReturns ? body.replaceAll("\r\n", "\n") : body, byteOrderMark, carriageReturns };
}

/** The file's content with another text, in the file's own manner. */
export function encode(file: TextFile, text: string): string {
  const body = file.carriageReturns ? text.replaceAll("\n", "\r\n") : text;
  return file.byteOrderMark ? `\uFEFF${body}` : body;
}
