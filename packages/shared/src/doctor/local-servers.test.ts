/** Servers are known by what they answer, whatever port they listen on. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Backend, startBackend } from "@framework/backends";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findLocalServers, type LocalServer } from "./local-servers.js";

const backends: Record<string, Backend> = {};
const page = createServer((_request, response) => response.end("<html>my page</html>"));
let found: LocalServer[];
let pagePort: number;

beforeAll(async () => {
  for (const like of ["ollama", "llamacpp", "sglang", "tgi", "litellm", "koboldcpp", "plain"] as const)
    backends[like] = await startBackend("compatible", { like });
  backends["selfhost"] = await startBackend("selfhost");
  backends["localdesk"] = await startBackend("localdesk");
  backends["gpusrv"] = await startBackend("gpusrv");
  backends["shut"] = await startBackend("compatible", { apiKey: "sesame" });
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  pagePort = (page.address() as AddressInfo).port;
  const ports = Object.values(backends).map(({ url }) => Number(new URL(url).port));
  found = await findLocalServers([...ports, pagePort]);
});
afterAll(async () => {
  await Promise.all(Object.values(backends).map((backend) => backend.close()));
  page.close();
});

const at = (name: string) => {
  const port = Number(new URL(backends[name]?.url ?? "").port);
  return found.find((server) => server.port === port);
};

test.each([
  ["ollama", "Ollama", "ollama"],
  ["llamacpp", "llama.cpp's server", "llamacpp"],
  ["sglang", "SGLang", "sglang"],
  ["tgi", "Text Generation Inference", "tgi"],
  ["litellm", "LiteLLM's proxy", "litellm"],
  ["koboldcpp", "KoboldCpp", "koboldcpp"],
  ["selfhost", "vLLM", "selfhost"],
  ["localdesk", "LM Studio", "localdesk"],
  ["gpusrv", "NVIDIA Triton", "gpusrv"],
  ["plain", "A model server", "compatible"],
  ["shut", "A model server that demands a key", "compatible"],
])("%s is %s", (name, product, provider) => {
  expect(at(name)?.product).toContain(product);
  expect(at(name)?.providers).toEqual([provider]);
});

test("what is no model server is asked one thing and left alone; nobody is sent a secret", () => {
  expect(found.some(({ port }) => port === pagePort)).toBe(false);
  for (const { requests } of Object.values(backends))
    for (const { headers } of requests)
      expect(Object.keys(headers).sort()).toEqual([
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ]);
});
