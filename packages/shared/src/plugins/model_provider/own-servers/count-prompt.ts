/** How many tokens a prompt has by the server's own tokenizer, chat template included. Two kinds of server have a way to tell. */
import type { SmallRequest } from "../../../chat/dialect.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import type { ChatBody } from "../../../chat/request.js";
import { asTokens } from "../../../provider/context-window.js";
import { record } from "../../../provider/untrusted.js";
import { hasPictures } from "../../../provider/pictures.js";

const TIMEOUT_MS = 10_000;

/** Undefined where the server does not say; other servers have no such doors, or something else behind them. */
export async function countPrompt(
  send: (request: SmallRequest) => Promise<JsonAnswer>,
  at: (path: string) => URL,
  prompt: ChatBody,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { model, messages, tools } = prompt;
  const post = async (path: string, body: unknown) => {
    const request = { method: "POST", url: at(path), body, timeoutMs: TIMEOUT_MS, signal } as const;
    const answer = await send(request).catch(() => undefined);
    return answer?.status === 200 ? record(answer.value) : {};
  };
  const given = { model, messages, ...(tools && { tools }) };
  const { count, tokens } = await post("tokenize", { ...given, add_generation_prompt: true });
  if (count !== undefined) return asTokens(count);
  // llama.cpp counts plain text, which its template makes of the messages; pictures are not in it.
  if (!Array.isArray(tokens) || hasPictures(messages)) return undefined;
  const { prompt: text } = await post("apply-template", given);
  if (typeof text !== "string") return undefined;
  const counted = await post("tokenize", { content: text, add_special: true, parse_special: true });
  return Array.isArray(counted["tokens"]) ? asTokens(counted["tokens"].length) : undefined;
}
