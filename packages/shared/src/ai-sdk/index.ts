/**
 * Any of the providers as a language model of the Vercel AI SDK.
 *
 * @example
 * const model = createLanguageModel({ providerName: "selfhost", model: "qwen3-32b" });
 * const { textStream } = streamText({ model, prompt: "Hello" });
 */
export { leavable } from "./leavable.js";
export { createLanguageModel, type LanguageModelOptions } from "./language-model.js";
