/** `framework-doctor` as a user runs it: once as a process, and called for all that it can find. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type BackendName, type BackendOptions, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { run } from "../support/command.js";

const key = "fw-test-key-0123456789abcdef";
let folder: string;
const running: Backend[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-doctor-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const backend of running.splice(0)) await backend.close();
});

const start = async <Name extends BackendName>(
  name: Name,
  options?: BackendOptions[Name],
): Promise<Backend> => {
  const backend = await startBackend(name, options);
  running.push(backend);
  return backend;
};
const file = (name: string, text: string, mode = 0o600): string => {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  chmodSync(full, mode);
  return full;
};

interface Report {
  ok: boolean;
  checks: { name: string; status: string; detail: string; mend?: string; error?: string }[];
}

/** Runs it twice, for a person and for a program, and sees that both say the same. */
async function doctor(args: string[], env: Record<string, string> = {}, runOrCall: typeof call = call) {
  const options = { env: { HOME: folder, ...env }, cwd: folder };
  const text = await runOrCall("framework-doctor", ["--workspace", folder, ...args], options);
  const json = await runOrCall("framework-doctor", ["--workspace", folder, ...args, "--json"], options);
  expect(text.stderr + json.stderr).toBe("");
  expect(json.status).toBe(text.status);
  const report = JSON.parse(json.stdout) as Report;
  const lines = text.stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(":")[0])).toEqual(
    report.checks.map(({ status, name }) => `${status}  ${name}`),
  );
  for (const { status, mend } of report.checks) if (status === "FAIL") expect(mend).not.toBe("");
  expect(report.ok).toBe(text.status === 0);
  const check = (name: string) => report.checks.find((row) => row.name === name);
  return { status: text.status, stdout: text.stdout, check, checks: report.checks };
}

