// How each contender is used, as its documentation says: open a connection, ask one question, stream the answer.
// `ask` reports every piece of text as it comes and gives the finish reason and the tool calls.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { knobsFor } from "./settings.mjs";

const peers = createRequire(new URL("../peers/package.json", import.meta.url));
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href);

/** What a user would set; a stream that says nothing for longer has failed. */
const SILENCE_MS = 4000;
/** Longer than that, so that it is clear which clock struck. */
const HEAD_MS = 6000;

const parameters = { type: "object", properties: { city: { type: "string" } } };
const tools = [{ type: "function", function: { name: "lookup", parameters } }];

/** One of our providers. */
export const provider = (providerName) => ({
  async open(address) {
    const { createClient, FrameworkError } = await import("../../packages/shared/dist/index.js");
    const client = createClient({
      providerName,
      env: {},
      config: knobsFor(providerName, address),
      timeouts: { request: HEAD_MS, streamIdle: SILENCE_MS },
    });
    const [model] = await client.listModels();
    await client.connect(null, null, model);
    return {
      describe: (error) => ({
        typed: error instanceof FrameworkError,
        retryable: error.retryable,
        partial: error.partialText,
      }),
      async ask(question, withTools, onText) {
        const stream = client.stream([{ role: "user", content: question }], {
          retries: 0,
          ...(withTools && { tools }),
        });
        for await (const event of stream) if (event.type === "text-delta") onText(event.text);
        const { finishReason, toolCalls, invalidToolCalls } = await stream.result();
        return { finishReason, calls: toolCalls, invalid: invalidToolCalls.length };
      },
    };
  },
});

/** Where the library hands the arguments over as text, parsing them is the caller's part, and so is its failure. */
class CallerParseError extends Error {}

const parsed = (calls) =>
  calls.map(({ name, text }) => {
    try {
      return { name, arguments: JSON.parse(text) };
    } catch (error) {
      throw new CallerParseError(error.message);
    }
  });

/** `pi-ai` tells of a failure by an event of its stream. */
class StoppedError extends Error {}

/** `ai` tells of a time-out by a part of its stream instead of an error. */
class AbortPart extends Error {}

async function openOpenAi({ url }) {
  const { default: OpenAI, OpenAIError } = await peer("openai");
  return {
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", timeout: HEAD_MS, maxRetries: 1 }),
    describe: (error) => ({ typed: error instanceof OpenAIError || error instanceof CallerParseError }),
  };
}

const request = (question, withTools) => ({
  model: "demo-model",
  messages: [{ role: "user", content: question }],
  stream: true,
  ...(withTools && { tools }),
});

/** `ai` with a provider's model: the way of both AI SDK contenders. */
async function openAiSdk(model) {
  const { streamText, tool, AISDKError } = await peer("ai");
  const { z } = await peer("zod");
  const lookup = tool({ inputSchema: z.object({ city: z.string().optional() }) });
  return {
    describe: (error) => ({ typed: AISDKError.isInstance(error) || error instanceof AbortPart }),
    async ask(question, withTools, onText) {
      const result = streamText({
        model,
        prompt: question,
        maxRetries: 1,
        timeout: { chunkMs: SILENCE_MS, stepMs: 2 * HEAD_MS },
        onError: () => undefined,
        ...(withTools && { tools: { lookup } }),
      });
      const calls = [];
      let invalid = 0;
      let finishReason;
      for await (const part of result.fullStream) {
        if (part.type === "text-delta") onText(part.text);
        else if (part.type === "error") throw part.error;
        else if (part.type === "abort") throw new AbortPart(part.reason);
        else if (part.type === "finish") finishReason = part.finishReason;
        else if (part.type === "tool-call" && part.invalid) invalid += 1;
        else if (part.type === "tool-call") calls.push({ name: part.toolName, arguments: part.input });
      }
      return { finishReason, calls, invalid };
    },
  };
}

