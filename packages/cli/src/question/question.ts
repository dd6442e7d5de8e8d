/** What is sent as a question: the files, then what was piped in, then the words, each clearly apart. */
import { text as readAll } from "node:stream/consumers";
import { ConfigurationError, type Content } from "@framework/shared";
import type { Attachment } from "./attachment.js";
import { pipedText } from "./piped-text.js";

export interface Question {
  readonly text: string;
  /** What came through a pipe beside the question. */
  readonly piped?: string;
  readonly attachments: readonly Attachment[];
}

/** Where a question may come from. */
export interface QuestionSource {
  /** What was named on the command line; `-` is standard input. */
  readonly prompt: string | undefined;
  readonly attachments: readonly Attachment[];
  readonly stdin: NodeJS.ReadStream;
  /** Told what is waited for. */
  readonly notice: (text: string) => void;
}

/** The question of a single turn. An empty one is an error: it would be answered, and paid for. */
export async function readQuestion({
  prompt,
  attachments,
  stdin,
  notice,
}: QuestionSource): Promise<Question> {
  const named = prompt === "-" ? undefined : prompt;
  if (named?.trim() === "") throw empty("The question is empty.");
  if (named === undefined) {
    const piped = await readAll(stdin);
    if (piped.trim() === "") throw empty("Standard input is empty.");
    return { text: piped, attachments };
  }
  const piped = stdin.isTTY ? "" : await pipedText(stdin, notice);
  return { text: named, attachments, ...(piped.trim() !== "" && { piped }) };
}

const empty = (what: string) =>
  new ConfigurationError(
    `${what} Nothing was sent. Write the question after fw chat, pipe it in, or leave both away for a chat.`,
  );

/** The question as it is sent. Text is fenced by more backticks than it has itself, so that nothing in it can end the fence. */
export function contentOf({ text, piped, attachments }: Question): Content {
  const blocks = attachments.flatMap((attachment) =>
    attachment.kind === "text"
      ? [fenced(`File ${attachment.name}:`, attachment.text, extensionOf(attachment.name))]
      : [],
  );
  if (piped !== undefined) blocks.push(fenced("Standard input:", piped, ""));
  const words = [...blocks, text].join("\n\n");
  const pictures = attachments.flatMap((attachment) => (attachment.kind === "picture" ? [attachment] : []));
  if (pictures.length === 0) return words;
  const names = pictures.map(({ name }) => name).join(", ");
  return [
    ...pictures.map(({ url }) => ({ type: "image_url" as const, image_url: { url } })),
    { type: "text", text: `${pictures.length === 1 ? "Picture" : "Pictures"}: ${names}\n\n${words}` },
  ];
}

function fenced(title: string, text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${title}\n${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** The language of a fence; the text of a PDF is in none. */
const extensionOf = (name: string): string =>
  /\.(?!pdf$)([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
