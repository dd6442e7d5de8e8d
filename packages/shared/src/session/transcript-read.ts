/** A saved conversation, read back. A last line that a crash tore is dropped; any other damage is an error. */
import { appendFileSync, truncateSync } from "node:fs";
import { readFile } from "node:fs/promises";
import * as z from "../settings/kinds.js";
import { reasonOf } from "../system/system-error.js";
import { ConfigurationError } from "../provider/errors.js";
import type { UsageCounts } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import type { Schema } from "../provider/schema.js";
import { isRecord, jsonIn } from "../provider/untrusted.js";
import type { Payload } from "./deliverable/payload.js";
import type { ConversationAbout, TranscriptLine } from "./transcript-line.js";

/** What a file held. */
export interface SavedConversation extends ConversationAbout {
  /** The system message, where it had one. */
  system: string | undefined;
  /** Everything that was said, ready for the next request. */
  messages: Message[];
  /** What each answer used, in order. */
  usages: UsageCounts[];
  /** The fields that had been filled in for its deliverable. */
  payload: Payload;
  /** The text of an answer that had not ended. */
  partial: string;
  /** Who answered last. */
  provider: string;
  /** The model that answered last. */
  model: string;
  /** When it began. */
  time: string;
  /** What was dropped, in words. */
  notice: string | undefined;
}

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);
const result = { tool_call_id: z.string(), content };
const call = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const messageShape = z.union([
  z.looseObject({ role: z.enum(["system", "user"]), content }),
  z.looseObject({
    role: z.literal("assistant"),
    content: content.nullable(),
    tool_calls: z.array(call).optional(),
  }),
  z.looseObject({ role: z.literal("tool"), ...result }),
  z.looseObject({ role: z.literal("tool"), results: z.array(z.looseObject(result)) }),
]);
const message = z.custom<Message>((value) => messageShape.safeParse(value).success);
const count = z.number().nonnegative();
const usageShape = z.looseObject({ prompt_tokens: count, output_tokens: count, total_tokens: count });
const usage = z.custom<UsageCounts>((value) => usageShape.safeParse(value).success);
const place = z.int().nonnegative();
const text = z.string();
const shapes: { [Type in TranscriptLine["type"]]: Schema<Extract<TranscriptLine, { type: Type }>> } = {
  session: z.object({
    type: z.literal("session"),
    version: z.literal(1),
    provider: text,
    model: text,
    time: text,
    title: text.optional(),
    folder: text.optional(),
    profile: text.optional(),
  }),
  system: z.object({ type: z.literal("system"), text: text.nullable() }),
  message: z.object({ type: z.literal("message"), message }),
  cut: z.object({ type: z.literal("cut"), length: place }),
  replace: z.object({ type: z.literal("replace"), place, message }),
  usage: z.object({ type: z.literal("usage"), usage }),
  completion: z.object({ type: z.literal("completion"), payload: z.record(text, z.unknown()) }),
  partial: z.object({ type: z.literal("partial"), text }),
  restart: z.object({ type: z.literal("restart") }),
};

/** Reads a conversation and mends the end of its file, so that new lines can follow. */
export async function readTranscript(file: string): Promise<SavedConversation> {
  const { saved, end, wholeLines } = await parseTranscript(file);
  if (end === "whole") appendFileSync(file, "\n", { flush: true });
  else if (end === "torn") {
    truncateSync(file, wholeLines);
    saved.notice = `The last line of ${file} was not written to its end and is left out.`;
  }
  return saved;
}

/** Reads a conversation and changes nothing: another process may be writing to it. */
export async function readConversation(file: string): Promise<SavedConversation> {
  return (await parseTranscript(file)).saved;
}

interface Parsed {
  saved: SavedConversation;
  /** What stands after the last line that has its end: nothing, a line that lacks only that, or a part of one. */
  end: "none" | "whole" | "torn";
  /** The bytes of the lines that have their end. */
  wholeLines: number;
}

async function parseTranscript(file: string): Promise<Parsed> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new ConfigurationError(`${file}: cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  // A line may be torn inside a letter, so it is cut off before the text is decoded.
  const wholeLines = bytes.lastIndexOf("\n") + 1;
  const end = bytes.subarray(wholeLines).toString();
  const lines = bytes.subarray(0, wholeLines).toString().split("\n").slice(0, -1);
  const saved: SavedConversation = {
    system: undefined,
    messages: [],
    usages: [],
    payload: {},
    partial: "",
    provider: "",
    model: "",
    time: "",
    notice: undefined,
  };
  if (parseLine(lines[0] ?? "")?.type !== "session") throw damaged(file, 1, "it is no saved conversation");
  lines.forEach((line, index) => {
    if (!apply(saved, parseLine(line))) throw damaged(file, index + 1, "the line cannot be read");
  });
  if (end === "") return { saved, end: "none", wholeLines };
  return { saved, end: apply(saved, parseLine(end)) ? "whole" : "torn", wholeLines };
}

function damaged(file: string, line: number, why: string): ConfigurationError {
  return new ConfigurationError(`${file}:${line}: ${why}. The file was left as it is.`);
}

const isLineType = (type: unknown): type is TranscriptLine["type"] =>
  typeof type === "string" && Object.hasOwn(shapes, type);

function parseLine(line: string): TranscriptLine | undefined {
  const value = jsonIn(line);
  const type = isRecord(value) ? value["type"] : undefined;
  if (!isLineType(type)) return undefined;
  const read = shapes[type].safeParse(value);
  return read.success ? read.data : undefined;
}

/** False when there is no line, or it makes no sense here. */
function apply(saved: SavedConversation, line: TranscriptLine | undefined): boolean {
  switch (line?.type) {
    case "session": {
      const { type: _type, version: _version, time, ...about } = line;
      Object.assign(saved, about);
      saved.time ||= time;
      return true;
    }
    case "system":
      saved.system = line.text ?? undefined;
      return true;
    case "message":
      saved.partial = "";
      saved.messages.push(line.message);
      return true;
    case "cut":
      saved.partial = "";
      saved.messages.length = Math.min(line.length, saved.messages.length);
      return true;
    case "replace":
      if (line.place >= saved.messages.length) return false;
      saved.messages[line.place] = line.message;
      return true;
    case "usage":
      saved.usages.push(line.usage);
      return true;
    case "completion":
      saved.payload = line.payload;
      return true;
    case "partial":
      saved.partial += line.text;
      return true;
    case "restart":
      saved.partial = "";
      return true;
    default:
      return false;
  }
}