describe("a sound set-up", () => {
  it("passes every check, from the files to the window", async () => {
    const backend = await start("selfhost", {
      apiKey: key,
      models: [{ id: "Qwen3-Coder-30B", contextLength: 4096 }],
    });
    const envFile = file(
      "ok.env",
      `FW_PROVIDER=selfhost\nSELFHOST_HOST=${backend.url}\nSELFHOST_API_TOKEN=${key}\n`,
    );
    const profile = file("p.yaml", "model: Qwen3-Coder-30B\n");
    const { status, checks, check, stdout } = await doctor(
      ["--env-file", envFile, "--profile", profile],
      {},
      run,
    );
    expect(checks.filter((row) => row.status !== "PASS")).toEqual([]);
    expect(status).toBe(0);
    expect(checks.map(({ name }) => name)).toEqual([
      "workspace",
      "env file",
      "profile",
      "provider",
      "settings",
      "credentials",
      "endpoint",
      "proxy",
      "reachability",
      "auth",
      "model",
      "window",
      "tools",
    ]);
    expect(check("credentials")?.detail).toContain("fw-t…cdef from SELFHOST_API_TOKEN");
    expect(check("window")?.detail).toContain("4096 tokens from catalog");
    expect(check("tools")?.detail).toContain("--tool-call-parser qwen3_coder");
    expect(stdout).not.toContain(key);
  });

  it.each(["gateway", "serverless", "eucloud"] as const)("of %s has its key tried", async (name) => {
    const backend = await start(name, { apiKey: key });
    const upper = name.toUpperCase();
    const env = { [`FW_${upper}_BASE_URL`]: backend.url, [`FW_${upper}_API_KEY`]: key };
    const { status, check } = await doctor(["--provider", name], env);
    expect(status).toBe(0);
    expect(check("auth")).toMatchObject({ status: "PASS", detail: expect.stringContaining("is accepted") });
    expect(check("model")).toMatchObject({
      status: "WARN",
      mend: expect.stringContaining(`FW_${upper}_MODEL`),
    });
  });

  it("shows whether the model is loaded, and loads nothing", async () => {
    const desk = await start("localdesk");
    const env = { LOCALDESK_HOST: desk.url, LOCALDESK_MODEL: "demo/model-7b" };
    expect((await doctor(["--provider", "localdesk"], env)).check("load")?.status).toBe("WARN");
    const profile = file("load.yaml", "provider: localdesk\nplugin_configs:\n  localdesk:\n    load: {}\n");
    const { status, check } = await doctor(["--profile", profile], env);
    expect(status).toBe(0);
    expect(check("load")).toMatchObject({
      status: "PASS",
      detail: expect.stringContaining("connecting will load it"),
    });
    expect(desk.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("of a server with two surfaces takes a model that waits to be loaded as one", async () => {
    const { urls } = await startBackend("gpusrv").then((backend) => {
      running.push(backend);
      return backend;
    });
    const env = {
      GPUSRV_OPENAI_URL: urls.openai,
      GPUSRV_CONTROL_URL: urls.control,
      GPUSRV_CONTEXT_LENGTH: "8192",
      GPUSRV_MODEL: "spare-model",
    };
    const passive = await doctor(["--provider", "gpusrv"], env);
    expect(passive.status).toBe(1);
    const endpoints = passive.checks.filter(({ name }) => name === "endpoint");
    expect(endpoints.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`${urls.openai}/v1/chat/completions`),
      expect.stringContaining(`${urls.control}/v2`),
    ]);
    expect(passive.check("load")?.status).toBe("WARN");
    expect(passive.check("model")?.status).toBe("FAIL");
    const profile = file("load.yaml", "provider: gpusrv\nplugin_configs:\n  gpusrv:\n    load: {}\n");
    const { status, check } = await doctor(["--profile", profile], env);
    expect(status).toBe(0);
    expect(check("load")?.status).toBe("PASS");
  });

  it("tells the proxy it goes through, without its password", async () => {
    const env = {
      SELFHOST_HOST: "http://gpu.invalid:8000",
      HTTP_PROXY: `http://me:${key}@127.0.0.1:9`,
    };
    const { check, stdout } = await doctor(["--provider", "selfhost"], env);
    expect(check("proxy")?.detail).toContain("http://***@127.0.0.1:9");
    expect(stdout).not.toContain(key);
  });
});

describe("what is wrong is found and can be mended", () => {
  const selfhost = (url: string) => ({ SELFHOST_HOST: url, SELFHOST_MODEL: "demo-model" });

  it("no such workspace", async () => {
    const { status, check } = await doctor(["--workspace", path.join(folder, "nowhere")]);
    expect(status).toBe(1);
    expect(check("workspace")?.status).toBe("FAIL");
  });

  it("an env file with a fault, or readable by others", async () => {
    const broken = file("broken.env", `FW_GATEWAY_API_KEY ${key}\n`);
    const first = await doctor(["--env-file", broken]);
    expect(first.status).toBe(1);
    expect(first.check("env file")?.detail).toContain("broken.env:1");
    expect(first.stdout).not.toContain(key);
    const open = file("open.env", `FW_SERVERLESS_API_KEY=${key}\n`, 0o644);
    expect((await doctor(["--env-file", open])).check("env file")).toMatchObject({
      status: "WARN",
      mend: expect.stringContaining("chmod 600"),
    });
  });

  it("a profile with a fault", async () => {
    const profile = file("p.yaml", "provider: selfhost\nmodle: x\n");
    const { status, check } = await doctor(["--profile", profile]);
    expect(status).toBe(1);
    expect(check("profile")?.detail).toContain('did you mean "model"');
  });

  it("an unknown provider, and a wrong setting", async () => {
    expect((await doctor(["--provider", "selfhots"])).check("provider")).toMatchObject({ status: "FAIL" });
    const { check, status } = await doctor(["--provider", "selfhost"], { SELFHOST_CONTEXT_LENGTH: "many" });
    expect(status).toBe(1);
    expect(check("settings")?.detail).toContain("SELFHOST_CONTEXT_LENGTH");
  });

  it("no key where one is needed; the keyless tier is a warning", async () => {
    const { status, check } = await doctor(["--provider", "serverless"]);
    expect(status).toBe(1);
    expect(check("credentials")).toMatchObject({ status: "FAIL", error: "APIKeyNotFoundError" });
    const backend = await start("eucloud");
    const keyless = await doctor(["--provider", "eucloud"], {
      FW_EUCLOUD_BASE_URL: backend.url,
      FW_EUCLOUD_ALLOW_ANONYMOUS: "true",
    });
    expect(keyless.status).toBe(0);
    expect(keyless.check("credentials")?.status).toBe("WARN");
  });

  it("a stored key that cannot be used, and one that others can read", async () => {
    mkdirSync(path.join(folder, ".config/fw"), { recursive: true });
    const stored = file(".config/fw/serverless_auth.json", "{}");
    expect((await doctor(["--provider", "serverless"])).checks.at(-1)).toMatchObject({
      status: "FAIL",
      detail: expect.stringContaining(stored),
    });
    const overruled = await doctor(["--provider", "serverless"], {
      FW_SERVERLESS_API_KEY: key,
      FW_SERVERLESS_BASE_URL: "http://127.0.0.1:9",
    });
    expect(overruled.checks.filter(({ name }) => name === "credentials").map(({ status }) => status)).toEqual(
      ["PASS", "WARN"],
    );
    file(".config/fw/serverless_auth.json", JSON.stringify({ api_key: key }), 0o644);
    const { checks } = await doctor(["--provider", "serverless"], {
      FW_SERVERLESS_BASE_URL: "http://127.0.0.1:9",
    });
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "credentials",
        status: "WARN",
        detail: expect.stringContaining("chmod 600"),
      }),
    );
  });

  it("nothing listens", async () => {
    const backend = await startBackend("selfhost");
    await backend.close();
    const { status, check } = await doctor(["--provider", "selfhost"], selfhost(backend.url));
    expect(status).toBe(1);
    expect(check("endpoint")?.detail).toContain("host from SELFHOST_HOST");
    expect(check("reachability")).toMatchObject({ status: "FAIL", error: "SelfHostConnectionError" });
  });

  it("a rejected token", async () => {
    const backend = await start("selfhost", { apiKey: key });
    const { status, check } = await doctor(["--provider", "selfhost"], selfhost(backend.url));
    expect(status).toBe(1);
    expect(check("auth")).toMatchObject({ status: "FAIL", error: "SelfHostAuthenticationError" });
  });

  it("a key that the open catalog hides but the chat refuses", async () => {
    const backend = await start("eucloud", { apiKey: key });
    const env = { FW_EUCLOUD_BASE_URL: backend.url, FW_EUCLOUD_API_KEY: "wrong-0123456789" };
    const { status, check } = await doctor(["--provider", "eucloud"], env);
    expect(status).toBe(1);
    expect(check("reachability")?.status).toBe("PASS");
    expect(check("auth")?.status).toBe("FAIL");
  });

  it("a key that could not be tried is a warning", async () => {
    const backend = await start("eucloud", { fault: "429" });
    const env = { FW_EUCLOUD_BASE_URL: backend.url, FW_EUCLOUD_API_KEY: key };
    const { status, check } = await doctor(["--provider", "eucloud"], env);
    expect(status).toBe(0);
    expect(check("auth")?.status).toBe("WARN");
  });

  it("a model that is not there, and a window that nobody names", async () => {
    const backend = await start("selfhost", { models: [{ id: "demo-model" }] });
    const missing = await doctor(["--provider", "selfhost", "--model", "demo-modle"], selfhost(backend.url));
    expect(missing.check("model")).toMatchObject({ status: "FAIL", error: "SelfHostModelNotFoundError" });
    const unknown = await doctor(["--provider", "selfhost"], selfhost(backend.url));
    expect(unknown.check("model")?.status).toBe("PASS");
    expect(unknown.check("window")).toMatchObject({ status: "FAIL", error: "ContextWindowError" });
  });

  it("a proxy that is no address, and certificates that are not there", async () => {
    const lines = [
      `HTTP_PROXY=http://me:${key}@:x`,
      "NODE_EXTRA_CA_CERTS=/no/such",
      "SELFHOST_HOST=http://gpu.invalid",
    ];
    const envFile = file("network.env", lines.join("\n"));
    const { check, stdout } = await doctor(["--provider", "selfhost", "--env-file", envFile]);
    expect(check("proxy")?.status).toBe("FAIL");
    expect(check("certificates")?.status).toBe("FAIL");
    expect(stdout).not.toContain(key);
  });
});

