// What the control plane of a real Triton can show: its index, its loads, its refusals.
import assert from "node:assert/strict";
import { createClient } from "../../packages/shared/dist/index.js";

const NOWHERE = "http://127.0.0.1:9";

const open = (server, config = {}) =>
  createClient({
    providerName: "gpusrv",
    config: { openai_url: NOWHERE, control_url: server.url, context_length: 2048, ...config },
    env: {},
    retries: 0,
  });
const failureOf = (work) =>
  work.then(
    () => assert.fail("it worked"),
    (error) => error,
  );
const state = async ({ url }, model) => {
  const answer = await fetch(`${url}/v2/repository/index`, { method: "POST", body: "{}" });
  return (await answer.json()).find(({ name }) => name === model)?.state;
};

/** Each with the mode of model control that the server is started in. */
export const tritonChecks = [
  [
    "explicit",
    "with the frontend down, nothing is loaded before that is told",
    async (server) => {
      const error = await failureOf(open(server, { load: {} }).connect(null, null, "talker"));
      assert.equal(error.code, "connection", error.message);
      assert.notEqual(await state(server, "talker"), "READY");
    },
  ],
  [
    "explicit",
    "a model that is not in the repository is told with those that are",
    async (server) => {
      const error = await failureOf(open(server).connect(null, null, "talkerx"));
      assert.ok(["model-not-found", "connection"].includes(error.code), error.message);
    },
  ],
  [
    "explicit",
    "a load works, and the index says READY",
    async (server) => {
      const answer = await fetch(`${server.url}/v2/repository/models/talker/load`, {
        method: "POST",
        body: "{}",
      });
      assert.equal(answer.status, 200, await answer.text());
      assert.equal(await state(server, "talker"), "READY");
    },
  ],
  [
    "none",
    "loads are refused by a server that manages its models itself",
    async (server) => {
      const answer = await fetch(`${server.url}/v2/repository/models/talker/load`, {
        method: "POST",
        body: "{}",
      });
      assert.notEqual(answer.status, 200);
      assert.match(await answer.text(), /polling is enabled|explicit model/i);
    },
  ],
];
