/** A 404 is about the model only when the server says so or its list lacks the model. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@framework/shared";
import { afterEach, expect, it } from "vitest";

let server: Server | undefined;
afterEach(() => server?.close());

/** What a call ends with after the models changed to these; undefined: the list cannot be had any more. */
async function failure(later: string[] | undefined, body = '{"detail":"Not Found"}'): Promise<unknown> {
  let models: string[] | undefined = ["qwen3-32b"];
  const running = createServer((request, response) => {
    const isList = request.url === "/v1/models";
    const data = models?.map((id) => ({ id, max_model_len: 4096 }));
    if (request.url === "/health") response.end();
    else if (isList && data) response.end(JSON.stringify({ object: "list", data }));
    else response.writeHead(isList ? 400 : 404, { "content-type": "application/json" }).end(body);
  });
  server = running;
  await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
  const { port } = running.address() as AddressInfo;
  await using client = createClient({
    provider: "selfhost",
    config: { host: `http://127.0.0.1:${port}` },
    env: {},
  });
  await client.connect("qwen3-32b");
  models = later;
  return await client.complete([{ role: "user", content: "Hello" }]).catch((error: unknown) => error);
}

it("names the model when the list lacks it, and what is there instead", async () => {
  expect(await failure(["qwen3-32b-a", "other"])).toMatchObject({
    code: "model-not-found",
    status: 404,
    message: expect.stringMatching(
      /list of 2 has no model "qwen3-32b" \(did you mean "qwen3-32b-a"\?\).*"fw models --provider/,
    ),
  });
});

it.each([
  ["the list has it", ["qwen3-32b"]],
  ["there is no list", undefined],
])("is about the address when %s", async (_why, later) => {
  expect(await failure(later)).toMatchObject({
    code: "request",
    message: expect.stringMatching(
      /404 \(Not Found\) to POST \/v1\/chat\/completions.*check it, with and without \/v1/,
    ),
  });
});

it("needs no list when the server names the model", async () => {
  expect(
    await failure(undefined, '{"error":{"message":"The model `qwen3-32b` does not exist."}}'),
  ).toMatchObject({
    code: "model-not-found",
  });
});
