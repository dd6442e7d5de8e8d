// Each contender reads one streamed chat answer to its end, as its documentation says, and gives the characters it saw.
// `onFirst` is told when the first of them arrived.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const peers = createRequire(new URL("../peers/package.json", import.meta.url));
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href);
const ignore = () => undefined;
const schema = { type: "object", properties: { text: { type: "string" } } };
const tools = [{ type: "function", function: { name: "write", parameters: schema } }];

async function readAiSdk(model, question, onFirst) {
  const { streamText, tool, jsonSchema } = await peer("ai");
  let seen = 0;
  const write = tool({ inputSchema: jsonSchema(schema) });
  for await (const part of streamText({ model, prompt: question, tools: { write } }).fullStream) {
    if (part.type === "text-delta") {
      onFirst();
      seen += part.text.length;
    } else if (part.type === "tool-call") seen += JSON.stringify(part.input).length;
    else if (part.type === "error") throw part.error;
  }
  return seen;
}

export const contenders = {
  /** What nobody can beat: node:http, line split, JSON.parse; no errors, clocks, or checks. */
  "lower bound": async (base) => {
    const { default: http } = await import("node:http");
    return (question, onFirst = ignore) =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({
          model: "bench",
          stream: true,
          messages: [{ role: "user", content: question }],
        });
        const request = http.request(`${base}/v1/chat/completions`, { method: "POST" }, (response) => {
          response.setEncoding("utf8");
          let rest = "";
          let seen = 0;
          response.on("data", (text) => {
            const lines = (rest + text).split("\n");
            rest = lines.pop();
            for (const line of lines) {
              if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
              const delta = JSON.parse(line.slice(6)).choices[0]?.delta;
              onFirst();
              seen += (delta?.content ?? delta?.tool_calls?.[0].function.arguments ?? "").length;
            }
          });
          response.on("end", () => resolve(seen));
          response.on("error", reject);
        });
        request.on("error", reject);
        request.end(body);
      });
  },

  framework: async (base) => {
    const { createClient } = await import("../../packages/shared/dist/index.js");
    const client = createClient({ providerName: "selfhost", config: { host: base }, env: {} });
    await client.connect(null, null, "bench");
    return async (question, onFirst = ignore) => {
      let seen = 0;
      for await (const event of client.stream([{ role: "user", content: question }], { tools })) {
        if (event.type === "text-delta") {
          onFirst();
          seen += event.text.length;
        } else if (event.type === "tool-call") seen += JSON.stringify(event.arguments).length;
      }
      return seen;
    };
  },

  openai: async (base) => {
    const { default: OpenAI } = await peer("openai");
    const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: "none" });
    return async (question, onFirst = ignore) => {
      let seen = 0;
      let args = "";
      const stream = await client.chat.completions.create({
        model: "bench",
        stream: true,
        tools,
        messages: [{ role: "user", content: question }],
      });
      for await (const chunk of stream) {
        onFirst();
        const delta = chunk.choices[0]?.delta;
        seen += delta?.content?.length ?? 0;
        args += delta?.tool_calls?.[0]?.function?.arguments ?? "";
      }
      return seen + args.length;
    };
  },

  "ai + openai-compatible": async (base) => {
    const { createOpenAICompatible } = await peer("@ai-sdk/openai-compatible");
    const model = createOpenAICompatible({ name: "bench", baseURL: `${base}/v1` })("bench");
    return (question, onFirst = ignore) => readAiSdk(model, question, onFirst);
  },

  "ai + openrouter": async (base) => {
    const { createOpenRouter } = await peer("@openrouter/ai-sdk-provider");
    const model = createOpenRouter({ baseURL: `${base}/v1`, apiKey: "none" })("bench");
    return (question, onFirst = ignore) => readAiSdk(model, question, onFirst);
  },

  "@langchain/openai": async (base) => {
    const { ChatOpenAI } = await peer("@langchain/openai");
    const model = new ChatOpenAI({
      model: "bench",
      apiKey: "none",
      configuration: { baseURL: `${base}/v1` },
    });
    const bound = model.bindTools(tools);
    return async (question, onFirst = ignore) => {
      let seen = 0;
      let whole;
      const wantsTool = question.startsWith("tool");
      for await (const chunk of await bound.stream(question)) {
        onFirst();
        seen += typeof chunk.content === "string" ? chunk.content.length : 0;
        // Its way to a complete tool call is to add the chunks up.
        if (wantsTool) whole = whole ? whole.concat(chunk) : chunk;
      }
      return seen + JSON.stringify(whole?.tool_calls ?? "").length;
    };
  },

  "@azure-rest/ai-inference": async (base) => {
    const { default: entry } = await peer("@azure-rest/ai-inference");
    const ModelClient = entry.default ?? entry;
    const { AzureKeyCredential } = await peer("@azure/core-auth");
    const { createSseStream } = await peer("@azure/core-sse");
    const client = ModelClient(`${base}/v1`, new AzureKeyCredential("none"), {
      allowInsecureConnection: true,
    });
    return async (question, onFirst = ignore) => {
      const body = { model: "bench", stream: true, tools, messages: [{ role: "user", content: question }] };
      const response = await client.path("/chat/completions").post({ body }).asNodeStream();
      let seen = 0;
      let args = "";
      for await (const event of createSseStream(response.body)) {
        if (event.data === "[DONE]") break;
        onFirst();
        const delta = JSON.parse(event.data).choices[0]?.delta;
        seen += delta?.content?.length ?? 0;
        args += delta?.tool_calls?.[0]?.function?.arguments ?? "";
      }
      return seen + args.length;
    };
  },
};
