/** A session is the same on every provider. */
import { expect, it } from "vitest";
import { connectedPair, subjects } from "../support/subjects.js";
import { tool } from "./support.js";

const lookup = tool("lookup", ({ city }) =>
  Promise.resolve({ ok: true, content: `${String(city)} is rainy` }),
);

it.each(subjects)("runs tools and counts on $name", async (subject) => {
  await using pair = await connectedPair(subject);
  const session = pair.client.createSession({ tools: [lookup], system: "Be brief." });
  const turn = await session.sendMessage('use tool lookup {"city": "Oslo"}');
  expect(turn).toMatchObject({ finishReason: "stop", requests: 2 });
  expect(turn.text).toContain("Oslo is rainy");
  expect(session.getTokenUsage().total_tokens).toBe(turn.usage?.total_tokens);
  expect(session.promptSize().counted).toBeGreaterThan(0);
});

it.each(subjects)("refuses on $name what its window cannot hold, before it is sent", async (subject) => {
  await using pair = await connectedPair(subject);
  const chats = () => pair.backend.requests.filter(({ path }) => path.includes("/chat/")).length;
  const before = chats();
  const attempt = pair.client.sendMessage("word ".repeat(pair.client.getContextLimit() * 2));
  await expect(attempt).rejects.toMatchObject({ name: "ContextLimitError" });
  expect(chats()).toBe(before);
});
