/** `fw start`, which is what `npm start` runs, as somebody meets it who has nothing but Node.js. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { started } from "../support/backend.js";
import { bin, cleanEnv, eventsOf, run } from "../support/command.js";
import { openScreen } from "../support/screen.js";
import { openTerminal } from "../support/terminal.js";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "fw-start-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe("without a terminal", () => {
  it("runs one demo turn with a diagram and says that it is a demo", async () => {
    const { status, stdout, stderr } = await run("fw", ["start"]);
    expect(stdout).toMatch(/```mermaid\nsequenceDiagram[^]*```/);
    expect(stderr).toContain("built-in demo");
    expect(status).toBe(0);
  });

  it("does not wait for an input that never ends, nor use a key that nobody chose", async () => {
    const env = cleanEnv({ FW_GATEWAY_API_KEY: "sk-not-used-0001" });
    const child = spawn(process.execPath, [bin("fw"), "start"], { env, stdio: ["pipe", "pipe", "ignore"] });
    const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(stdout).toContain("sequenceDiagram");
    expect(status).toBe(0);
  });

  it("asks what is configured", async () => {
    const backend = await started("selfhost");
    const env = { FW_PROVIDER: "selfhost", SELFHOST_HOST: backend.url, SELFHOST_MODEL: "demo-model" };
    const { status, stdout, stderr } = await run("fw", ["start", "--json"], { env });
    expect(eventsOf(stdout)[0]).toMatchObject({ type: "start", provider: "selfhost" });
    expect(stderr).not.toContain("demo");
    expect(backend.requests.some(({ path: sent }) => sent === "/v1/chat/completions")).toBe(true);
    expect(status).toBe(0);
  });
});

describe("on a terminal", () => {
  const open = (env: Record<string, string> = {}) =>
    openTerminal("fw", ["start", "--workspace", home], { HOME: home, ...env });

  it.each([40, 80])("fits %i columns, /help and the question before a tool runs too", async (columns) => {
    const screen = openScreen("fw", ["start", "--workspace", home], {
      env: { HOME: home },
      columns,
      rows: 40,
    });
    await screen.until("/quit");
    screen.type("/help\r");
    await screen.until("Ctrl-D");
    screen.type("run echo some words\r");
    await screen.until(/this\s+chat:/);
    const { active } = screen.emulator.buffer;
    const broken = screen.lines().filter((_, row) => active.getLine(row)?.isWrapped);
    expect(broken).toEqual([]);
    process.kill(screen.pid);
    await screen.exit;
  });

  it("chats with the demo: a diagram of what was asked for, thoughts, a tool, and leaves", async () => {
    const terminal = open({ FW_DIAGRAM_BACKEND: "off" });
    await terminal.waitFor("built-in demo");
    await terminal.waitFor("/help");
    terminal.type("show a pie chart of cats 40 and dogs 35\r");
    // The status line moves between the words of an answer, but never into one.
    await terminal.waitFor("request");
    await terminal.waitFor('"Cats"');
    await terminal.waitFor("another");
    await terminal.waitFor("> ");
    terminal.type("run echo from-a-tool\r");
    await terminal.waitFor("Run run_command?");
    terminal.type("y");
    await terminal.waitFor("answered:");
    await terminal.waitFor("from-a-tool");
    terminal.type("/quit\r");
    expect(await terminal.exit).toBe(0);
  });

  it("takes an address from the environment, says so, and connects to the only model", async () => {
    const backend = await started("selfhost", { models: [{ id: "only-one", contextLength: 4096 }] });
    const terminal = open({ SELFHOST_HOST: backend.url });
    await terminal.waitFor("Found an address for selfhost (SELFHOST_HOST)");
    await terminal.waitFor("Taking selfhost");
    await terminal.waitFor("only-one");
    terminal.type("/quit\r");
    expect(await terminal.exit).toBe(0);
  });

  it("passes over what does not work, with the reason, and takes the next", async () => {
    const gateway = await started("gateway", { apiKey: "sk-gateway-for-tests-0001" });
    const terminal = open({
      SELFHOST_HOST: "http://127.0.0.1:9",
      FW_GATEWAY_API_KEY: "sk-gateway-for-tests-0001",
      FW_GATEWAY_BASE_URL: gateway.url,
      FW_GATEWAY_MODEL: "demo/large",
    });
    await terminal.waitFor("a key for gateway (FW_GATEWAY_API_KEY)");
    await terminal.waitFor(/Passing over an address for selfhost.*SelfHostConnectionError/);
    await terminal.waitFor("Taking gateway");
    expect(terminal.output).not.toContain("sk-gateway-for-tests");
    terminal.type("\x04");
    await terminal.exit;
  });

  it("asks which model when there are several", async () => {
    const models = ["alpha", "beta", "gamma"].map((id) => ({ id, contextLength: 4096 }));
    const backend = await started("selfhost", { models });
    const terminal = open({ SELFHOST_HOST: backend.url });
    await terminal.waitFor("Which model?");
    terminal.type("gam");
    await terminal.waitFor(/gamma/);
    terminal.type("\r");
    await terminal.waitFor("selfhost · gamma");
    terminal.type("/quit\r");
    expect(await terminal.exit).toBe(0);
  });
});
