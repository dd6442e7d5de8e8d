/** Answers in the shapes of the chat-completions API. An answer that did not end well never looks as if it had. */
import { randomUUID } from "node:crypto";
import { InfrastructureError, type StreamEvent, type Turn, type UsageCounts } from "@framework/shared";

/** One answer of the API, begun now. */
export class ChatResponse {
  readonly #id = `chatcmpl-${randomUUID()}`;
  readonly #created = Math.floor(Date.now() / 1000);
  readonly #model: string;
  /** What every chunk begins with. */
  #head = "";
  #calls = 0;
  #hasRole = false;

  constructor(model: string) {
    this.#model = model;
  }

  /** An event as the bytes that are sent for it; empty for what the API has no shape for. */
  chunk(event: StreamEvent): string {
    switch (event.type) {
      case "text-delta":
        return this.#delta(`"content":${JSON.stringify(event.text)}`);
      case "reasoning-delta":
        return this.#delta(`"reasoning_content":${JSON.stringify(event.text)}`);
      case "tool-call": {
        const { id, name } = event;
        const call = {
          index: this.#calls,
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(event.arguments) },
        };
        this.#calls += 1;
        return this.#delta(`"tool_calls":[${JSON.stringify(call)}]`);
      }
      default:
        return "";
    }
  }

  /** What closes a good answer. */
  end(turn: Turn, includeUsage: boolean): string {
    const finish = `${this.#begin()}{},"finish_reason":${JSON.stringify(turn.finishReason)}}]}\n\n`;
    const usage = {
      ...this.#common("chat.completion.chunk"),
      choices: [],
      usage: turn.usage ? apiUsage(turn.usage) : null,
    };
    return `${finish}${includeUsage ? `data: ${JSON.stringify(usage)}\n\n` : ""}data: [DONE]\n\n`;
  }

  /** The answer in one piece. */
  whole(turn: Turn): object {
    const calls = turn.toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }));
    const message = {
      role: "assistant",
      content: turn.text === "" && calls.length > 0 ? null : turn.text,
      ...(turn.reasoning !== "" && { reasoning_content: turn.reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      ...this.#common("chat.completion"),
      choices: [{ index: 0, message, finish_reason: turn.finishReason, logprobs: null }],
      ...(turn.usage && { usage: apiUsage(turn.usage) }),
    };
  }

  #delta(field: string): string {
    const role = this.#hasRole ? "" : `"role":"assistant",`;
    this.#hasRole = true;
    return `${this.#begin()}{${role}${field}},"finish_reason":null}]}\n\n`;
  }

  #begin(): string {
    this.#head ||= `data: ${JSON.stringify(this.#common("chat.completion.chunk")).slice(0, -1)},"choices":[{"index":0,"delta":`;
    return this.#head;
  }

  #common(object: string) {
    return { id: this.#id, object, created: this.#created, model: this.#model };
  }
}

/** A call that must not run is not handed to somebody who would run it. */
export function checkCalls(turn: Turn): void {
  const [broken] = turn.invalidToolCalls;
  if (!broken) return;
  throw new InfrastructureError(
    `The model's call of "${broken.name}" cannot run: ${broken.reason}. Nothing of it was passed on.`,
    { partialText: turn.text },
  );
}

/** Usage as the API spells it. */
function apiUsage(usage: UsageCounts): object {
  const { prompt_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost } = usage;
  return {
    prompt_tokens,
    completion_tokens: output_tokens,
    total_tokens,
    ...(cached_tokens !== undefined && { prompt_tokens_details: { cached_tokens } }),
    ...(reasoning_tokens !== undefined && { completion_tokens_details: { reasoning_tokens } }),
    ...(cost !== undefined && { cost }),
  };
}
