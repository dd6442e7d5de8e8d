/** `fw log`: the conversations that were kept: list, search, show, export, delete. */
import path from "node:path";
import { ConfigurationError, messageOf, type SavedConversation } from "@framework/shared";
import { readConversation } from "@framework/shared/conversation";
import { asMarkdown } from "../../conversations/export/markdown.js";
import {
  deleteConversation,
  type KeptConversation,
  listConversations,
  requireConversation,
} from "../../conversations/store.js";
import { shorten } from "../../output/layout.js";
import { remark, say, sayJson } from "../../output/print.js";
import { oneLine } from "../../output/one-line.js";

interface ListFlags {
  all?: boolean;
  json?: boolean;
}

/** Lists what was kept here, or everywhere; with words, only where they occur. */
export async function list(words: readonly string[], flags: ListFlags): Promise<void> {
  const everything = await listConversations(process.env);
  const here = process.cwd();
  const kept = flags.all ? everything : everything.filter(({ folder }) => folder === here);
  const found = await matching(kept, words.join(" "));
  if (flags.json) return sayJson(found.map(asRow), 2);
  for (const line of found.flatMap((hit) => linesOf(hit, flags.all ?? false))) say(line);
  if (found.length > 0) return undefined;
  const elsewhere = everything.length - kept.length;
  const hint = elsewhere > 0 ? ` --all looks at ${elsewhere} of other folders too.` : "";
  remark(`There is no ${words.length > 0 ? "such " : ""}conversation in this folder.${hint}`);
  return undefined;
}

interface Found {
  readonly conversation: KeptConversation;
  readonly excerpt?: string;
}

async function matching(kept: readonly KeptConversation[], query: string): Promise<readonly Found[]> {
  if (query.trim() === "") return kept.map((conversation) => ({ conversation }));
  const { search } = await import("../../conversations/search.js");
  return search(kept, query);
}

const asRow = ({ conversation: { id, time, title, provider, model, folder }, excerpt }: Found) => ({
  id,
  time: time.toISOString(),
  title,
  provider,
  model,
  folder: folder ?? null,
  ...(excerpt !== undefined && { excerpt }),
});

function linesOf({ conversation, excerpt }: Found, withFolder: boolean): string[] {
  const { id, time, title, provider, model, folder } = conversation;
  const columns = process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
  const by = oneLine(`${provider} ${model}`);
  const more = [
    ...(withFolder && folder !== undefined ? [oneLine(folder)] : []),
    ...(excerpt === undefined ? [] : [oneLine(excerpt)]),
  ];
  const line = `${id}  ${localTime(time)}  ${oneLine(title) || "(no title)"}  [${by}]`;
  return [line, ...more.map((text) => `        ${text}`)].map((text) => shorten(text, columns));
}

/** To the minute, as the user's clock shows it. */
function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(two).join("-");
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

async function read(name: string): Promise<{ kept: KeptConversation; saved: SavedConversation }> {
  const kept = requireConversation(await listConversations(process.env), name);
  return { kept, saved: await readConversation(kept.file) };
}

/** Shows a conversation: formatted on a terminal, else as Markdown. */
export async function show(name: string, flags: { json?: boolean }): Promise<void> {
  const { kept, saved } = await read(name);
  if (flags.json) return sayJson(asJson(kept, saved), 2);
  const markdown = asMarkdown(saved);
  if (!process.stdout.isTTY) return say(markdown.trimEnd());
  const { createTerminalOutput } = await import("../../output/terminal-output.js");
  const output = await createTerminalOutput({ workspace: process.cwd(), env: process.env });
  output.begin(new AbortController().signal);
  output.event({ type: "text-delta", text: markdown });
  return output.end();
}

const asJson = ({ id }: KeptConversation, saved: SavedConversation): object => {
  const { title, folder, provider, model, time, system, messages } = saved;
  return { id, title, folder, provider, model, time, system, messages };
};

const WRITERS: Readonly<
  Record<string, (kept: KeptConversation, saved: SavedConversation) => string | Promise<string>>
> = {
  ".md": (_, saved) => asMarkdown(saved),
  ".json": (kept, saved) => `${JSON.stringify(asJson(kept, saved), undefined, 2)}\n`,
  ".html": async (_, saved) => {
    const { asHtml } = await import("../../conversations/export/html.js");
    return asHtml(saved, process.env);
  },
};

/** Writes a conversation to a file, in the kind its name says. The file is private, as the conversation is. */
export async function exportTo(name: string, { output }: { output: string }): Promise<void> {
  const write = WRITERS[path.extname(output).toLowerCase()];
  if (!write) throw new ConfigurationError(`${output} ends in none of .md, .json and .html.`);
  const { kept, saved } = await read(name);
  const { atomicWrite } = await import("@framework/shared/config");
  const content = await write(kept, saved);
  await atomicWrite(path.resolve(output), content, { mode: 0o600 }).catch((cause: unknown) => {
    const why = messageOf(cause);
    throw new ConfigurationError(`${output} cannot be written: ${why}.`, { cause });
  });
}

export async function remove(names: readonly string[]): Promise<void> {
  const kept = await listConversations(process.env);
  for (const conversation of names.map((name) => requireConversation(kept, name))) {
    await deleteConversation(conversation);
    say(`Deleted ${conversation.id}: ${oneLine(conversation.title)}`);
  }
}
