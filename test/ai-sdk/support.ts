/** What the suites of the AI SDK share. */
import type { Backend, RecordedRequest } from "@framework/backends";
import { createLanguageModel } from "@framework/shared/ai-sdk";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { jsonSchema, tool } from "ai";
import { connectedPair, type Pair, type Subject } from "../support/subjects.js";

globalThis.AI_SDK_LOG_WARNINGS = false;

interface ModelPair extends Pair {
  languageModel: LanguageModelV3;
}

/** A running emulator with a language model over its client. */
export async function modelPair(
  subject: Subject,
  options: Parameters<typeof connectedPair>[1] = {},
): Promise<ModelPair> {
  const pair = await connectedPair(subject, options);
  return { ...pair, languageModel: createLanguageModel(pair.client) };
}

const isChat = ({ path }: RecordedRequest) => path.endsWith("/chat/completions");

/** The chat requests that arrived so far. */
export const chatRequests = (backend: Backend): RecordedRequest[] => backend.requests.filter(isChat);

/** The messages of the latest chat request. */
export function lastMessages(backend: Backend): { role: string; content: unknown; tool_call_id?: string }[] {
  const { body } = chatRequests(backend).at(-1) ?? { body: { messages: [] } };
  return (body as { messages: ReturnType<typeof lastMessages> }).messages;
}

/** Resolves when a chat request arrives. */
export const nextChat = (backend: Backend): Promise<RecordedRequest> => backend.nextRequest(isChat);

/** A tool that remembers what it was called with. */
export function lookupTool(calls: unknown[]) {
  return tool({
    description: "Looks a city up.",
    inputSchema: jsonSchema<{ city?: string }>({
      type: "object",
      properties: { city: { type: "string" } },
    }),
    execute: async (input) => {
      calls.push(input);
      return { weather: "rainy" };
    },
  });
}

/** A reply that only a cancel ends. */
export const endless = { text: "and so on ", repeat: 100_000, chunkDelayMs: 1 };
