/**
 * One style for programs, and the names of the wire for files. What is counted and told is kept under the names that JSON lines,
 * transcripts and older programs have (`prompt_tokens`); everything can be read in the style of the language as well (`promptTokens`).
 * The readers are no part of an object's own fields: neither JSON nor a copy by spreading has them.
 */
import type { CallEnd, CallEndFields, CallFirstToken } from "./call-events.js";
import type {
  ApprovalEvent,
  ApprovalFields,
  RestartEvent,
  RestartFields,
  Usage,
  UsageCounts,
  UsageEvent,
} from "./events.js";

/** Makes objects of fields that can be read under these names, too; a field of such a name is a field like any other. */
export function withReaders(
  names: Readonly<Record<string, string>>,
): <Fields extends object>(fields: Fields) => Fields {
  const readers = Object.entries(names).map(([name, field]) => [
    name,
    {
      get(this: Readonly<Record<string, unknown>>) {
        return this[field];
      },
    },
  ]);
  const prototype = Object.create(Object.prototype, Object.fromEntries(readers)) as object;
  return (fields) => ({ __proto__: prototype, ...fields });
}

const readable = <Fields extends object, Spelled extends Fields>(
  names: Readonly<Record<Exclude<keyof Spelled, keyof Fields>, keyof Fields & string>>,
): ((fields: Fields) => Spelled) => withReaders(names) as (fields: Fields) => Spelled;

const USAGE = {
  promptTokens: "prompt_tokens",
  outputTokens: "output_tokens",
  totalTokens: "total_tokens",
  cachedTokens: "cached_tokens",
  cacheWriteTokens: "cache_write_tokens",
  reasoningTokens: "reasoning_tokens",
} as const;

const readableUsage = readable<UsageCounts & { type: "usage" }, UsageEvent>(USAGE);
const readableRestart = readable<RestartFields & { type: "restart" }, RestartEvent>({ waitMs: "wait_ms" });
const readableApproval = readable<ApprovalFields & { type: "approval" }, ApprovalEvent>({
  hiddenCharacters: "hidden_characters",
});

/** Counts as programs read them. */
export const countedUsage = readable<UsageCounts, Usage>(USAGE);

/** A usage event of token counts, readable in both spellings. For providers of one's own. */
export const usageEvent = (counts: UsageCounts): UsageEvent => readableUsage({ type: "usage", ...counts });

/** A restart event of what it tells, readable in both spellings. For providers of one's own. */
export const restartEvent = (fields: RestartFields): RestartEvent =>
  readableRestart({ type: "restart", ...fields });

export const approvalEvent = (fields: ApprovalFields): ApprovalEvent =>
  readableApproval({ type: "approval", ...fields });

export const firstTokenEvent = readable<Omit<CallFirstToken, "firstTokenMs">, CallFirstToken>({
  firstTokenMs: "first_token_ms",
});

export const callEndEvent = readable<CallEndFields, CallEnd>({
  durationMs: "duration_ms",
  firstTokenMs: "first_token_ms",
  answeredModel: "answered_model",
});
