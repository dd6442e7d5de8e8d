// A chat with a tool of your own. The provider, its address and the model come from the environment:
//   FW_PROVIDER=selfhost SELFHOST_HOST=http://gpu-box:8000 SELFHOST_MODEL=qwen3-32b node examples/chat-with-tools.mjs
import { createClient } from "@framework/shared";

/** @type {import("@framework/shared").ToolDefinition} */
const weather = {
  name: "weather",
  description: "The weather in a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  changes: false, // A tool that changes something asks for approval first.
  run: async ({ city }) => ({ ok: true, content: `Sunny in ${String(city)}, 21 °C.` }),
};

const question = process.argv[2] ?? "What is the weather in Lisbon?";
const client = createClient({});
try {
  await client.connect(null, null);
  const session = client.createSession({ tools: [weather] });
  const turn = await session.sendMessage(question, {
    onOutput: (event) => {
      if (event.type === "text-delta") process.stdout.write(event.text);
      if (event.type === "tool-call") console.log(`[${event.name} ${JSON.stringify(event.arguments)}]`);
    },
  });
  console.log(`\n[${turn.finishReason}; ${session.getTokenUsage().total_tokens} tokens]`);
} finally {
  await client.close();
}
