// From cancel() to the server seeing the closed socket, in milliseconds, in each phase of a call.
// Both processes read the same monotonic clock of the machine.
import { fork } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { createClient } from "../../packages/shared/dist/index.js";

const rounds = process.argv.includes("--quick") ? 5 : 30;
const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)));
const nextMessage = () => new Promise((resolve) => server.once("message", resolve));
const { port } = await nextMessage();
const client = createClient({
  providerName: "selfhost",
  config: { host: `http://127.0.0.1:${port}` },
  env: {},
});
await client.connect(null, null, "bench");
const ask = (question) => [{ role: "user", content: question }];
const since = (start, closedAt) => Number(BigInt(closedAt) - start) / 1e6;

const phases = {
  "cancel() while streaming": async (mark) => {
    const closed = nextMessage();
    let begun = false;
    await client.complete(ask("endless"), undefined, {
      onOutput: () => {
        if (begun) return;
        begun = true;
        mark();
        client.cancel();
      },
    });
    return closed;
  },
  "loop left by break": async (mark) => {
    const closed = nextMessage();
    for await (const event of client.stream(ask("endless"))) {
      if (event.type !== "text-delta") continue;
      mark();
      break;
    }
    return closed;
  },
  "waiting for the head": async (mark) => {
    const closed = nextMessage();
    const abort = new AbortController();
    const turn = client.complete(ask("silent"), undefined, { signal: abort.signal });
    await new Promise((resolve) => setTimeout(resolve, 30));
    mark();
    abort.abort();
    await turn;
    return closed;
  },
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, phase] of Object.entries(phases)) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    let start = 0n;
    const closed = await phase(() => (start = process.hrtime.bigint()));
    times.push(since(start, closed.precise));
  }
  console.log(
    `${name.padEnd(28)} median ${median(times).toFixed(2)} ms, worst ${Math.max(...times).toFixed(2)} ms`,
  );
}

// A stalled TLS handshake: the server is a bare socket in this process.
const bare = createServer();
await new Promise((resolve) => bare.listen(0, "127.0.0.1", resolve));
const times = [];
for (let round = 0; round < rounds; round += 1) {
  const connected = new Promise((resolve) => bare.once("connection", resolve));
  const stuck = createClient({
    providerName: "selfhost",
    config: { host: `https://127.0.0.1:${bare.address().port}` },
    env: {},
  });
  const abort = new AbortController();
  const attempt = stuck.connect(null, null, "bench", { signal: abort.signal }).catch(() => undefined);
  const socket = await connected;
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise((resolve) =>
    socket.once("close", () => resolve(process.hrtime.bigint().toString())),
  );
  const start = process.hrtime.bigint();
  abort.abort();
  await stuck.close();
  times.push(since(start, await closed));
  await attempt;
}
console.log(
  `${"connecting".padEnd(28)} median ${median(times).toFixed(2)} ms, worst ${Math.max(...times).toFixed(2)} ms`,
);
bare.close();
await client.close();
server.disconnect();
