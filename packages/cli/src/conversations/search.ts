/** Full text search in the conversations: all words, in any order, in any letter case. */
import { readConversation } from "@framework/shared/conversation";
import { speeches } from "./export/speech.js";
import type { KeptConversation } from "./store.js";

export interface Hit {
  readonly conversation: KeptConversation;
  /** The words around the first one that was found. */
  readonly excerpt: string;
}

const AROUND = 40;

/** The conversations that have every word, in the order they came in. One that cannot be read is passed over. */
export async function search(kept: readonly KeptConversation[], query: string): Promise<Hit[]> {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const hits: Hit[] = [];
  for (const conversation of kept) {
    const saved = await readConversation(conversation.file).catch(() => undefined);
    if (!saved) continue;
    const text = [conversation.title, ...speeches(saved).map((speech) => speech.text)].join("\n");
    const lower = text.toLowerCase();
    if (words.every((word) => lower.includes(word))) {
      hits.push({ conversation, excerpt: excerptOf(text, lower.indexOf(words[0] ?? "")) });
    }
  }
  return hits;
}

function excerptOf(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + AROUND)];
  const words = text.slice(from, to).replaceAll(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${words}${to < text.length ? "…" : ""}`;
}
