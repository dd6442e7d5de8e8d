/** Where conversations are kept, and what is known of each without reading it whole. */
import { randomInt } from "node:crypto";
import { open, readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, didYouMean, type Environment } from "@framework/shared";
import { userFolder } from "@framework/shared/auth";

/** What the first line of a file says, and when the file was last written to. */
export interface KeptConversation {
  readonly id: string;
  readonly file: string;
  readonly time: Date;
  readonly title: string;
  readonly folder: string | undefined;
  readonly provider: string;
  readonly model: string;
  readonly profile: string | undefined;
}

/** `FW_CONVERSATIONS` if it is set (`off` keeps none), else the user's folder for such things. */
export function conversationsFolder(env: Environment): string | undefined {
  const chosen = env["FW_CONVERSATIONS"]?.trim();
  if (chosen) return chosen === "off" ? undefined : path.resolve(chosen);
  return path.join(userFolder("state", env), "conversations");
}

/** Letters and digits that nobody takes for one another. */
const ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 6;
const FILE_NAME = /-([0-9a-z]+)\.jsonl$/;

/** The name of a new file: when it began, and the id. */
export function newFileName(now: Date): string {
  const id = Array.from({ length: ID_LENGTH }, () => ID_LETTERS.charAt(randomInt(ID_LETTERS.length)));
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${id.join("")}.jsonl`;
}

/** All conversations, the one used last first. A file that is damaged or foreign is left out. */
export async function listConversations(env: Environment): Promise<KeptConversation[]> {
  const folder = conversationsFolder(env);
  if (folder === undefined) return [];
  const names = await readdir(folder).catch(() => []);
  const kept: KeptConversation[] = [];
  for (const name of names) {
    const id = FILE_NAME.exec(name)?.[1];
    const found = id === undefined ? undefined : await readHead(id, path.join(folder, name));
    if (found) kept.push(found);
  }
  return kept.sort((left, right) => right.time.getTime() - left.time.getTime());
}

/** The first line is short: it holds names, a path and a title. */
const LONGEST_HEAD = 16 * 1024;

async function readHead(id: string, file: string): Promise<KeptConversation | undefined> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0);
      const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
      const head = JSON.parse(line) as Record<string, unknown>;
      if (head["type"] !== "session") return undefined;
      const text = (name: string) => (typeof head[name] === "string" ? head[name] : undefined);
      return {
        id,
        file,
        time: (await handle.stat()).mtime,
        title: text("title") ?? "",
        folder: text("folder"),
        provider: text("provider") ?? "",
        model: text("model") ?? "",
        profile: text("profile"),
      };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** The conversation with this id, the beginning of an id, or the title; of several titles, the one used last. */
export function findConversation(
  kept: readonly KeptConversation[],
  name: string,
): KeptConversation | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return undefined;
  const byId = kept.filter(({ id }) => id.startsWith(wanted));
  if (byId.length === 1 || byId[0]?.id === wanted) return byId[0];
  return kept.find(({ title }) => title.toLowerCase() === wanted);
}

/** The same, or an error that says where they are listed. */
export function requireConversation(kept: readonly KeptConversation[], name: string): KeptConversation {
  const found = findConversation(kept, name);
  if (found) return found;
  const names = kept.flatMap(({ id, title }) => [id, title]);
  throw new ConfigurationError(
    `There is no conversation "${name}"${didYouMean(name, names)}. fw log --all lists them.`,
  );
}

export async function deleteConversation({ file }: KeptConversation): Promise<void> {
  await unlink(file);
  await unlink(`${file}.lock`).catch(() => undefined);
}