/** What users would take instead. All speak to the selfhost emulator. */
export const peerContenders = {
  openai: {
    title: "`openai`, `create`",
    package: "openai",
    async open(address) {
      const { client, describe } = await openOpenAi(address);
      return {
        describe,
        async ask(question, withTools, onText) {
          const calls = [];
          let finishReason;
          for await (const chunk of await client.chat.completions.create(request(question, withTools))) {
            const choice = chunk.choices[0];
            if (choice?.delta?.content) onText(choice.delta.content);
            for (const delta of choice?.delta?.tool_calls ?? []) {
              const call = (calls[delta.index] ??= { name: delta.function.name, text: "" });
              call.text += delta.function.arguments ?? "";
            }
            finishReason = choice?.finish_reason ?? finishReason;
          }
          return { finishReason, calls: parsed(Object.values(calls)) };
        },
      };
    },
  },

  "openai-stream": {
    title: "`openai`, `stream`",
    package: "openai",
    async open(address) {
      const { client, describe } = await openOpenAi(address);
      return {
        describe,
        async ask(question, withTools, onText) {
          const stream = client.chat.completions.stream(request(question, withTools));
          for await (const chunk of stream) {
            if (chunk.choices[0]?.delta?.content) onText(chunk.choices[0].delta.content);
          }
          const [choice] = (await stream.finalChatCompletion()).choices;
          const calls = choice?.message.tool_calls ?? [];
          return {
            finishReason: choice?.finish_reason,
            calls: parsed(calls.map(({ function: call }) => ({ name: call.name, text: call.arguments }))),
          };
        },
      };
    },
  },

  "ai-openai-compatible": {
    title: "`ai` + `@ai-sdk/openai-compatible`",
    package: "@ai-sdk/openai-compatible",
    async open({ url }) {
      const { createOpenAICompatible } = await peer("@ai-sdk/openai-compatible");
      return openAiSdk(createOpenAICompatible({ name: "selfhost", baseURL: `${url}/v1` })("demo-model"));
    },
  },

  "ai-openrouter": {
    title: "`ai` + `@openrouter/ai-sdk-provider`",
    package: "@openrouter/ai-sdk-provider",
    async open({ url }) {
      const { createOpenRouter } = await peer("@openrouter/ai-sdk-provider");
      return openAiSdk(createOpenRouter({ apiKey: "none", baseURL: `${url}/v1` }).chat("demo-model"));
    },
  },

  langchain: {
    title: "`@langchain/openai`",
    package: "@langchain/openai",
    async open({ url }) {
      const { ChatOpenAI } = await peer("@langchain/openai");
      const { LangChainError } = await peer("@langchain/core/errors");
      const { OpenAIError } = await peer("openai");
      const plain = new ChatOpenAI({
        model: "demo-model",
        apiKey: "none",
        timeout: HEAD_MS,
        maxRetries: 1,
        configuration: { baseURL: `${url}/v1` },
      });
      const bound = plain.bindTools(tools);
      return {
        describe: (error) => ({
          typed:
            error instanceof OpenAIError || LangChainError.isInstance(error) || error.name === "TimeoutError",
        }),
        async ask(question, withTools, onText) {
          let whole;
          for await (const chunk of await (withTools ? bound : plain).stream(question)) {
            if (chunk.text) onText(chunk.text);
            whole = whole === undefined ? chunk : whole.concat(chunk);
          }
          return {
            finishReason: whole?.response_metadata.finish_reason,
            calls: (whole?.tool_calls ?? []).map(({ name, args }) => ({ name, arguments: args })),
            invalid: whole?.invalid_tool_calls?.length ?? 0,
          };
        },
      };
    },
  },

  "pi-ai": {
    title: "`@earendil-works/pi-ai`",
    package: "@earendil-works/pi-ai",
    async open({ url }) {
      // It has no entry for `require.resolve`.
      const entry = new URL(`../peers/node_modules/${this.package}/dist/index.js`, import.meta.url);
      const { stream } = await import(entry.href);
      const model = {
        id: "demo-model",
        name: "demo-model",
        api: "openai-completions",
        provider: "selfhost",
        baseUrl: `${url}/v1`,
        reasoning: false,
        input: ["text"],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 32_768,
        maxTokens: 4096,
        compat: { supportsStore: false, supportsDeveloperRole: false, maxTokensField: "max_tokens" },
      };
      return {
        describe: (error) => ({ typed: error instanceof StoppedError }),
        async ask(question, withTools, onText) {
          const context = {
            messages: [{ role: "user", content: question, timestamp: Date.now() }],
            ...(withTools && { tools: [{ name: "lookup", description: "Looks a city up.", parameters }] }),
          };
          const options = {
            apiKey: "none",
            timeoutMs: HEAD_MS,
            maxRetries: 1,
            signal: AbortSignal.timeout(2 * HEAD_MS),
          };
          for await (const event of stream(model, context, options)) {
            if (event.type === "text_delta") onText(event.delta);
            else if (event.type === "error") throw new StoppedError(event.error.errorMessage);
            else if (event.type === "done") {
              const calls = event.message.content.filter(({ type }) => type === "toolCall");
              return {
                finishReason:
                  event.message.stopReason === "toolUse" ? "tool_calls" : event.message.stopReason,
                calls: calls.map(({ name, arguments: args }) => ({ name, arguments: args })),
              };
            }
          }
          return { finishReason: undefined, calls: [] };
        },
      };
    },
  },
};

/** The contender behind a name on a worker's command line. */
export const contenderOf = (name) => peerContenders[name] ?? provider(name);
