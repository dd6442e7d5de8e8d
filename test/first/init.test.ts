/** `fw init`: with a person at a terminal, and without one. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { started } from "../support/backend.js";
import { call } from "../support/called.js";
import { eventsOf } from "../support/command.js";
import { openTerminal } from "../support/terminal.js";

const KEY = "sk-gateway-for-tests-0001";
const models = ["alpha", "beta", "gamma"].map((id) => ({ id: `vendor/${id}`, contextLength: 4096 }));

let home: string;
let own: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "fw-init-"));
  own = path.join(home, ".config", "fw", "profile.yaml");
});
afterEach(() => rm(home, { recursive: true, force: true }));

const environment = (env: Record<string, string> = {}) => ({ HOME: home, ...env });
const open = (args: readonly string[], env: Record<string, string> = {}) =>
  openTerminal("fw", ["init", "--workspace", home, ...args], environment(env));

describe("on a terminal", () => {
  it("asks for backend, key, model and tools, stores the key, and the chat then works by itself", async () => {
    const gateway = await started("gateway", { apiKey: KEY, models });
    const env = { FW_GATEWAY_BASE_URL: gateway.url };
    const terminal = open([], env);
    await terminal.waitFor("Which kind of backend?");
    terminal.type("gatew");
    await terminal.waitFor("gatew");
    terminal.type("\r");
    await terminal.waitFor("Key for gateway");
    terminal.type(`${KEY}\r`);
    await terminal.waitFor("Keep the key in");
    terminal.type("\r");
    await terminal.waitFor("Stored in");
    await terminal.waitFor("Which model?");
    terminal.type("bet");
    await terminal.waitFor("bet");
    terminal.type("\r");
    await terminal.waitFor("Which tools");
    terminal.type(" \r");
    await terminal.waitFor("Wrote");
    expect(await terminal.exit).toBe(0);
    expect(terminal.output).not.toContain(KEY);

    const text = await readFile(own, "utf8");
    expect(text).toContain("provider: gateway\n");
    expect(text).toContain("model: vendor/beta\n");
    expect(text).toMatch(/plugins: \[ ?cli ?\]/);
    expect(text).not.toContain(KEY);
    expect((await stat(own)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(own))).toContain("gateway_auth.json");

    const chat = await call("fw", ["chat", "--json", "--workspace", home, "hello"], {
      env: environment(env),
    });
    expect(eventsOf(chat.stdout).find(({ type }) => type === "start")).toMatchObject({
      provider: "gateway",
      model: "vendor/beta",
    });
    expect(chat.status).toBe(0);
  });

  it("asks again with the old answers, and keeps what it does not ask for", async () => {
    const backend = await started("selfhost", { models });
    const file = path.join(home, "mine.yaml");
    const old = `# mine\nprovider: selfhost\nmodel: vendor/gamma # best\nplugins: [cli]\nplugin_configs:\n  selfhost:\n    host: ${backend.url} # here\n    max_tokens: 100\n`;
    await writeFile(file, old);
    const terminal = open(["--profile", file]);
    for (const question of [
      "Which kind of backend?",
      "Where does it listen?",
      "Which model?",
      "Which tools",
    ]) {
      await terminal.waitFor(question);
      terminal.type("\r");
    }
    await terminal.waitFor("Wrote");
    expect(await terminal.exit).toBe(0);
    expect(await readFile(file, "utf8")).toBe(old);
  });

  it("changes nothing when the user leaves", async () => {
    const terminal = open([]);
    await terminal.waitFor("Which kind of backend?");
    terminal.type("\x03");
    expect(await terminal.exit).toBe(130);
    await expect(stat(own)).rejects.toThrow();
  });

  it("stores no key that the service rejects", async () => {
    const gateway = await started("gateway", { apiKey: KEY, models });
    const terminal = open(["--provider", "gateway", "--model", "vendor/beta", "--plugins", ""], {
      FW_GATEWAY_BASE_URL: gateway.url,
    });
    await terminal.waitFor("Key for gateway");
    terminal.type("sk-wrong-0001\r");
    await terminal.waitFor("Keep the key in");
    terminal.type("\r");
    await terminal.waitFor("The key was not stored.");
    await terminal.waitFor("Wrote");
    expect(await terminal.exit).toBe(0);
    expect(await readdir(path.dirname(own))).toEqual(["profile.yaml"]);
  });
});

describe("without a terminal", () => {
  const init = (args: readonly string[], env: Record<string, string> = {}) =>
    call("fw", ["init", "--workspace", home, ...args], { env: environment(env) });

  it("takes the answers from options", async () => {
    const backend = await started("selfhost", { models });
    const args = [
      "--provider",
      "selfhost",
      "--host",
      backend.url,
      "--model",
      "vendor/alpha",
      "--plugins",
      "cli,file_edit",
    ];
    expect(await init(args)).toMatchObject({ status: 0, stderr: "" });
    const models_ = await call("fw", ["models", "--json"], { env: environment() });
    expect(models_.status).toBe(0);
    expect(await readFile(own, "utf8")).toMatch(/plugins: \[ ?cli, file_edit ?\]/);
  });

  it("asks the server for the only model", async () => {
    const backend = await started("gpusrv", { models: [{ id: "one", contextLength: 4096 }] });
    const env = { GPUSRV_OPENAI_URL: backend.urls.openai, GPUSRV_CONTROL_URL: backend.urls.control ?? "" };
    const args = ["--provider", "gpusrv", "--host", "gpu-box", "--context-length", "4096"];
    const { status, stderr } = await init(args, env);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(await readFile(own, "utf8")).toMatch(/model: one\n[^]*context_length: 4096/);
  });

  it.each([
    [[], /--provider is needed/],
    [["--provider", "selfhost"], /--host or SELFHOST_HOST is needed/],
    [["--provider", "gpusrv", "--host", "gpu-box"], /--context-length or GPUSRV_CONTEXT_LENGTH is needed/],
    [
      ["--provider", "selfhost", "--host", "http://127.0.0.1:9"],
      /SelfHostConnectionError[^]*--model is needed/,
    ],
    [["--provider", "nobody"], /There is no provider "nobody"/],
    [["--provider", "gateway", "--model", "m", "--plugins", "shell"], /no tool plugin "shell"/],
  ])("with %j it says what is missing and writes nothing", async (args, message) => {
    const { status, stderr } = await init(args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    await expect(stat(own)).rejects.toThrow();
  });
});

it("the user's own profile does not hold for another provider", async () => {
  const backend = await started("selfhost", { models });
  await call("fw", ["init", "--provider", "gateway", "--model", "vendor/beta"], { env: environment() });
  const env = environment({ SELFHOST_HOST: backend.url, SELFHOST_MODEL: "vendor/alpha" });
  const { stdout } = await call("fw", ["chat", "--provider", "selfhost", "--json", "hello"], { env });
  expect(eventsOf(stdout)[0]).toMatchObject({ provider: "selfhost", model: "vendor/alpha" });
});
