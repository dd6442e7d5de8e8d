// A backend, a client, a streamed answer and a tool that the model calls: what most programs do with the library.
import { startBackend } from "@framework/backends";
import { createClient } from "@framework/shared";

const CALL = { id: "a", name: "weather", arguments: { city: "Lisbon" } };

export async function ask() {
  const backend = await startBackend("selfhost", { reply: { text: "streamed as told" } });
  const client = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
  await client.connect(null, null, (await client.listModels())[0]);
  let streamed = "";
  const session = client.createSession({
    tools: [
      {
        name: "weather",
        description: "The weather in a city.",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        changes: false,
        run: async ({ city }) => {
          backend.setReply({ text: `it is sunny in ${String(city)}` });
          return { ok: true, content: "sunny" };
        },
      },
    ],
  });
  await session.sendMessage("Say it.", {
    onOutput: (event) => {
      if (event.type === "text-delta") streamed += event.text;
    },
  });
  backend.setReply({ toolCalls: [CALL] });
  const { text: told } = await session.sendMessage("What is the weather in Lisbon?");
  backend.setFault("error-in-band");
  const fault = await session.sendMessage("And now?").then(
    () => "none",
    (error) => error.name,
  );
  await client.close();
  await backend.close();
  return { streamed, told, fault };
}
