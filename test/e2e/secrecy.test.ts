/**
 * No secret in anything that is written. Every provider and every command meets a service that repeats what it was
 * sent wherever a service can speak; then everything written is searched. A question is a process for one provider; the rest is
 * called.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { createClient, loadProvider, type ProviderDefinition, providerNames } from "@framework/shared";
import { explainProvider, explanationText } from "@framework/shared/explain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type StubAnswer,
  type StubRequest,
  startStub,
} from "../../packages/shared/src/testing/stub-service.js";
import { call } from "../support/called.js";
import { run, type RunOptions } from "../support/command.js";
import { retryAtOnce } from "../../packages/shared/src/testing/retry-at-once.js";

const key = "MARKED+key/0123456789=abcdef";
const proxyPassword = "MARKED-proxy-0123456789";

/** The ways in which a secret could be written: as it is, as a URL, as JSON, inside base64. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.from(`${" ".repeat(offset)}${secret}`)
      .toString("base64")
      .slice(4, 28),
  );
  return [secret, encodeURIComponent(secret), ...inBase64];
}

retryAtOnce();

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "fw-secrecy-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function search(text: string, what: string): void {
  expect(text.trim(), `${what} wrote nothing at all`).not.toBe("");
  for (const form of [key, proxyPassword].flatMap(formsOf)) expect(text, what).not.toContain(form);
}

async function searchCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  { runOrCall = call, ...more }: Pick<RunOptions, "input" | "onStdout"> & { runOrCall?: typeof call } = {},
): Promise<void> {
  const { stdout, stderr } = await runOrCall(command, args, { env, cwd: home, ...more });
  search(`${stdout}\n${stderr}`, `${command} ${args[0]}`);
}

/** Whatever the commands left on the disk, but for what the user wrote and the credential file. */
function searchFiles(folder: string, own: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || own.has(file) || entry.name.endsWith("_auth.json")) continue;
    for (const form of formsOf(key)) expect(readFileSync(file, "latin1"), file).not.toContain(form);
  }
}

const echo = ({ headers }: StubRequest): string => {
  const sent = String(headers.authorization ?? headers["api-key"] ?? "nothing");
  const encoded = [sent, encodeURIComponent(sent), Buffer.from(sent).toString("base64"), key].join(" ");
  return `you sent ${encoded}`;
};

const catalog = {
  models: [{ key: "vendor/m", type: "llm", max_context_length: 1000, loaded_instances: [] }],
  data: [{ id: "vendor/m", context_length: 1000, max_model_len: 1000, max_context_length: 1000 }],
};

function lists(request: StubRequest): StubAnswer | undefined {
  if (request.path.includes("/repository/index")) return { body: [{ name: "vendor/m", state: "READY" }] };
  return request.method === "GET" ? { body: catalog } : undefined;
}

const refuse = (request: StubRequest): StubAnswer => ({
  status: 401,
  body: { error: { message: echo(request) } },
});

/** The places where a service can repeat what it was sent. */
const echoes: Record<string, (request: StubRequest) => StubAnswer> = {
  "a refusal of everything": refuse,
  "a page of its own": (request) => ({ status: 502, body: `<html><title>${echo(request)}</title></html>` }),
  "a refused chat": (request) => lists(request) ?? { status: 403, body: { detail: echo(request) } },
  "a limit": (request) => lists(request) ?? { status: 429, body: { message: echo(request) } },
  "an error in the stream": (request) =>
    lists(request) ?? {
      headers: { "content-type": "text/event-stream" },
      body: `data: {"choices":[{"delta":{"content":"Well, "}}]}\n\ndata: ${JSON.stringify({ error: { message: echo(request) } })}\n\n`,
    },
  "a chunk that is no JSON": (request) =>
    lists(request) ?? {
      headers: { "content-type": "text/event-stream" },
      body: `data: {${echo(request)}\n\n`,
    },
  "the head of a good answer": (request) => ({
    body: lists(request)?.body ?? chatAnswer("hello"),
    headers: { "x-warning": echo(request), "x-generation-id": echo(request), "x-request-id": echo(request) },
  }),
  "an unknown finish reason": (request) =>
    lists(request) ?? {
      body: { choices: [{ message: { role: "assistant", content: "x" }, finish_reason: echo(request) }] },
    },
  "a redirect": (request) => ({
    status: 307,
    headers: { location: `https://elsewhere.invalid/?${encodeURIComponent(echo(request))}` },
  }),
};

/** The settings of a provider, all from variables. */
function variables(definition: ProviderDefinition, origin: string): Record<string, string> {
  const { credential } = definition;
  return Object.fromEntries(
    definition.variables.flatMap(({ name, knob }) => {
      if (knob === credential.knob) return [[name, key]];
      if (/(?:host|url|endpoint)$/.test(knob)) return [[name, origin]];
      if (knob.endsWith("context_length")) return [[name, "1000"]];
      return knob === "model" ? [[name, "vendor/m"]] : [];
    }),
  );
}

