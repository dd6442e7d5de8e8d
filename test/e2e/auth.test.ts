/**
 * The auth commands as a user runs them, in pipes and on a terminal. In pipes the first of them stores its key as a process; the
 * rest, which is the same command, is called.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { startStub } from "../../packages/shared/src/testing/stub-service.js";
import { call } from "../support/called.js";
import { run } from "../support/command.js";
import { type KeyService, type KeyUser, keyServices, keyUser } from "../support/key-services.js";
import { openTerminal } from "../support/terminal.js";

const key = "fw-test-key-0123456789abcdef";
const masked = "fw-t…cdef";
const wrong = "fw-wrong-key-0123456789";
const stored = (user: KeyUser): unknown =>
  existsSync(user.file) ? JSON.parse(readFileSync(user.file, "utf8")) : undefined;

/** A user whose key was stored earlier. */
async function userWithKey(service: KeyService): Promise<KeyUser> {
  const user = await keyUser(service, key);
  mkdirSync(path.dirname(user.file), { recursive: true, mode: 0o700 });
  const content = { api_key: key, origin: new URL(user.backend.url).origin };
  writeFileSync(user.file, JSON.stringify(content), { mode: 0o600 });
  return user;
}

describe.each(keyServices)("$command", (service) => {
  const auth = (user: KeyUser, args: string[], env: Record<string, string> = {}, runOrCall = call) =>
    runOrCall(service.command, args, { env: { ...user.env, ...env }, cwd: user.home });

  it("stores an accepted key privately, and the provider finds it", async () => {
    await using user = await keyUser(service, key);
    const runOrCall = service === keyServices[0] ? run : call;
    const outcome = await auth(user, ["key", key], {}, runOrCall);
    expect(outcome).toMatchObject({ status: 0, stderr: "" });
    expect(outcome.stdout).toContain(masked);
    expect(outcome.stdout).toContain(user.file);
    expect(outcome.stdout).not.toContain(key);
    expect(stored(user)).toEqual({ api_key: key, origin: expect.stringContaining("http://127.0.0.1:") });
    expect(statSync(user.file).mode & 0o777).toBe(0o600);
    const models = await runOrCall("fw", ["models", "--provider", service.name], {
      env: user.env,
      cwd: user.home,
    });
    expect(models).toMatchObject({ status: 0, stderr: "" });
  });

  it("keeps the key in the workspace's .fw folder when there is one", async () => {
    await using user = await keyUser(service, key);
    mkdirSync(path.join(user.home, "work", ".fw"), { recursive: true });
    expect((await auth(user, ["key", key, "--workspace", "work"])).status).toBe(0);
    expect(existsSync(user.file)).toBe(false);
    expect(existsSync(path.join(user.home, "work", ".fw", `${service.name}_auth.json`))).toBe(true);
  });

  it("goes by the user's own profile too: its address judges the key, and its key is used before a stored one", async () => {
    await using user = await keyUser(service, key);
    const own = (...lines: string[]) =>
      writeFileSync(
        path.join(path.dirname(user.file), "profile.yaml"),
        `provider: ${service.name}\nplugin_configs:\n  ${service.name}:\n${lines.map((line) => `    ${line}\n`).join("")}`,
      );
    mkdirSync(path.dirname(user.file), { recursive: true });
    const address = `${service.urlKnob.replace(".", ":\n      ")}: ${user.backend.url}`;
    own(address);
    expect(await auth(user, ["key", key], { [service.urlVariable]: "" })).toMatchObject({ status: 0 });
    own(address, "api_key: fw-own-key-0123456789");
    const { stdout } = await auth(user, ["status"], { [service.urlVariable]: "" });
    expect(stdout).toMatch(/fw-o…6789 from \S+profile\.yaml is used\.\n.*fw-t…cdef from \S+ is overruled/);
  });

  it("does not store a rejected key, and leaves the old one", async () => {
    await using user = await userWithKey(service);
    const { status, stdout, stderr } = await auth(user, ["key", wrong]);
    expect(status).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/not accepted, so nothing was stored/);
    expect(stderr).not.toContain(wrong);
    expect(stored(user)).toEqual({ api_key: key, origin: expect.stringContaining("http://127.0.0.1:") });
  });

  it.each(["402", "429", "500", "refuse"] as const)("does not store a key that met %s", async (fault) => {
    await using user = await keyUser(service, key);
    user.backend.setFault({ name: fault, on: "all" });
    const { status, stdout, stderr } = await auth(user, ["key", key]);
    expect(status).toBe(6);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/could not be checked, so nothing was stored/);
    expect(stored(user)).toBeUndefined();
  });

  it("status tells which key is used and which is overruled", async () => {
    await using user = await keyUser(service, key);
    expect((await auth(user, ["status"])).stdout).toContain(`no key. Run "${service.command}"`);
    await auth(user, ["key", key]);
    expect((await auth(user, ["status"])).stdout).toContain(`${masked} from ${user.file} is used`);
    const { stdout } = await auth(user, ["status"], { [service.keyVariable]: wrong });
    expect(stdout).toContain(`fw-w…6789 from ${service.keyVariable} is used`);
    expect(stdout).toContain(`${masked} from ${user.file} is overruled`);
  });

  it("says after storing when a variable still wins", async () => {
    await using user = await keyUser(service, key);
    const { stdout } = await auth(user, ["key", key], { [service.keyVariable]: wrong });
    expect(stdout).toContain(`as long as ${service.keyVariable} is set`);
  });

  it("logout removes the key, and says so when there was none", async () => {
    await using user = await userWithKey(service);
    expect(await auth(user, ["logout"])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("removed"),
    });
    expect(existsSync(user.file)).toBe(false);
    const again = await auth(user, ["logout"], { [service.keyVariable]: wrong });
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("no key was stored") });
    expect(again.stdout).toContain(`${service.keyVariable} still holds a key`);
  });

  it("a broken file is reported with its reason, never as no key, and logout clears it", async () => {
    await using user = await userWithKey(service);
    writeFileSync(user.file, `{ "api_key": "${key}`);
    const { status, stdout, stderr } = await auth(user, ["status"]);
    expect(status).toBe(2);
    expect(stderr).toContain("not valid JSON");
    expect(stdout + stderr).not.toContain(key);
    expect((await auth(user, ["logout"])).status).toBe(0);
  });

  it.each([["help"], ["--help"], ["-h"]])("%s shows how it is called", async (word) => {
    await using user = await keyUser(service, key);
    const { status, stdout } = await auth(user, [word]);
    expect(status).toBe(0);
    for (const action of ["key <K>", "status", "logout", "login", "help"]) expect(stdout).toContain(action);
  });

  it.each([
    ["a key where a command belongs", [key]],
    ["an option made of a key", [`--${key}`]],
    ["a word too many", ["status", key]],
    ["two keys", ["key", key, wrong]],
    ["no key", ["key"]],
  ])("%s is a usage error that repeats nothing", async (_, args) => {
    await using user = await keyUser(service, key);
    const { status, stdout, stderr } = await auth(user, args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(`${service.command} help`);
    expect(stderr).not.toContain(key);
    expect(user.backend.requests).toEqual([]);
  });

  it.each(["two words-0123", "cl\u00e9-secr\u00e8te-0123"])(
    "a key that cannot be sent is refused unseen",
    async (odd) => {
      await using user = await keyUser(service, key);
      const { status, stdout, stderr } = await auth(user, ["key", odd]);
      expect(status).toBe(2);
      expect(stderr).toContain("api_key");
      expect(stdout + stderr).not.toContain(odd);
      expect(user.backend.requests).toEqual([]);
    },
  );

  it("a page for everybody accepts no key", async () => {
    await using user = await keyUser(service, key);
    await using portal = await startStub(() => ({ body: "<html>Welcome to the hotel</html>" }));
    const { status } = await auth(user, ["key", key], { [service.urlVariable]: portal.url });
    expect(status).toBe(6);
    expect(stored(user)).toBeUndefined();
  });

  it("without a terminal it says what to do instead of asking", async () => {
    await using user = await keyUser(service, key);
    const { status, stderr } = await auth(user, []);
    expect(status).toBe(2);
    expect(stderr).toContain(`Run: ${service.command} key <K>`);
  });

  describe.skipIf(process.platform === "win32")("on a terminal", () => {
    it.each([
      ["typed", [], `${key}\r`],
      ["typed after login", ["login"], `${key}\r`],
      ["pasted", [], `\u001B[200~${key}\n\u001B[201~\r`],
    ])("a key that is %s is never shown", async (_, args, keys) => {
      await using user = await keyUser(service, key);
      const terminal = openTerminal(service.command, args, user.env);
      await terminal.waitFor(`Key for ${service.name}: `);
      terminal.type(keys);
      await terminal.waitFor("was accepted");
      expect(await terminal.exit).toBe(0);
      expect(terminal.output).not.toContain(key);
      expect(terminal.output).not.toContain(key.slice(5, 15));
      expect(stored(user)).toEqual({ api_key: key, origin: expect.stringContaining("http://127.0.0.1:") });
    });

    it("Ctrl-C stores nothing, sends nothing and leaves with 130", async () => {
      await using user = await keyUser(service, key);
      const terminal = openTerminal(service.command, [], user.env);
      await terminal.waitFor(`Key for ${service.name}: `);
      terminal.type(`${key}\u0003`);
      expect(await terminal.exit).toBe(130);
      expect(terminal.output).not.toContain(key.slice(5, 15));
      expect(user.backend.requests).toEqual([]);
      expect(stored(user)).toBeUndefined();
    });
  });
});
