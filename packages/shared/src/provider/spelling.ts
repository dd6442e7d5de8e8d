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

class CountedUsage implements Usage {
  declare prompt_tokens: number;
  declare output_tokens: number;
  declare total_tokens: number;
  declare cached_tokens?: number;
  declare cache_write_tokens?: number;
  declare reasoning_tokens?: number;
  declare cost?: number;

  constructor(counts: UsageCounts) {
    Object.assign(this, counts);
  }

  get promptTokens(): number {
    return this.prompt_tokens;
  }

  get outputTokens(): number {
    return this.output_tokens;
  }

  get totalTokens(): number {
    return this.total_tokens;
  }

  get cachedTokens(): number | undefined {
    return this.cached_tokens;
  }

  get cacheWriteTokens(): number | undefined {
    return this.cache_write_tokens;
  }

  get reasoningTokens(): number | undefined {
    return this.reasoning_tokens;
  }
}

class CountedUsageEvent extends CountedUsage implements UsageEvent {
  declare type: "usage";

  constructor(counts: UsageCounts) {
    super({ type: "usage", ...counts } as UsageCounts);
  }
}

class SpelledRestart implements RestartEvent {
  declare type: "restart";
  declare attempt: number;
  declare wait_ms: number;
  declare reason: string;

  constructor(fields: RestartFields) {
    Object.assign(this, { type: "restart", ...fields });
  }

  get waitMs(): number {
    return this.wait_ms;
  }
}

class SpelledApproval implements ApprovalEvent {
  declare type: "approval";
  declare id: string;
  declare name: string;
  declare shown: string;
  declare hidden_characters: number;
  declare warnings?: string[];

  constructor(fields: ApprovalFields) {
    Object.assign(this, { type: "approval", ...fields });
  }

  get hiddenCharacters(): number {
    return this.hidden_characters;
  }
}

class SpelledFirstToken implements CallFirstToken {
  declare type: "call-first-token";
  declare id: number;
  declare provider: string;
  declare model: string;
  declare first_token_ms: number;

  constructor(fields: Omit<CallFirstToken, "firstTokenMs">) {
    Object.assign(this, fields);
  }

  get firstTokenMs(): number {
    return this.first_token_ms;
  }
}

class SpelledCallEnd implements CallEnd {
  declare type: "call-end";
  declare id: number;
  declare provider: string;
  declare model: string;
  declare time: string;
  declare duration_ms: number;
  declare first_token_ms?: number;
  declare retries: number;
  declare answered_model?: string;

  constructor(fields: CallEndFields) {
    Object.assign(this, fields);
  }

  get durationMs(): number {
    return this.duration_ms;
  }

  get firstTokenMs(): number | undefined {
    return this.first_token_ms;
  }

  get answeredModel(): string | undefined {
    return this.answered_model;
  }
}

/** Counts as programs read them. */
export const countedUsage = (counts: UsageCounts): Usage => new CountedUsage(counts);

/** A usage event of token counts, readable in both spellings. For providers of one's own. */
export const usageEvent = (counts: UsageCounts): UsageEvent => new CountedUsageEvent(counts);

/** A restart event of what it tells, readable in both spellings. For providers of one's own. */
export const restartEvent = (fields: RestartFields): RestartEvent => new SpelledRestart(fields);

export const approvalEvent = (fields: ApprovalFields): ApprovalEvent => new SpelledApproval(fields);

export const firstTokenEvent = (fields: Omit<CallFirstToken, "firstTokenMs">): CallFirstToken =>
  new SpelledFirstToken(fields);

export const callEndEvent = (fields: CallEndFields): CallEnd => new SpelledCallEnd(fields);
