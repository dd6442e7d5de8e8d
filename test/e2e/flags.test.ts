/** The flags of everyday: what is asked of the model, what is printed, and what is told beside it. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type BackendName, startBackend } from "@framework/backends";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { eventsOf, run } from "../support/command.js";

const KEY = "sk-secret-0123456789abcdef";
let backend: Backend;
let folder: string;
beforeAll(async () => {
  backend = await startBackend("selfhost", { models: [{ id: "m", contextLength: 32_768 }], apiKey: KEY });
  folder = mkdtempSync(path.join(tmpdir(), "fw-flags-"));
});
afterAll(() => backend.close());

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const fw = (args: string[], env: Record<string, string> = {}) =>
  call("fw", args, {
    cwd: folder,
    env: { SELFHOST_HOST: backend.url, SELFHOST_API_TOKEN: KEY, HOME: folder, ...env },
  });
const chat = (...args: string[]) => fw(["chat", "--provider", "selfhost", "-m", "m", ...args]);
const sent = () => backend.requests.at(-1)?.body as Record<string, unknown> | undefined;

describe("what is asked of the model", () => {
  it("goes out under the names of the wire", async () => {
    const flags = [
      "-t",
      "0.5",
      "--max-tokens",
      "7",
      "--top-p",
      "0.9",
      "--seed",
      "-3",
      "--stop",
      "a",
      "--stop",
      "b",
    ];
    expect((await chat(...flags, "-s", "Be brief.", "--reasoning", "low", "hi")).status).toBe(0);
    expect(sent()).toMatchObject({
      temperature: 0.5,
      max_tokens: 7,
      top_p: 0.9,
      seed: -3,
      stop: ["a", "b"],
      reasoning_effort: "low",
      messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
    });
  });

  it("stands in a profile under the same names, and this call wins over it", async () => {
    write(
      "work.yaml",
      "provider: selfhost\nmodel: m\noptions: { temperature: 0.2, seed: 4, stop: END, reasoning: 1000 }\n",
    );
    await fw(["chat", "-p", "work.yaml", "--seed", "5", "hi"]);
    expect(sent()).toMatchObject({ temperature: 0.2, seed: 5, stop: ["END"], thinking_token_budget: 1000 });
    write(
      "wrong.yaml",
      "provider: selfhost\nmodel: m\noptions: { temperatur: 1, top_p: 2, reasoning: much }\n",
    );
    const { status, stderr } = await fw(["chat", "-p", "wrong.yaml", "hi"]);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'wrong.yaml:3:12: unknown key "temperatur" under options (did you mean "temperature"?)',
    );
    expect(stderr).toContain("wrong.yaml:3:34: options.top_p must be at most 1");
    expect(stderr).toContain("options.reasoning");
  });

  it.each([
    ["--temperature", "3", "a number from 0 to 2"],
    ["--max-tokens", "0", "a whole number from 1"],
    ["--reasoning", "much", "low, medium, high, off, or a number of tokens"],
    ["--seed", "1.5", "a whole number"],
  ])("%s %s is a usage error", async (flag, value, expected) => {
    const { status, stderr } = await chat(flag, value, "hi");
    expect(status).toBe(2);
    expect(stderr).toContain(expected);
  });

  const REASONING: readonly (readonly [BackendName, string, object | string])[] = [
    ["selfhost", "off", { chat_template_kwargs: { enable_thinking: false } }],
    ["gateway", "high", { reasoning: { effort: "high" } }],
    ["gateway", "500", { reasoning: { max_tokens: 500 } }],
    ["gateway", "off", { reasoning: { effort: "none" } }],
    ["serverless", "medium", { reasoning_effort: "medium" }],
    ["hubmodels", "low", { reasoning_effort: "low" }],
    ["eucloud", "200", "eucloud cannot be told how many tokens it may think"],
    ["localdesk", "high", "localdesk cannot be told how much to think"],
    ["gpusrv", "off", "gpusrv cannot be told how much to think"],
  ];
  it.each(REASONING)("%s is told to think: %s", async (name, level, expected) => {
    const server = await startBackend(name, { models: [{ id: "a/m", contextLength: 32_768 }] });
    try {
      const { openai, control = "" } = server.urls;
      const env = {
        LOCALDESK_HOST: openai,
        GPUSRV_OPENAI_URL: openai,
        GPUSRV_CONTROL_URL: control,
        GPUSRV_CONTEXT_LENGTH: "32768",
        HUBMODELS_TOKEN: "ghp_0123456789abcdefghij",
        FW_HUBMODELS_ENDPOINT: openai,
        FW_GATEWAY_BASE_URL: openai,
        FW_GATEWAY_API_KEY: KEY,
        FW_SERVERLESS_BASE_URL: openai,
        FW_SERVERLESS_API_KEY: KEY,
        FW_EUCLOUD_BASE_URL: openai,
        FW_EUCLOUD_API_KEY: KEY,
        SELFHOST_HOST: openai,
      };
      const { status, stderr } = await fw(
        ["chat", "--provider", name, "-m", "a/m", "--reasoning", level, "hi"],
        env,
      );
      expect(status, stderr).toBe(0);
      if (typeof expected === "string") expect(stderr).toContain(expected);
      else expect(server.requests.at(-1)?.body).toMatchObject(expected);
    } finally {
      await server.close();
    }
  });
});

it("a question that was not put in quotation marks is told to be", async () => {
  const { status, stderr } = await call("fw", ["chat", "why", "is", "it"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("is put in quotation marks")]);
});

describe("what is printed", () => {
  it("-x prints only the last code block", async () => {
    backend.setReply({ text: "First:\n\n```sh\none\n```\n\nThen:\n\n```sh\ntwo\n  three\n```\nDone." });
    expect(await chat("-x", "hi")).toEqual({ status: 0, stdout: "two\n  three\n", stderr: "" });
    backend.setReply({ text: "No code at all." });
    expect(await chat("--extract", "hi")).toMatchObject({ status: 1, stdout: "" });
  });

  const SCHEMA = {
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" } },
    required: ["name", "age"],
    additionalProperties: false,
  };
  it("--schema gives JSON that fits, and asks again once for it", async () => {
    write("person.json", JSON.stringify(SCHEMA));
    backend.setReply({ text: '```json\n{"name": "Ada", "age": 36}\n```' });
    expect(await chat("--schema", "person.json", "who?")).toEqual({
      status: 0,
      stdout: '{"name": "Ada", "age": 36}\n',
      stderr: "",
    });
    expect(sent()).toMatchObject({
      response_format: { type: "json_schema", json_schema: { schema: SCHEMA } },
    });
    let turn = 0;
    backend.setReply(() => ({ text: (turn += 1) === 1 ? '{"name": "Ada"}' : '{"name": "Ada", "age": 36}' }));
    const repaired = await chat("--schema", "person.json", "who?");
    expect(repaired).toMatchObject({ status: 0, stdout: '{"name": "Ada", "age": 36}\n' });
    expect(JSON.stringify(sent())).toContain("does not fit the schema");
    turn = 0;
    const events = eventsOf((await chat("--json", "--schema", "person.json", "who?")).stdout);
    expect(events.map(({ type }) => type)).toContain("restart");
  });

  it("--schema fails when the second answer does not fit either", async () => {
    backend.setReply({ text: "I would rather not." });
    const { status, stdout, stderr } = await chat("--schema", "person.json", "who?");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("also after it was asked for again. It is no JSON");
    backend.setReply(undefined);
    const missing = await chat("--schema", "nowhere.json", "who?");
    expect(missing).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("nowhere.json: cannot be read"),
    });
  });
});

describe("what is told beside it", () => {
  it("--usage says what it took, -q says nothing", async () => {
    const { stdout, stderr } = await chat("--usage", "hi");
    expect(stdout).toBe("You said: hi\n");
    expect(stderr).toMatch(/^prompt \d+ · answer \d+ · together \d+ tokens · .*\d\.\d s\n$/);
    write("large.txt", "word ".repeat(20_000));
    expect((await chat("-f", "large.txt", "hi")).stderr).not.toBe("");
    expect((await chat("-q", "-f", "large.txt", "hi")).stderr).toBe("");
  });

  it("-v and --trace show what was sent and came back, without keys", async () => {
    for (const flags of [["-v"], ["--trace"]]) {
      const { stdout, stderr } = await chat(...flags, `my key is ${KEY}`);
      expect(stdout).toContain("my key is");
      expect(stderr).toContain(`→ POST ${backend.url}/v1/chat/completions`);
      expect(stderr).toMatch(/authorization: Bearer sk-s…cdef/i);
      expect(stderr).toContain('"content": "my key is sk-s…cdef"');
      expect(stderr).toMatch(/← 200 after \d+\.\d\d s[^]*data: \{/);
      expect(stderr).not.toContain(KEY);
    }
  });

  it("--trace FILE writes an HTTP archive, private and without keys, also of what failed", async () => {
    await chat("--trace", "trace.har", "hi");
    const text = readFileSync(path.join(folder, "trace.har"), "utf8");
    expect(text).not.toContain(KEY);
    expect(statSync(path.join(folder, "trace.har")).mode & 0o777).toBe(0o600);
    const { log } = JSON.parse(text) as {
      log: {
        version: string;
        entries: {
          request: { method: string; url: string };
          response: { status: number; content: { text: string } };
        }[];
      };
    };
    expect(log.version).toBe("1.2");
    const last = log.entries.at(-1);
    expect(last).toMatchObject({
      request: { method: "POST", url: `${backend.url}/v1/chat/completions` },
      response: { status: 200 },
    });
    expect(last?.response.content.text).toContain("data: [DONE]");
    backend.setFault("reset-mid-stream");
    await chat("--trace", "broken.har", "--retries", "0", "hi");
    backend.setFault(undefined);
    expect(readFileSync(path.join(folder, "broken.har"), "utf8")).toMatch(/"comment": "/);
  });
});

describe("roles", () => {
  it("give the system message, the model, options, tools and a schema; this call wins", async () => {
    write(
      ".config/fw/roles/review.md",
      "---\ndescription: reads changes\nprovider: selfhost\nmodel: m\noptions: { temperature: 0.1, max_tokens: 50 }\ntools: [file_edit]\n---\n\nYou review ${changes}.\n",
    );
    write(".config/fw/roles/plain.md", "Just a system message.\n");
    const { status } = await run("fw", ["chat", "--role", "review", "-t", "0.3", "-"], {
      cwd: folder,
      input: "+ a line",
      env: { SELFHOST_HOST: backend.url, SELFHOST_API_TOKEN: KEY, HOME: folder },
    });
    expect(status).toBe(0);
    expect(sent()).toMatchObject({
      temperature: 0.3,
      max_tokens: 50,
      messages: [{ role: "system", content: "You review ${changes}." }, { content: "+ a line" }],
    });
    expect(JSON.stringify(sent()?.["tools"])).toContain("file");
    expect((await fw(["role"])).stdout).toBe("plain   Just a system message.\nreview  reads changes  [m]\n");
    expect((await fw(["role", "plain"])).stdout).toContain("\nJust a system message.\n");
    const missing = await fw(["chat", "--role", "reviev", "hi"]);
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining('(did you mean "review"?)') });
    write("bad.md", "---\nmodle: m\noptions: { seed: x }\n---\ntext");
    const bad = await fw(["chat", "--role", "./bad.md", "hi"]);
    expect(bad.stderr).toMatch(
      /bad\.md:2:1: unknown key "modle" \(did you mean "model"\?\)\n.*bad\.md:3:18: options\.seed/,
    );
  });
});