describe.each(providerNames)("%s", (provider) => {
  it.each(Object.keys(echoes))("repeated in %s: events and errors, to the last cause", async (place) => {
    const definition = await loadProvider(provider);
    await using stub = await startStub(echoes[place] ?? (() => ({})));
    const env = variables(definition, stub.url.replace(/\/v1$/, ""));
    const client = createClient({ providerName: provider, env, workspace: home });
    const written: unknown[] = [];
    try {
      await client.connect(null, null, undefined, { onProgress: (text) => written.push(text) });
      const question = [{ role: "user" as const, content: "hi" }];
      for await (const event of client.stream(question, { retries: 1, deadlineMs: 500 })) written.push(event);
    } catch (error) {
      written.push(error, String(error), JSON.stringify(error));
    } finally {
      await client.close();
    }
    search(inspect(written, { depth: 20, showHidden: true, maxStringLength: Infinity }), place);
  });

  it("repeated in refusals: every command", async () => {
    const definition = await loadProvider(provider);
    const { knob, command } = definition.credential;
    await using stub = await startStub(refuse);
    const settings = variables(definition, stub.url.replace(/\/v1$/, ""));
    const envFile = path.join(home, "keys.env");
    const profile = path.join(home, "profile.yaml");
    const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
    writeFileSync(envFile, lines.join(""));
    writeFileSync(profile, `provider: ${provider}\nplugin_configs:\n  ${provider}:\n    ${knob}: "${key}"\n`);
    const env = {
      ...settings,
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, "config"),
      FW_VISION_DIR: path.join(home, "vision"),
      HTTPS_PROXY: `http://me:${proxyPassword}@127.0.0.1:9`,
    };
    const how = { runOrCall: provider === providerNames[0] ? run : call };
    const backend = ["--provider", provider, "--env-file", envFile, "--profile", profile];
    await searchCommand("fw", ["chat", ...backend, "--retries", "0", "hi"], env, how);
    await searchCommand("fw", ["chat", ...backend, "--retries", "0", "--json", "hi"], env);
    await searchCommand("fw", ["start", ...backend, "--retries", "0"], env);
    await searchCommand("fw", ["models", ...backend], env);
    await searchCommand("framework-doctor", ["--workspace", home, ...backend], env);
    await searchCommand("framework-doctor", ["--workspace", home, ...backend, "--json"], env);
    if (command !== undefined) {
      for (const args of [["key", key], ["status"], [key], ["logout", key], ["logout"]]) {
        await searchCommand(command, args, env);
      }
    }
    searchFiles(home, new Set([envFile, profile]));
  });
});

it("no provider chosen, keys everywhere", async () => {
  mkdirSync(path.join(home, ".fw"));
  const definitions = await Promise.all(providerNames.map(loadProvider));
  for (const { name, credential } of definitions) {
    if (credential.command === undefined) continue;
    const file = path.join(home, ".fw", `${name}_auth.json`);
    writeFileSync(file, JSON.stringify({ api_key: key }), { mode: 0o600 });
    await searchCommand(credential.command, ["status"], { HOME: home });
  }
  const all = definitions.map((definition) => variables(definition, "http://127.0.0.1:9"));
  const env: Record<string, string> = Object.assign({ HOME: home }, ...all);
  for (const definition of definitions) {
    const explanation = await explainProvider(definition, {}, { env, workspace: home });
    search(`${explanationText(explanation)}\n${JSON.stringify(explanation)}`, definition.name);
  }
  for (const json of [[], ["--json"]]) {
    await searchCommand("framework-doctor", ["--workspace", home, ...json], env);
    await searchCommand("framework-scaffold", ["explain", "provider", "gateway", ...json], env);
    await searchCommand("fw", ["backends", "--only", "selfhost", ...json], env, {
      runOrCall: run,
      onStdout: (_text, kill) => kill("SIGTERM"),
    });
  }
  await searchCommand("fw", ["start", "--workspace", home], env, { runOrCall: run });
});

it("diagrams drawn elsewhere: nothing but the source goes there, and what a proxy repeats is masked", async () => {
  const asked: IncomingHttpHeaders[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.headers);
    const said = `${request.headers["proxy-authorization"]} ${proxyPassword} ${encodeURIComponent(proxyPassword)}`;
    response.writeHead(400).end(`Error 400: Parse error on line 1: ${said}`);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const definitions = await Promise.all(providerNames.map(loadProvider));
  const all = definitions.map((definition) => variables(definition, "http://127.0.0.1:9"));
  const env: Record<string, string> = Object.assign(
    {
      PATH: "",
      HOME: home,
      FW_DIAGRAM_RENDER_URL: "http://diagrams.invalid/mermaid/png",
      FW_DIAGRAM_BACKEND: "sixel",
      FW_VISION_DIR: path.join(home, "vision"),
      http_proxy: `http://me:${proxyPassword}@127.0.0.1:${port}`,
    },
    ...all,
  );
  const source = "graph TD\nA --> B\n";
  await searchCommand("fw", ["format"], env, { input: `\`\`\`mermaid\n${source}\`\`\`\n` });
  await searchCommand("fw", ["diagram", "-"], env, { input: source });
  await searchCommand("fw", ["diagram", "-", "-o", "out.png", "--renderer", "remote"], env, {
    input: source,
  });
  proxy.close();
  expect(asked).toHaveLength(3);
  for (const headers of asked) {
    for (const form of formsOf(key)) expect(JSON.stringify(headers)).not.toContain(form);
  }
  searchFiles(home, new Set());
});
