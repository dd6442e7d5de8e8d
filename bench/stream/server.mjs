// The far side of the benchmark: a chat server that sends prepared bytes as fast as the socket takes them.
// Runs in a process of its own so that only the client's CPU is measured.
import http from "node:http";

const DONE = "data: [DONE]\n\n";
const chunk = (delta, finish = null) =>
  Buffer.from(
    `data: ${JSON.stringify({
      id: "chatcmpl-1234567890abcdef",
      object: "chat.completion.chunk",
      created: 1760000000,
      model: "bench",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })}\n\n`,
  );
const text = chunk({ content: " token" });
const stop = chunk({}, "stop");
const usage = Buffer.from(
  `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"bench","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":50000,"total_tokens":50009}}\n\n`,
);

/** Writes every buffer as an HTTP chunk of its own, as real servers do, and waits when the socket is full. */
function pump(response, next) {
  const step = () => {
    for (let buffer = next(); buffer !== undefined; buffer = next()) {
      if (!response.write(buffer)) return void response.once("drain", step);
    }
    response.end(DONE);
  };
  step();
}

const clock = new Set();
setInterval(() => {
  for (const step of clock) step();
}, 40).unref();

const replies = {
  text(response, count) {
    let sent = 0;
    pump(response, () => {
      sent += 1;
      return sent <= count ? text : sent === count + 1 ? stop : sent === count + 2 ? usage : undefined;
    });
  },
  tool(response, count) {
    let sent = -1;
    const first = chunk({
      tool_calls: [
        { index: 0, id: "call_a", type: "function", function: { name: "write", arguments: '{"text":"' } },
      ],
    });
    const piece = chunk({ tool_calls: [{ index: 0, function: { arguments: "0123456789abcdefghijklmno" } }] });
    const last = chunk({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] });
    const end = chunk({}, "tool_calls");
    pump(response, () => {
      sent += 1;
      if (sent === 0) return first;
      if (sent <= count) return piece;
      return sent === count + 1 ? last : sent === count + 2 ? end : undefined;
    });
  },
  line(response, size) {
    const line = chunk({ content: "x".repeat(size) });
    const parts = [];
    for (let at = 0; at < line.length; at += 4096) parts.push(line.subarray(at, at + 4096));
    parts.push(stop);
    pump(response, () => parts.shift());
  },
  /** Never says anything after its head. */
  silent() {},
  stalled(response) {
    response.write(text);
  },
  /** As models stream: a chunk every 40 ms, all streams on one clock. */
  paced(response, count) {
    let sent = 0;
    const step = () => {
      sent += 1;
      if (sent <= count) return void response.write(text);
      clock.delete(step);
      response.write(stop);
      response.write(usage);
      response.end(DONE);
    };
    clock.add(step);
    response.once("close", () => clock.delete(step));
  },
  /** Streams for ever, to be cancelled. */
  endless(response) {
    const timer = setInterval(() => response.write(text), 5);
    response.once("close", () => clearInterval(timer));
  },
};

const server = http.createServer((request, response) => {
  if (request.url === "/health") return void response.end();
  if (request.url === "/v1/models") {
    return void response.end(
      '{"object":"list","data":[{"id":"bench","object":"model","max_model_len":131072}]}',
    );
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const question = JSON.parse(body).messages.at(-1).content;
    const [kind, count] = (typeof question === "string" ? question : question[0].text).split(" ");
    process.send?.({ asked: true });
    response.once("close", () => {
      if (!response.writableEnded) process.send?.({ closedAt: process.hrtime.bigint().toString() });
    });
    if (kind === "mute") return;
    if (kind === "busy") {
      response.writeHead(429, { "retry-after": "60" }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    replies[kind](response, Number(count));
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
