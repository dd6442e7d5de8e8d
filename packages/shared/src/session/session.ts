/** A conversation. The provider keeps none: the session owns the messages and sends all of them. */
import type { Turn, Usage } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import type { CompleteOptions, ModelProvider } from "../provider/provider.js";

export interface SessionOptions {
  system?: string;
}

const OPTIONAL_COUNTS = ["cached_tokens", "cache_write_tokens", "reasoning_tokens", "cost"] as const;

/** Adds what a turn used to what was used before. */
export function addUsage(total: Usage, usage: Usage | undefined): Usage {
  if (!usage) return total;
  const sum: Usage = {
    ...total,
    prompt_tokens: total.prompt_tokens + usage.prompt_tokens,
    output_tokens: total.output_tokens + usage.output_tokens,
    total_tokens: total.total_tokens + usage.total_tokens,
  };
  for (const key of OPTIONAL_COUNTS) {
    if (usage[key] !== undefined) sum[key] = (total[key] ?? 0) + usage[key];
  }
  return sum;
}

export class Session {
  readonly messages: Message[] = [];
  readonly #provider: ModelProvider;
  #usage: Usage = { prompt_tokens: 0, output_tokens: 0, total_tokens: 0 };

  constructor(provider: ModelProvider, { system }: SessionOptions) {
    this.#provider = provider;
    if (system !== undefined) this.messages.push({ role: "system", content: system });
  }

  /** Runs one turn; a failed turn leaves the history as it was. */
  async sendMessage(text: string, options?: CompleteOptions): Promise<Turn> {
    const question: Message = { role: "user", content: text };
    const turn = await this.#provider.complete([...this.messages, question], undefined, options);
    this.messages.push(question, turn.message);
    this.#usage = addUsage(this.#usage, turn.usage);
    return turn;
  }

  getTokenUsage(): Usage {
    return { ...this.#usage };
  }
}
