/** A program that the model runs wants more than the workspace: other folders, the user's keys, the network, this process. */
import { createServer } from "node:net";
import { existsSync } from "node:fs";
import path from "node:path";
import { loadTools, type ToolContext } from "@framework/shared";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { put, scratch } from "./support.js";

const SECRET = "the-users-own-secret";
let context: ToolContext;
let home: string;
let workspace: string;
let works = false;

async function sh(script: string, more: Record<string, unknown> = {}, env = {}): Promise<string> {
  const [tool] = await loadTools(["cli"]);
  const args = { program: "sh", args: ["-c", script], ...more };
  return (await tool?.run(args, { ...context, env: { ...context.env, ...env } }))?.content ?? "";
}

beforeAll(async () => {
  [home, workspace] = [scratch("home"), scratch("workspace")];
  put(home, ".ssh/id_ed25519", SECRET);
  put(home, ".netrc", SECRET);
  put(home, ".config/fw/gateway_auth.json", SECRET);
  put(workspace, ".env", SECRET);
  put(workspace, "given.txt", SECRET);
  context = {
    workspace,
    env: { PATH: process.env["PATH"], HOME: home },
    privateFiles: [path.join(workspace, "given.txt")],
  };
  const [tool] = await loadTools(["cli"]);
  const preview = await tool?.preview?.({ program: "true" }, context);
  const words = typeof preview === "object" ? (preview.notes?.join() ?? "") : "";
  works = words.includes("runs in a sandbox");
  if (!works) console.log(`skipped where there is no sandbox: ${words}`);
});

describe("in the sandbox", () => {
  it("the workspace can be changed and nothing else", async ({ skip }) => {
    if (!works) skip("there is no sandbox here");
    const outside = path.join(home, "PWNED");
    const said = await sh(`echo in > inside.txt; echo out > ${outside}; echo x > /etc/PWNED; cat inside.txt`);
    expect(said).toMatch(/Read-only file system/);
    expect(said).toContain("in\n");
    expect(existsSync(path.join(workspace, "inside.txt"))).toBe(true);
    expect(existsSync(outside) || existsSync("/etc/PWNED")).toBe(false);
  });

  it("no key can be read, and this process cannot be seen", async ({ skip }) => {
    if (!works) skip("there is no sandbox here");
    const said = await sh(
      'cat ~/.ssh/* ~/.netrc ~/.config/fw/* .env given.txt; tr "\\0" "\\n" < /proc/$PPID/environ; ls /run /proc',
    );
    expect(said).not.toContain(SECRET);
    expect(said).not.toMatch(new RegExp(`^${process.pid}$`, "m"));
  });

  it("there is no network unless it was asked for", async ({ skip }) => {
    if (!works) skip("there is no sandbox here");
    const server = createServer((socket) => socket.end("hello\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const code = `require("net").connect(${port},"127.0.0.1").on("data",(d)=>process.stdout.write(d)).on("error",(e)=>console.log(e.code))`;
    const [tool] = await loadTools(["cli"]);
    const connect = async (network: boolean) =>
      (await tool?.run({ program: process.execPath, args: ["-e", code], network }, context))?.content;
    expect(await connect(false)).toContain("ECONNREFUSED");
    expect(await connect(true)).toContain("hello");
    server.close();
  });

  it("nothing lives on, however it hid", async ({ skip }) => {
    if (!works) skip("there is no sandbox here");
    await sh("(setsid env -i sh -c 'sleep 1; echo late > late.txt' >/dev/null 2>&1 &) ; echo done");
    const sign = path.join(workspace, "late.txt");
    // A second program, as long as the first would have waited.
    await sh("sleep 1.5");
    expect(existsSync(sign)).toBe(false);
  });
});

describe("without a sandbox", () => {
  const off = { FW_SANDBOX: "off" };

  it("the question says so", async () => {
    const [tool] = await loadTools(["cli"]);
    const preview = await tool?.preview?.(
      { program: "true" },
      { ...context, env: { ...context.env, ...off } },
    );
    expect(preview).toMatchObject({ notes: [expect.stringContaining("with all your rights")] });
  });

  it("no variable with a key reaches the program, by name or by value", async () => {
    const names = [
      "GITHUB_PAT,DATABASE_URL,API_KEY_OPENAI,DB_PASSWORD_PROD,AWS_SESSION,SENTRY_DSN,SSH_AUTH_SOCK,MY_THING",
      "SLACK_WEBHOOK,NPM_CONFIG__AUTH,KUBECONFIG,PGPASSFILE,REDIS_URL,TWILIO_SID,VAULT_ADDR,GPG_AGENT_INFO",
    ].flatMap((line) => line.split(","));
    const env = Object.fromEntries(names.map((name) => [name, SECRET]));
    const proxies = { HTTPS_PROXY: "http://me:pass-word@proxy:3128", EDITOR: `vim ${SECRET}` };
    const [tool] = await loadTools(["cli"]);
    const all = { ...context, env: { ...context.env, ...off, ...env, ...proxies }, secrets: [SECRET] };
    const said = (await tool?.run({ program: "env" }, all))?.content ?? "";
    expect(said).toContain("PATH=");
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain("pass-word");
  });

  test.skipIf(process.platform !== "linux")(
    "what hid in a session of its own ends with the call",
    async () => {
      await sh("(setsid sh -c 'sleep 1; echo late > late2.txt' >/dev/null 2>&1 &) ; echo done", {}, off);
      await sh("sleep 1.5", {}, off);
      expect(existsSync(path.join(workspace, "late2.txt"))).toBe(false);
    },
  );
});

afterAll(() => expect(existsSync("/etc/PWNED")).toBe(false));