describe("with no provider chosen", () => {
  it("says what is there: keys, stored keys, settings", async () => {
    mkdirSync(path.join(folder, ".fw"));
    mkdirSync(path.join(folder, ".config/fw"), { recursive: true });
    file(".config/fw/eucloud_auth.json", JSON.stringify({ api_key: key }));
    file(".fw/gateway_auth.json", JSON.stringify({ api_key: key }));
    const { status, checks, stdout } = await doctor([], {
      NEBIUS_API_KEY: key,
      SELFHOST_HOST: "http://gpu:8000",
    });
    expect(status).toBe(0);
    const found = checks.filter(({ name }) => name === "found").map(({ detail }) => detail);
    expect(found).toContain("A key for serverless: fw-t…cdef from NEBIUS_API_KEY.");
    expect(found).toContain(
      `A key for eucloud: fw-t…cdef from ${path.join(folder, ".config/fw/eucloud_auth.json")}.`,
    );
    expect(checks).toContainEqual(
      expect.objectContaining({ name: "trust", detail: expect.stringContaining("gateway_auth.json") }),
    );
    expect(found.join()).not.toContain("A key for gateway");
    expect(found).toContain("Settings for selfhost: SELFHOST_HOST.");
    expect(stdout).not.toContain(key);
  });

  it("finds a model server on its usual port", async ({ skip }) => {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(8000, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (!isFree) skip("port 8000 is taken on this machine");
    await start("selfhost", { port: 8000 });
    const { checks } = await doctor([]);
    expect(checks).toContainEqual(
      expect.objectContaining({
        status: "PASS",
        detail: "vLLM listens on 127.0.0.1:8000: --provider selfhost.",
      }),
    );
  });
});

it("prints no byte of a server's names that a terminal would obey", async () => {
  const evil = "evil\u001b]0;pwn\u0007\u001b[2J";
  const { url } = await start("selfhost", { models: [{ id: evil, contextLength: 4096 }] });
  const options = { env: { HOME: folder, SELFHOST_HOST: url }, cwd: folder };
  for (const args of [
    ["--provider", "selfhost"],
    ["--provider", "selfhost", "--model", evil],
    ["--json", "--model", evil],
  ]) {
    const { stdout, stderr } = await call("framework-doctor", args, options);
    expect(stdout).not.toBe("");
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
});
