/** Small faults that were found by trying, each kept from coming back. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Backend, startBackend } from "@framework/backends";
import type { ToolResult } from "@framework/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { bin, cleanEnv } from "../support/command.js";
import { openTerminal } from "../support/terminal.js";

let backend: Backend;
let folder: string;
beforeAll(async () => {
  backend = await startBackend("selfhost", { models: [{ id: "m", contextLength: 8192 }] });
  folder = mkdtempSync(path.join(tmpdir(), "fw-faults-"));
});
afterAll(() => backend.close());

const fw = (...args: string[]) => call("fw", args, { cwd: folder, env: { SELFHOST_HOST: backend.url } });

describe("--env-file is read by fw, and not by Node before it", () => {
  /** As the shell starts it, by its first line. */
  const started = async (name: string, args: string[]) => {
    const env = cleanEnv({ SELFHOST_HOST: backend.url });
    const outcome = { status: 0, stdout: "", stderr: "" };
    try {
      const running = promisify(execFile)(bin(name), args, { env, cwd: folder });
      running.child.stdin?.end();
      const { stdout, stderr } = await running;
      return { ...outcome, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, stdout, stderr };
    }
  };

  it("a file that is not there is told in our words, with our status", async () => {
    const { status, stderr } = await started("fw", ["chat", "--env-file", "nope", "hi"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^ConfigurationError: nope: cannot be read/);
  });

  it("NODE_OPTIONS in the file are not obeyed", async () => {
    writeFileSync(path.join(folder, "evil.cjs"), 'require("node:fs").writeFileSync("owned", "");\n');
    writeFileSync(path.join(folder, ".env"), "NODE_OPTIONS=--require=./evil.cjs\nSELFHOST_MODEL=m\n");
    const args = ["chat", "--provider", "selfhost", "--env-file", ".env", "hi"];
    expect(await started("fw", args)).toEqual({ status: 0, stdout: "You said: hi\n", stderr: "" });
    const doctor = await started("framework-doctor", ["--provider", "selfhost", "--env-file=.env"]);
    expect(doctor.status, doctor.stdout).toBe(0);
    expect(existsSync(path.join(folder, "owned"))).toBe(false);
  });
});

it("a diagram for a folder that is not there is told in one line, and is no defect of ours", async () => {
  writeFileSync(path.join(folder, "flow.mmd"), "graph LR; A --> B\n");
  const { status, stderr } = await fw("diagram", "flow.mmd", "-o", "/nope/x.png");
  expect(status).toBe(2);
  expect(stderr).toMatch(/^ConfigurationError: \/nope\/x\.png cannot be written: .*ENOENT.*\n$/);
});

it("a workspace that is not there is refused", async () => {
  for (const [workspace, why] of [
    ["/nope", "there is no such folder"],
    ["flow.mmd", "it is no folder"],
  ] as const) {
    const { status, stderr } = await fw("chat", "--provider", "selfhost", "--workspace", workspace, "hi");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `ConfigurationError: --workspace ${workspace}: ${why}.\n`,
    });
  }
});

it("a tool whose run gives a string instead of a result is answered, and the turn goes on", async () => {
  const server = await startBackend("selfhost", {
    models: [{ id: "m", contextLength: 8192 }],
    reply: [{ toolCalls: ["greet", "none"].map((name) => ({ name, arguments: {} })) }, { text: "done" }],
  });
  try {
    const { createClient } = await import("@framework/shared");
    const client = createClient({ providerName: "selfhost", config: { host: server.url } });
    await client.connect(null, null, "m");
    const tool = (name: string, result: string) => ({
      name,
      description: "",
      parameters: {},
      changes: false,
      run: async () => JSON.parse(result) as ToolResult,
    });
    const session = client.createSession({ tools: [tool("greet", '"hello"'), tool("none", "null")] });
    const results: unknown[] = [];
    const turn = await session.sendMessage("hi", {
      onOutput: (event) => event.type === "tool-result" && results.push(event),
    });
    expect(turn.text).toBe("done");
    expect(results).toMatchObject([
      { name: "greet", ok: true, content: "hello" },
      { name: "none", ok: false, content: expect.stringContaining("The tool gave no result") },
    ]);
    await client.close();
  } finally {
    await server.close();
  }
});

it("a program that leaves standard input open and silent does not hang the answer", async () => {
  const args = ["chat", "--provider", "selfhost", "-m", "m", "hi"];
  const env = cleanEnv({ SELFHOST_HOST: backend.url });
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--", bin("fw"), ...args], { env });
  expect(stdout).toBe("You said: hi\n");
  expect(stderr).toContain("Nothing came on standard input, so it is left out.");
});

it("one token is a token", async () => {
  backend.setReply({ text: "x", usage: { promptTokens: 0, completionTokens: 1 } });
  const { stderr } = await fw("chat", "--provider", "selfhost", "-m", "m", "--usage", "hi");
  expect(stderr).toMatch(/together 1 token ·/);
  backend.setReply(undefined);
});

describe("fw init", () => {
  const init = (url: string, ...args: string[]) =>
    call(
      "fw",
      ["init", "--provider", "selfhost", "--model", "m", "--profile", "made.yaml", "--host", url, ...args],
      {
        cwd: folder,
        env: { SELFHOST_HOST: url },
      },
    );

  it("writes no profile that cannot work because nobody states the window", async () => {
    const server = await startBackend("selfhost", { models: [{ id: "m", contextLength: null }] });
    try {
      const { status, stderr } = await init(server.url);
      expect(status).toBe(2);
      expect(stderr).toContain(
        'Nobody states the window of "m", so --context-length or SELFHOST_CONTEXT_LENGTH',
      );
      expect(existsSync(path.join(folder, "made.yaml"))).toBe(false);
      expect((await init(server.url, "--context-length", "4096")).status).toBe(0);
      expect((await fw("chat", "--profile", "made.yaml", "hi")).status).toBe(0);
    } finally {
      await server.close();
    }
  });

  it("saves --host although the variable says the same", async () => {
    expect((await init(backend.url)).status).toBe(0);
    expect(readFileSync(path.join(folder, "made.yaml"), "utf8")).toContain(`host: ${backend.url}`);
  });
});

it("fish describes each provider in its own words", async () => {
  const { stdout } = await call("fw", ["completion", "fish"]);
  expect(stdout).toContain(String.raw`localdesk\\t\'LM Studio\' gpusrv\\t`);
});

it("fw backends prints a line that can be pasted", async () => {
  const terminal = openTerminal("fw", ["backends", "--only", "selfhost"]);
  await terminal.waitFor(/Try: fw chat --provider selfhost --host http:\/\/127\.0\.0\.1:\d+ "Hello"/);
  await terminal.waitFor("Ctrl-C stops them.");
  terminal.type("\u0003");
  expect(await terminal.exit).toBe(0);
});
