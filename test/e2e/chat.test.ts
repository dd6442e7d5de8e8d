/** `fw chat` and its friends as a user runs them: processes where a pipe, a signal or the end is to be seen, calls for the rest. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { eventsOf, run, type RunOptions } from "../support/command.js";

const MODEL = "demo-model";
const running: Backend[] = [];
afterEach(async () => {
  for (const backend of running.splice(0)) await backend.close();
});

async function start(options: Parameters<typeof startBackend<"selfhost">>[1] = {}): Promise<Backend> {
  const backend = await startBackend("selfhost", options);
  running.push(backend);
  return backend;
}
const chat = (host: string, args: string[], more: RunOptions = {}, runOrCall = call) =>
  runOrCall("fw", ["chat", "--provider", "selfhost", "--model", MODEL, ...args], {
    ...more,
    env: { SELFHOST_HOST: host, ...more.env },
  });

const textOf = (events: Record<string, unknown>[], type = "text-delta") =>
  events
    .flatMap((event) => (event["type"] === type && typeof event["text"] === "string" ? [event["text"]] : []))
    .join("");

describe("one turn", () => {
  it("prints the answer, and only the answer, on stdout", async () => {
    const { url } = await start({ reply: { text: "Because of scattering." } });
    expect(await chat(url, ["Why is the sky blue?"], {}, run)).toEqual({
      status: 0,
      stdout: "Because of scattering.\n",
      stderr: "",
    });
  });

  it("takes the prompt from standard input, and a system message", async () => {
    const backend = await start();
    const { status, stdout } = await chat(backend.url, ["--system", "Be brief."], { input: "the sea?" }, run);
    expect(status).toBe(0);
    expect(stdout).toContain("the sea?");
    expect(backend.requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "the sea?" },
      ],
    });
  });

  it("asks for one piece with --no-stream", async () => {
    const backend = await start();
    const { stdout } = await chat(backend.url, ["--no-stream", "the sea?"]);
    expect(stdout).toContain("the sea?");
    expect(backend.requests.at(-1)?.body).toMatchObject({ stream: false });
  });

  it("lets no escape sequence of the model through to the terminal", async () => {
    const { url } = await start({ reply: { text: "a\u001b]0;owned\u0007b\u001b[31mc\u202Ed" } });
    const { stdout } = await chat(url, ["hi"]);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe("--json", () => {
  it("prints start, deltas, usage and finish, one object per line", async () => {
    const { url } = await start({ reply: { reasoning: "hm", text: "Hello there" } });
    const { status, stdout, stderr } = await chat(url, ["--json", "hi"]);
    const events = eventsOf(stdout);
    expect(status).toBe(0);
    expect(stderr).toBe("");
    expect(events[0]).toEqual({
      type: "start",
      provider: "selfhost",
      model: MODEL,
      context_length: 32_768,
      context_source: "catalog",
    });
    expect(textOf(events)).toBe("Hello there");
    expect(textOf(events, "reasoning-delta")).toBe("hm");
    expect(events.at(-2)).toMatchObject({
      type: "usage",
      prompt_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
    });
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  it("tells a restart and then the whole answer again", async () => {
    const { url } = await start({
      reply: { text: "one two three four five" },
      fault: { name: "reset-mid-stream", times: 1, afterChunks: 3 },
    });
    const { status, stdout } = await chat(url, ["--json", "hi"]);
    const events = eventsOf(stdout);
    const restart = events.findIndex(({ type }) => type === "restart");
    expect(status).toBe(0);
    expect(events[restart]).toMatchObject({
      attempt: 2,
      wait_ms: expect.any(Number),
      reason: expect.stringContaining("SelfHostMidStreamError"),
    });
    expect(textOf(events.slice(restart))).toBe("one two three four five");
  });

  it("ends configuration and credential failures in one error event", async () => {
    const unset = await call("fw", ["chat", "--json", "--provider", "selfhost", "--model", MODEL, "hi"]);
    expect(unset.status).toBe(2);
    expect(eventsOf(unset.stdout)).toMatchObject([{ type: "error", name: "ValueError", retryable: false }]);
    const missing = await call("fw", ["chat", "--json", "--profile", "/no/such/profile.yaml", "hi"]);
    expect(missing.status).toBe(2);
    expect(eventsOf(missing.stdout)).toMatchObject([{ type: "error", name: "ConfigurationError" }]);
  });
});

describe("exit status", () => {
  const cases = [
    { fault: "401", status: 3, name: "SelfHostAuthenticationError" },
    { fault: "model-not-found", status: 4, name: "SelfHostModelNotFoundError" },
    { fault: "429", status: 5, name: "RateLimitError" },
    { fault: "402", status: 5, name: "CreditsExhaustedError" },
    { fault: "reset-before-headers", status: 6, name: "SelfHostConnectionError" },
    { fault: "500", status: 6, name: "InfrastructureError" },
    { fault: "reset-mid-stream", status: 7, name: "SelfHostMidStreamError" },
    { fault: "end-without-finish", status: 7, name: "SelfHostMidStreamError" },
    { fault: "context-overflow", status: 8, name: "ContextLimitError" },
    { fault: "400", status: 1, name: "RequestError" },
  ] as const;
  it.each(cases)("$status for $fault", async ({ fault, status, name }) => {
    const { url } = await start({ fault, reply: { text: "one two three four five six" } });
    const json = await chat(url, ["--json", "--retries", "0", "hi"]);
    expect(json.status).toBe(status);
    const error = eventsOf(json.stdout).at(-1);
    expect(error).toMatchObject({ type: "error", name });
    if (status === 7) {
      expect(error?.["partial_text"]).not.toBe("");
      const text = await chat(url, ["--retries", "0", "hi"], {}, run);
      expect(text).toMatchObject({ status: 7, stdout: `${String(error?.["partial_text"])}\n` });
      expect(text.stderr).toContain(name);
    }
  });

  it("4 for a model that is not served, 6 for a server that is not there", async () => {
    const { url } = await start();
    const unknown = await call("fw", ["chat", "--provider", "selfhost", "--model", "demo-modal", "hi"], {
      env: { SELFHOST_HOST: url },
    });
    expect(unknown.status).toBe(4);
    expect(unknown.stderr).toContain('did you mean "demo-model"');
    expect((await chat("http://127.0.0.1:9", ["hi"])).status).toBe(6);
  });

  it("2 for a usage mistake, with the way to the help", async () => {
    const { status, stderr } = await run("fw", ["chat", "--modle", "x"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--model/);
    expect((await call("fw", ["chat", "--retries", "many", "x"])).status).toBe(2);
    expect((await call("fw", ["chat", "--provider", "selfhots", "x"])).stderr).toContain(
      'did you mean "selfhost"',
    );
  });

  it("130 after Ctrl-C, with what had arrived and the server told at once", async () => {
    const backend = await start({ reply: { text: "word ", repeat: 100_000, chunkDelayMs: 1 } });
    let sent = false;
    const onStdout: RunOptions["onStdout"] = (text, kill) => {
      if (sent || !text.includes("text-delta")) return;
      sent = true;
      kill("SIGINT");
    };
    const { status, stdout } = await chat(backend.url, ["--json", "go"], { onStdout }, run);
    await backend.nextClientClose();
    expect(status).toBe(130);
    expect(eventsOf(stdout).at(-1)).toEqual({ type: "finish", reason: "cancelled" });
  });
});

describe("profiles and env files", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fw-e2e-"));
  const file = (name: string, text: string) => {
    const full = path.join(folder, name);
    writeFileSync(full, text);
    return full;
  };

  it("choose provider, model and knobs", async () => {
    const backend = await start({ apiKey: "token-for-profile-1" });
    const profile = file(
      "good.yaml",
      `name: test\nprovider: selfhost\nmodel: ${MODEL}\nplugin_configs:\n  selfhost:\n    host: \${GPU_HOST}\n    max_tokens: 99\n`,
    );
    const env = file("test.env", `GPU_HOST=${backend.url}\nSELFHOST_API_TOKEN="token-for-profile-1"\n`);
    const { status, stdout } = await call("fw", ["chat", "--profile", profile, "--env-file", env, "the sea"]);
    expect(status).toBe(0);
    expect(stdout).toContain("the sea");
    expect(backend.requests.at(-1)?.body).toMatchObject({ max_tokens: 99 });
  });

  it("that are wrong are reported with file, line and column", async () => {
    const profile = file("bad.yaml", "provider: selfhost\nplugin_configs:\n  selfhost:\n    hst: http://x\n");
    const { status, stderr } = await call("fw", ["chat", "--profile", profile, "x"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/bad\.yaml:4:5: .*hst.*host/);
  });

  it("FW_PROVIDER in an env file selects the provider", async () => {
    const { url } = await start();
    const env = file("provider.env", `FW_PROVIDER=selfhost\nSELFHOST_HOST=${url}\nSELFHOST_MODEL=${MODEL}\n`);
    expect((await call("fw", ["chat", "--env-file", env, "the sea"])).status).toBe(0);
  });
});

describe("fw models", () => {
  it("lists ids with windows, as text and as JSON", async () => {
    const models = [
      { id: "base", contextLength: 8192 },
      { id: "adapter", parent: "base", contextLength: null },
    ];
    const { url } = await start({ models });
    const env = { SELFHOST_HOST: url };
    expect((await call("fw", ["models", "--provider", "selfhost"], { env })).stdout).toContain(
      "base     8192 tokens (catalog)",
    );
    const { stdout } = await call("fw", ["models", "--provider", "selfhost", "--json"], { env });
    expect(JSON.parse(stdout)).toMatchObject([
      { id: "base", context_length: 8192, context_source: "catalog" },
      { id: "adapter", context_length: 8192, parent: "base" },
    ]);
    const prefixed = await call("fw", ["models", "--provider", "selfhost", "--prefix", "ad", "--json"], {
      env,
    });
    expect(JSON.parse(prefixed.stdout)).toHaveLength(1);
  });

  it("needs no key where the list is open to everybody, and sends one that is there", async () => {
    const backend = await startBackend("gateway", { apiKey: "sk-or-good-key" });
    running.push(backend);
    const env = { FW_GATEWAY_BASE_URL: backend.url };
    const keyless = await call("fw", ["models", "--provider", "gateway"], { env });
    expect(keyless).toMatchObject({ status: 0, stderr: "" });
    expect(keyless.stdout).toMatch(/^demo\/model +\d+ tokens \(catalog\)$/m);
    expect(backend.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);

    const asked = await call("fw", ["chat", "--provider", "gateway", "--model", "demo/model", "hi"], { env });
    expect(asked.status).toBe(3);
    expect(asked.stderr).toContain("APIKeyNotFoundError");
    expect(backend.requests).toHaveLength(1);

    const withKey = { ...env, FW_GATEWAY_API_KEY: "sk-or-good-key" };
    expect((await call("fw", ["models", "--provider", "gateway"], { env: withKey })).status).toBe(0);
    expect(backend.requests.at(-1)?.headers.authorization).toBe("Bearer sk-or-good-key");
  });

  it.each(["serverless", "hubmodels", "eucloud"])("%s: asks nobody without a key", async (provider) => {
    const { status, stderr } = await call("fw", ["models", "--provider", provider]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^(?:APIKey|Token)NotFoundError: /);
  });
});

describe("fw backends", () => {
  it("prints the address as JSON, answers there, and stops on a signal", async () => {
    let answered = false;
    const { status, stdout } = await run("fw", ["backends", "--only", "selfhost", "--json"], {
      onStdout: (text, kill) => {
        if (!text.endsWith("\n") || answered) return;
        answered = true;
        const { selfhost } = JSON.parse(text) as { selfhost: { url: string } };
        void chat(selfhost.url, ["the sea"]).then(({ stdout: answer }) => {
          expect(answer).toContain("the sea");
          kill("SIGTERM");
        });
      },
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\{"selfhost":\{"url":"http:\/\/127\.0\.0\.1:\d+"/);
  });

  it("lists the faults and refuses unknown ones", async () => {
    expect((await call("fw", ["backends", "--fault", "list"])).stdout).toContain("reset-mid-stream");
    expect((await call("fw", ["backends", "--fault", "nonsense"])).status).toBe(2);
  });
});

describe("fw start", () => {
  it("without a terminal or a provider runs one demo turn and says what it is", async () => {
    const { status, stdout, stderr } = await run("fw", ["start"]);
    expect(status).toBe(0);
    expect(stdout.length).toBeGreaterThan(10);
    expect(stderr).toContain("demo");
  });
});
