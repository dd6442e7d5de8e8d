// Each contender reads one streamed chat answer to its end and gives the characters it saw.
import http from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const peers = createRequire(new URL("../peers/package.json", import.meta.url));
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href);
const tools = [
  {
    type: "function",
    function: { name: "write", parameters: { type: "object", properties: { text: { type: "string" } } } },
  },
];

export const contenders = {
  /** What nobody can beat: node:http, line split, JSON.parse; no errors, clocks, or checks. */
  "lower bound": async (base) => (question) =>
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
            seen += (delta?.content ?? delta?.tool_calls?.[0].function.arguments ?? "").length;
          }
        });
        response.on("end", () => resolve(seen));
        response.on("error", reject);
      });
      request.end(body);
    }),

  framework: async (base) => {
    const { createClient } = await import("../../packages/shared/dist/index.js");
    const client = createClient({ providerName: "selfhost", config: { host: base }, env: {} });
    await client.connect(null, null, "bench");
    return async (question) => {
      let seen = 0;
      for await (const event of client.stream([{ role: "user", content: question }], { tools })) {
        if (event.type === "text-delta") seen += event.text.length;
        else if (event.type === "tool-call") seen += JSON.stringify(event.arguments).length;
      }
      return seen;
    };
  },

  openai: async (base) => {
    const { default: OpenAI } = await peer("openai");
    const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: "none" });
    return async (question) => {
      let seen = 0;
      const stream = await client.chat.completions.create({
        model: "bench",
        stream: true,
        tools,
        messages: [{ role: "user", content: question }],
      });
      let args = "";
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta;
        seen += delta?.content?.length ?? 0;
        args += delta?.tool_calls?.[0]?.function?.arguments ?? "";
      }
      return seen + args.length;
    };
  },

  "ai + openai-compatible": async (base) => {
    const { streamText, tool, jsonSchema } = await peer("ai");
    const { createOpenAICompatible } = await peer("@ai-sdk/openai-compatible");
    const model = createOpenAICompatible({ name: "bench", baseURL: `${base}/v1` })("bench");
    const write = tool({ inputSchema: jsonSchema(tools[0].function.parameters) });
    return async (question) => {
      let seen = 0;
      const result = streamText({ model, prompt: question, tools: { write } });
      for await (const part of result.fullStream) {
        if (part.type === "text-delta") seen += part.text.length;
        else if (part.type === "tool-call") seen += JSON.stringify(part.input).length;
        else if (part.type === "error") throw part.error;
      }
      return seen;
    };
  },
};
