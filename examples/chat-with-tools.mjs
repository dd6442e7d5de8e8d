// A chat with a tool of your own. The provider, its address and the model come from the environment:
//   FW_PROVIDER=selfhost SELFHOST_HOST=http://gpu-box:8000 SELFHOST_MODEL=qwen3-32b node examples/chat-with-tools.mjs
import { createClient, tool } from "@framework/shared";

const weather = tool({
  name: "weather",
  description: "The weather in a city.",
  // JSON Schema, or a schema of zod, valibot or arktype: then run knows its types.
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  run: ({ city }) => `Sunny in ${String(city)}, 21 °C.`, // With changes: true it would ask for approval first.
});

const question = process.argv[2] ?? "What is the weather in Lisbon?";
const client = createClient();
try {
  await client.connect();
  const session = client.createSession({ tools: [weather] });
  const stream = session.stream(question);
  for await (const event of stream) {
    if (event.type === "text-delta") process.stdout.write(event.text);
    if (event.type === "tool-call") console.log(`[${event.name} ${JSON.stringify(event.arguments)}]`);
  }
  const { finishReason } = await stream.turn;
  console.log(`\n[${finishReason}; ${session.getTokenUsage().totalTokens} tokens]`);
} finally {
  await client.close();
}
