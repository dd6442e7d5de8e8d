// From the cancel to the server seeing the closed socket, in each phase of a call: `node bench/stream/cancel.mjs [--quick]`.
// Both processes read the same monotonic clock of the machine.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createClient } from "../../packages/shared/dist/index.js";
import { median, report } from "../lib/report.mjs";

const rounds = process.argv.includes("--quick") ? 5 : 30;
const peers = createRequire(new URL("../peers/package.json", import.meta.url));
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href);
const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)));
const nextMessage = () => new Promise((resolve) => server.once("message", resolve));
const { port } = await nextMessage();
const host = `http://127.0.0.1:${port}`;
const client = createClient({ providerName: "selfhost", config: { host }, env: {} });
await client.connect(null, null, "bench");
const ask = (question) => [{ role: "user", content: question }];
const asked = async () => {
  while (!(await nextMessage()).asked);
};
const closed = async () => {
  for (;;) {
    const { closedAt } = await nextMessage();
    if (closedAt) return BigInt(closedAt);
  }
};

/** A signal-driven call that is cancelled once the server has the question. */
const whileServerIs = (kind) => async (mark) => {
  const abort = new AbortController();
  const arrived = asked();
  const turn = client.complete(ask(kind), undefined, { signal: abort.signal });
  await arrived;
  const seen = closed();
  mark();
  abort.abort();
  await turn;
  return seen;
};

const bare = createServer();
await new Promise((resolve) => bare.listen(0, "127.0.0.1", resolve));

const { default: OpenAI } = await peer("openai");
const openai = new OpenAI({ baseURL: `${host}/v1`, apiKey: "none" });
const { streamText } = await peer("ai");
const { createOpenAICompatible } = await peer("@ai-sdk/openai-compatible");
const aiModel = createOpenAICompatible({ name: "bench", baseURL: `${host}/v1` })("bench");

const phases = {
  "framework, connecting (TLS)": async (mark) => {
    const connected = new Promise((resolve) => bare.once("connection", resolve));
    const config = { host: `https://127.0.0.1:${bare.address().port}` };
    const stuck = createClient({ providerName: "selfhost", config, env: {} });
    const abort = new AbortController();
    const attempt = stuck.connect(null, null, "bench", { signal: abort.signal }).catch(() => undefined);
    const socket = await connected;
    socket.on("error", () => undefined);
    socket.resume();
    const seen = new Promise((resolve) => socket.once("close", () => resolve(process.hrtime.bigint())));
    mark();
    abort.abort();
    await attempt;
    return seen;
  },
  "framework, before the head": whileServerIs("mute"),
  "framework, head came, no chunk": whileServerIs("silent"),
  "framework, stalled after a chunk": whileServerIs("stalled"),
  "framework, streaming, cancel()": async (mark) => {
    let seen;
    await client.complete(ask("endless"), undefined, {
      onOutput: () => {
        if (seen) return;
        seen = closed();
        mark();
        client.cancel();
      },
    });
    return seen;
  },
  "framework, streaming, loop left": async (mark) => {
    let seen;
    for await (const event of client.stream(ask("endless"))) {
      if (event.type !== "text-delta") continue;
      seen = closed();
      mark();
      break;
    }
    return seen;
  },
  "framework, in a retry wait": async (mark) => {
    const abort = new AbortController();
    await client.complete(ask("busy"), undefined, {
      signal: abort.signal,
      onOutput: ({ type }) => {
        if (type !== "restart") return;
        mark();
        abort.abort();
      },
    });
    return process.hrtime.bigint();
  },
  "openai, streaming, loop left": async (mark) => {
    let seen;
    const stream = await openai.chat.completions.create({
      model: "bench",
      stream: true,
      messages: ask("endless"),
    });
    for await (const _chunk of stream) {
      seen = closed();
      mark();
      break;
    }
    return seen;
  },
  "ai + openai-compatible, streaming": async (mark) => {
    const abort = new AbortController();
    let seen;
    const { fullStream } = streamText({ model: aiModel, prompt: "endless", abortSignal: abort.signal });
    for await (const part of fullStream) {
      if (part.type !== "text-delta" || seen) continue;
      seen = closed();
      mark();
      abort.abort();
    }
    return seen;
  },
};

const rows = [];
for (const [name, phase] of Object.entries(phases)) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    let start = 0n;
    const end = await phase(() => (start = process.hrtime.bigint()));
    times.push(Number(end - start) / 1e6);
  }
  rows.push({ name, "median ms": median(times), "worst ms": Math.max(...times) });
}
report({
  id: "cancel",
  title: "From the cancel to the closed socket at the server",
  columns: ["median ms", "worst ms"],
  plot: "median ms",
  bars: [{ column: "median ms", atMost: 5, of: "ms" }],
  rows,
  note: "In a retry wait there is no socket; the time is until the call has ended.",
});
bare.close();
await client.close();
server.disconnect();
process.exit(0);
