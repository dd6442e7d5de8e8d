// Tests a program against a backend that misbehaves on demand. Any test runner will do; this is Node's own:
//   node --test examples/faults.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBackend } from "@framework/backends";
import { createClient } from "@framework/shared";

await test("an answer that breaks off is begun again", async () => {
  const backend = await startBackend("selfhost", {
    reply: { text: "All of it." },
    fault: { name: "reset-mid-stream", afterChunks: 1, times: 1 },
  });
  const client = createClient({ provider: "selfhost", config: { host: backend.url }, env: {} });
  try {
    await client.connect("demo-model");
    const turn = await client.complete("Say all of it.");
    assert.equal(turn.text, "All of it.");
    assert.equal(backend.requests.filter(({ path }) => path === "/v1/chat/completions").length, 2);

    backend.setFault("429-no-hint");
    await assert.rejects(client.complete("Again.", { retries: 0 }), { name: "RateLimitError" });
  } finally {
    await client.close();
    await backend.close();
  }
});
