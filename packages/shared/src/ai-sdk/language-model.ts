/** The `LanguageModelV3` of the AI SDK over a client. */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamResult,
} from "@ai-sdk/provider";
import { CancelledError } from "../provider/errors.js";
import type { StreamEvent } from "../provider/events.js";
import { Client, createClient } from "../session/client.js";
import type { ClientOptions, ProviderOptions } from "../session/client-options.js";
import { readCall } from "./call.js";
import { callError } from "./call-error.js";
import { type Connect, connectOnce } from "./connect-once.js";
import { answerContent, finishReason } from "./content.js";
import { partStream } from "./part-stream.js";
import { readUsage } from "./sdk-usage.js";

/** A client's options; the SDK asks for the provider's and the model's name before anything is connected. */
export type LanguageModelOptions = (ProviderOptions | (ClientOptions & { providerName: string })) & {
  model: string;
};

/**
 * A language model for the AI SDK, from a connected client or from a client's options; with options, the first call
 * connects. Retries are the SDK's: the client's own are off, because the SDK cannot take back what it was given.
 */
export function createLanguageModel(source: Client | LanguageModelOptions): LanguageModelV3 {
  if (source instanceof Client) return languageModel(source.providerName, source.model, async () => source);
  const { model } = source;
  const name = source.provider ?? source.providerName;
  return languageModel(name, model, connectOnce(createClient(source), model));
}

function languageModel(provider: string, modelId: string, connect: Connect): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider,
    modelId,
    // Not every backend fetches addresses, so the SDK fetches pictures and they travel inside the request.
    supportedUrls: {},
    doGenerate: (options) => generate(provider, connect, options),
    doStream: (options) => stream(provider, connect, options),
  };
}

async function generate(
  provider: string,
  connect: Connect,
  options: LanguageModelV3CallOptions,
): Promise<LanguageModelV3GenerateResult> {
  const { messages, callOptions, warnings, usedIds } = readCall(provider, options);
  const onOutput = (event: StreamEvent) => {
    if (event.type === "notice") warnings.push({ type: "other", message: event.text });
  };
  try {
    const client = await connect(options.abortSignal);
    const turn = await client.complete(messages, { ...callOptions, onOutput });
    if (turn.finishReason === "cancelled") throw new CancelledError();
    return {
      content: answerContent(turn, provider, usedIds),
      finishReason: finishReason(turn.finishReason),
      usage: readUsage(turn.usage),
      ...(turn.model !== undefined && { response: { modelId: turn.model } }),
      warnings,
    };
  } catch (error) {
    throw callError(error, options.abortSignal);
  }
}

async function stream(
  provider: string,
  connect: Connect,
  options: LanguageModelV3CallOptions,
): Promise<LanguageModelV3StreamResult> {
  const { messages, callOptions, warnings, usedIds } = readCall(provider, options);
  const signal = options.abortSignal;
  try {
    const client = await connect(signal);
    const turn = client.stream(messages, callOptions);
    return { stream: await partStream(turn, { provider, warnings, usedIds, signal }) };
  } catch (error) {
    throw callError(error, signal);
  }
}
