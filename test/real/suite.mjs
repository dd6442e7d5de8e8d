// The one suite that every chat server goes through. Each check is a sentence and what must hold.
import assert from "node:assert/strict";
import { createClient } from "../../packages/shared/dist/index.js";
import { findLocalServers } from "../../packages/shared/dist/doctor/index.js";
import { eventually } from "./servers/common.mjs";

const user = (content) => [{ role: "user", content }];
const TOOL = {
  type: "function",
  function: {
    name: "read_file",
    description: "Reads a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string", description: "Which file." } },
      required: ["path"],
    },
  },
};

/** A client of this server, connected; closed by the caller. */
async function connected(spec, server, { model = spec.model, key = server.key, ...rest } = {}) {
  const client = open(spec, server, key, rest);
  await client.connect(null, null, model);
  return client;
}

function open(spec, server, key, rest = {}) {
  const knob = spec.provider === "selfhost" ? "api_token" : "api_key";
  const config = { ...server.knobs, ...(key !== undefined && { [knob]: key }) };
  return createClient({ providerName: spec.provider, config, env: {}, retries: 0, ...rest });
}

const failureOf = (work) =>
  work.then(
    (value) => assert.fail(`it worked: ${JSON.stringify(value).slice(0, 200)}`),
    (error) => error,
  );

