/** The system's key stores, played by small programs on the path, and the real one of this system where it is there. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createCredentialStore } from "./store.js";

const apiKey = 'sk-with-"quotes"-and-\\-0123456789';
let base: string;
let bin: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), "key-store-"));
  bin = path.join(base, "bin");
  mkdirSync(bin);
});

/** A program that notes how it was called and keeps what it got. */
function program(name: string, body: string): void {
  const file = path.join(bin, name);
  writeFileSync(file, `#!/bin/sh\necho "$@" >> ${base}/calls\n${body}\n`);
  chmodSync(file, 0o755);
}

const store = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
  createCredentialStore({
    env: { PATH: `${bin}:${process.env["PATH"]}`, XDG_CONFIG_HOME: path.join(base, "config"), ...env },
    workspace: path.join(base, "work"),
    platform,
  });
const file = () => readFileSync(path.join(base, "config/fw/gateway_auth.json"), "utf8");
const calls = () => readFileSync(path.join(base, "calls"), "utf8");

const bus = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
describe.skipIf(process.platform === "win32")("keys are kept by the system's own store", () => {
  test.each([
    {
      platform: "linux" as const,
      env: bus,
      name: "secret-tool",
      body: `case "$1" in store) cat > BASE/kept;; lookup) cat BASE/kept;; clear) rm BASE/kept;; esac`,
    },
    {
      platform: "darwin" as const,
      env: {},
      name: "security",
      body: `case "$1" in -i) sed 's/.* -w "//; s/"$//; s/\\\\\\(.\\)/\\1/g' > BASE/kept;; find-generic-password) cat BASE/kept;; delete-generic-password) rm BASE/kept;; esac`,
    },
    {
      platform: "win32" as const,
      env: { PATHEXT: ";.EXE" },
      name: "powershell",
      body: `case "$*" in *AsPlainText*) base64;; *) base64 -d;; esac`,
    },
  ])("$name", async ({ platform, env, name, body }) => {
    program(name, body.replaceAll("BASE", base));
    const keys = store(platform, env);
    await keys.write("gateway", { apiKey, belongsTo: "https://openrouter.ai" });
    expect(JSON.parse(file())).toMatchObject({ key_store: name, origin: "https://openrouter.ai" });
    expect(file()).not.toContain("sk-with");
    // On a command line, everybody could see it.
    expect(calls()).not.toContain("sk-with");
    await expect(keys.read("gateway")).resolves.toMatchObject({ apiKey, belongsTo: "https://openrouter.ai" });
    await expect(keys.remove("gateway")).resolves.toBe(true);
    await expect(keys.read("gateway")).resolves.toBeUndefined();
    expect(existsSync(path.join(base, "kept"))).toBe(false);
  });

  test("one that fails leaves a private file, and one from inside the workspace is not asked", async () => {
    program("secret-tool", "exit 1");
    await store("linux", bus).write("gateway", { apiKey });
    expect(JSON.parse(file())).toEqual({ api_key: apiKey });
    mkdirSync(path.join(base, "work"), { recursive: true });
    const inside = createCredentialStore({
      env: { PATH: bin, XDG_CONFIG_HOME: path.join(base, "config"), ...bus },
      workspace: base,
      platform: "linux",
    });
    const before = calls();
    await inside.write("gateway", { apiKey });
    expect(calls()).toBe(before);
  });

  test("a file is what it is where that is asked for", async () => {
    program("secret-tool", "cat > /dev/null");
    await store("linux", bus).write("gateway", { apiKey }, { plainFile: true });
    expect(JSON.parse(file())).toEqual({ api_key: apiKey });
  });
});

const isThere = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
const needed = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"];
const missing = needed.filter((name) => !isThere(name));
if (missing.length > 0) console.log(`the real keyring is not tried: there is no ${missing.join(", ")}`);
test.skipIf(missing.length > 0)("the real keyring of a Linux desktop", () => {
  const script = path.join(base, "try.mjs");
  const built = new URL("../../dist/auth/store.js", import.meta.url).href;
  writeFileSync(
    script,
    `const { createCredentialStore } = await import(${JSON.stringify(built)});
     const keys = createCredentialStore({ env: process.env, workspace: ${JSON.stringify(path.join(base, "work"))} });
     await keys.write("gateway", { apiKey: ${JSON.stringify(apiKey)} });
     const { apiKey, file } = await keys.read("gateway");
     const { key_store } = JSON.parse((await import("node:fs")).readFileSync(file, "utf8"));
     await keys.remove("gateway");
     console.log(JSON.stringify({ apiKey, key_store }));`,
  );
  const command = `echo -n pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ${process.execPath} ${script}`;
  const env = {
    PATH: process.env["PATH"],
    HOME: base,
    XDG_CONFIG_HOME: path.join(base, "config"),
    XDG_RUNTIME_DIR: base,
    XDG_DATA_HOME: path.join(base, "data"),
  };
  const output = execFileSync("dbus-run-session", ["--", "sh", "-c", command], { env, encoding: "utf8" });
  expect(JSON.parse(output.trim().split("\n").at(-1) ?? "")).toEqual({ apiKey, key_store: "secret-tool" });
});
