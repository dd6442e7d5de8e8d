// What a turn costs as its conversation grows to 1,000 turns, beside writing the same messages down and sending them with
// node:http: `node bench/stream/conversation.mjs [--quick]`. All in one run, turn and turn about.
import { fork } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";
import { createClient } from "../../packages/shared/dist/index.js";
import { median, report } from "../lib/report.mjs";

const TURNS = 1000;
const rounds = process.argv.includes("--quick") ? 15 : 60;
const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)));
const { port } = await new Promise((resolve) => server.once("message", resolve));
const host = `http://127.0.0.1:${port}`;
const client = createClient({ provider: "selfhost", config: { host, context_length: 10_000_000 }, env: {} });
await client.connect("bench");

const agent = new http.Agent({ keepAlive: true });
/** The lower bound: the conversation as JSON, sent and answered. */
const raw = (messages) =>
  new Promise((resolve, reject) => {
    const request = http.request(`${host}/v1/chat/completions`, { method: "POST", agent }, (response) => {
      response.resume().once("end", resolve);
    });
    request.once("error", reject);
    request.end(JSON.stringify({ model: "bench", stream: true, messages }));
  });

const words = "What follows from that for the tides, the winds and the ships that wait for both? ".repeat(6);
const conversation = (turns) =>
  Array.from({ length: 2 * turns }, (_, place) => ({
    role: place % 2 === 0 ? "user" : "assistant",
    content: `${place}: ${words}`,
  })).concat({ role: "user", content: "text 20" });

const contenders = {
  "lower bound": raw,
  framework: (messages) => client.complete(messages),
};

async function cpuOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// The messages of earlier turns stay the same objects, as they do in a program that holds a conversation.
const conversations = [10, TURNS].map(conversation);
const times = new Map(Object.keys(contenders).map((name) => [name, conversations.map(() => [])]));
for (let round = 0; round < rounds; round += 1) {
  for (const [place, messages] of conversations.entries()) {
    for (const [name, ask] of Object.entries(contenders)) {
      const cpu = await cpuOf(() => ask(messages));
      if (round >= 5) times.get(name)[place].push(cpu);
    }
  }
}
const cost = (name, place) => median(times.get(name)[place]);
const growth = (name) => cost(name, 1) - cost(name, 0);
report({
  id: "conversation",
  title: "A turn after 1,000 others",
  columns: ["CPU ms after 10 turns", "CPU ms after 1,000", "growth x raw"],
  plot: "CPU ms after 1,000",
  bars: [{ column: "growth x raw", atMost: 1, of: "x raw" }],
  rows: Object.keys(contenders).map((name) => ({
    name,
    "CPU ms after 10 turns": cost(name, 0),
    "CPU ms after 1,000": cost(name, 1),
    "growth x raw": growth(name) / growth("lower bound"),
  })),
});
await client.close();
agent.destroy();
server.disconnect();