/** What the server itself says that it can hold, from its refusal of far too much. */
async function trueWindow(spec, server) {
  const base = server.knobs.base_url ?? `${server.knobs.host}/v1`;
  const answer = await fetch(`${base}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(server.key && { authorization: `Bearer ${server.key}` }),
    },
    body: JSON.stringify({ model: spec.model, messages: user("word ".repeat(9000)), max_tokens: 5 }),
  });
  const text = await answer.text();
  const [, ...numbers] = server.overflow.exec(text) ?? [];
  const found = numbers.find((number) => number !== undefined);
  assert.ok(found, `no window in the refusal: ${text.slice(0, 300)}`);
  return Number(found);
}

export const checks = [
  [
    "the list has the model",
    async (spec, server) => {
      const client = open(spec, server, server.key);
      const models = await client.describeModels();
      await client.close();
      assert.ok(
        models.some(({ id }) => id === spec.model),
        JSON.stringify(models),
      );
    },
  ],
  [
    "it is recognised by what it answers",
    async (spec, server) => {
      const isShut = server.key !== undefined && spec.provider === "selfhost";
      const product = isShut ? "A model server that demands a key" : spec.knows;
      // Nobody waits longer than a second for a server that may not be there; LiteLLM takes longer for its first answers.
      const isFound = async () => (await findLocalServers([server.port]))[0]?.product === product;
      assert.ok(await eventually(isFound), `not ${product}`);
    },
  ],
  [
    "the window is the one that the server refuses beyond",
    async (spec, server) => {
      const client = await connected(spec, server);
      const { tokens, detail } = client.contextWindow;
      await client.close();
      assert.equal(tokens, await trueWindow(spec, server), detail);
    },
  ],
  [
    "a chat streams, and is the same kind of thing in one piece",
    async (spec, server) => {
      const client = await connected(spec, server);
      for (const stream of [true, false]) {
        const pieces = [];
        const turn = await client.complete(user("Say hello."), undefined, {
          stream,
          maxTokens: 8,
          temperature: 0,
          onOutput: (event) => event.type === "text-delta" && pieces.push(event.text),
        });
        assert.notEqual(turn.text, "");
        assert.equal(pieces.join(""), turn.text);
        assert.ok(["stop", "length"].includes(turn.finishReason), turn.finishReason);
        assert.ok(turn.usage.prompt_tokens > 0 && turn.usage.output_tokens > 0, JSON.stringify(turn.usage));
        if (turn.usage.output_tokens >= 8) assert.equal(turn.finishReason, "length");
      }
      await client.close();
    },
  ],
  [
    "a tool that must be called is called with arguments that fit its schema, or a notice says that none was",
    async (spec, server) => {
      const client = await connected(spec, server);
      const notices = [];
      const turn = await client.complete(user("Read the file note.txt."), [TOOL], {
        toolChoice: { type: "function", function: { name: "read_file" } },
        maxTokens: 60,
        temperature: 0,
        onOutput: (event) => event.type === "notice" && notices.push(event.text),
      });
      await client.close();
      const [call] = turn.toolCalls;
      // llama.cpp b11549 takes no notice of the wish where it does not know the form of the template's calls.
      if (!call && !spec.forcesCalls) return assert.match(notices.join(" "), /tool/);
      assert.equal(call?.name, "read_file", JSON.stringify(turn));
      assert.equal(typeof call.arguments.path, "string", JSON.stringify(call));
    },
  ],
  [
    "the result of a tool goes back",
    async (spec, server) => {
      const client = await connected(spec, server);
      const call = {
        id: "call_1",
        type: "function",
        function: { name: "read_file", arguments: '{"path":"note.txt"}' },
      };
      const turn = await client.complete(
        [
          ...user("Read note.txt."),
          { role: "assistant", content: null, tool_calls: [call] },
          { role: "tool", tool_call_id: "call_1", content: "The note says: buy milk." },
        ],
        [TOOL],
        { maxTokens: 12, temperature: 0 },
      );
      await client.close();
      assert.ok(["stop", "length", "tool_calls"].includes(turn.finishReason), turn.finishReason);
    },
  ],
  [
    "a prompt that is too long is told as such, and not tried again",
    async (spec, server) => {
      const client = await connected(spec, server, { retries: 2 });
      const error = await failureOf(client.complete(user("word ".repeat(9000)), undefined, { maxTokens: 5 }));
      await client.close();
      assert.equal(error.code, "context-limit", `${error.name}: ${error.message}`);
    },
  ],
  [
    "a prompt that nearly fills the window is answered",
    async (spec, server) => {
      const client = await connected(spec, server);
      const words = Math.floor(client.getContextLimit() * 0.7);
      const turn = await client.complete(user(`${"word ".repeat(words)}Say hello.`), undefined, {
        maxTokens: 4,
      });
      await client.close();
      assert.ok(turn.usage.prompt_tokens > words, JSON.stringify(turn.usage));
    },
  ],
  [
    "a cancel stops the generation on the server",
    async (spec, server) => {
      const client = await connected(spec, server);
      const stop = new AbortController();
      let busy = false;
      const turn = await client.complete(user("Tell me a very long story."), undefined, {
        maxTokens: 1500,
        signal: stop.signal,
        onOutput: (event) => {
          if (event.type !== "text-delta" || busy) return;
          busy = true;
          void server.isIdle().then((idle) => {
            busy = idle ? "idle" : "busy";
            stop.abort();
          });
        },
      });
      assert.equal(turn.finishReason, "cancelled");
      assert.equal(busy, "busy", "the server was never seen at work");
      assert.ok(await eventually(server.isIdle, 15), "the server goes on generating");
      const next = await client.complete(user("Say hello."), undefined, { maxTokens: 4 });
      await client.close();
      assert.notEqual(next.text, "");
    },
  ],
  [
    "a wrong model is told as such",
    async (spec, server) => {
      const error = await failureOf(connected(spec, server, { model: `${spec.model}x` }));
      assert.equal(error.code, "model-not-found", `${error.name}: ${error.message}`);
      assert.match(error.message, new RegExp(spec.model));
    },
  ],
  [
    "a wrong key is told as such, and not repeated",
    async (spec, server) => {
      const locked = server.key === undefined ? await spec.startLocked() : server;
      try {
        const error = await failureOf(
          (async () => {
            const client = await connected(spec, locked, { key: "sk-wrong-9999-wrong" });
            return client.complete(user("hello"), undefined, { maxTokens: 2 });
          })(),
        );
        assert.equal(error.code, "credentials-rejected", `${error.name}: ${error.message}`);
        assert.doesNotMatch(error.message, /sk-wrong-9999-wrong/);
      } finally {
        if (locked !== server) locked.kill();
      }
    },
  ],
  [
    "kill -9 in the middle of an answer is an error with the text so far",
    async (spec, server) => {
      const client = await connected(spec, server);
      let text = "";
      const error = await failureOf(
        client.complete(user("Tell me a very long story."), undefined, {
          maxTokens: 1500,
          onOutput: (event) => {
            if (event.type !== "text-delta") return;
            if (text === "") server.kill("SIGKILL");
            text += event.text;
          },
        }),
      );
      await client.close();
      assert.equal(error.code, "mid-stream", `${error.name}: ${error.message}`);
      assert.equal(error.partialText, text);
    },
  ],
];
