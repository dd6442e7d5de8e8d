/** The auth commands and the diagnostic tools; as a process, where Node would have a word in it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { call } from "../support/called.js";
import { run } from "../support/command.js";
import { type Asked, says, Service } from "./service.js";
import { sentences, setups } from "./setups.js";

const KEY = "fw-key-for-tests-0001";
const folder = mkdtempSync(path.join(tmpdir(), "fw-mission-"));
let service: Service;
const checked = (asked: Asked, good: object) =>
  asked.headers["authorization"] === `Bearer ${KEY}`
    ? good
    : { status: 401, json: { error: { message: "bad key" } } };
const routes = {
  ...setups.selfhost.routes,
  "GET /api/v1/key": (asked: Asked) => checked(asked, { json: { data: { label: "test" } } }),
  "GET /api/v1/models": setups.gateway.routes["GET /api/v1/models"],
  // A service that has nothing but its chat behind the key.
  "POST /only-chat/v1/chat/completions": (asked: Asked) => checked(asked, says("Hi.")),
};
beforeAll(async () => {
  service = await Service.start(routes);
});
afterEach(() => service.reset(routes));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const config = path.join(folder, ".config", "fw");
const go = (command: string, args: string[], env: Record<string, string> = {}, input?: string) =>
  call(command, args, { env: { HOME: folder, ...env }, cwd: folder, ...(input !== undefined && { input }) });
const gateway = () => ({ FW_GATEWAY_BASE_URL: `${service.url}/api/v1` });
const serverless = () => ({ FW_SERVERLESS_BASE_URL: `${service.url}/only-chat/v1` });
const file = (name: string, text: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const stored = (provider: string): boolean => existsSync(path.join(config, `${provider}_auth.json`));

describe("gateway-auth", () => {
  sentences({
    "gateway-auth key <API_KEY> validates against GET /api/v1/key and stores the key": async () => {
      expect((await go("gateway-auth", ["key", KEY], gateway())).status).toBe(0);
      expect(service.to("GET /api/v1/key")).toHaveLength(1);
      expect(stored("gateway")).toBe(true);
    },
    "a key that the service rejects is not stored": async () => {
      await go("gateway-auth", ["logout"], gateway());
      expect((await go("gateway-auth", ["key", "fw-wrong-key-0001"], gateway())).status).not.toBe(0);
      expect(stored("gateway")).toBe(false);
    },
    "gateway-auth status shows status": async () => {
      await go("gateway-auth", ["key", KEY], gateway());
      const { stdout } = await go("gateway-auth", ["status"], gateway());
      expect(stdout).toContain("0001");
      expect(stdout).not.toContain(KEY);
    },
    "gateway-auth logout clears it": async () => {
      await go("gateway-auth", ["logout"], gateway());
      expect(stored("gateway")).toBe(false);
    },
    "1 FW_GATEWAY_API_KEY env; 2 stored credentials": async () => {
      await go("gateway-auth", ["key", KEY], gateway());
      const { stdout } = await go("gateway-auth", ["status"], {
        ...gateway(),
        FW_GATEWAY_API_KEY: "fw-env-key-99990002",
      });
      expect(stdout).toContain("FW_GATEWAY_API_KEY");
      await go("gateway-auth", ["logout"], gateway());
    },
  });
});

describe("serverless-auth works the same", () => {
  sentences({
    "validating against /chat/completions": async () => {
      expect((await go("serverless-auth", ["key", KEY], serverless())).status).toBe(0);
      expect(service.to("POST /only-chat/v1/chat/completions").length).toBeGreaterThan(0);
      expect(stored("serverless")).toBe(true);
    },
    status: async () => {
      expect((await go("serverless-auth", ["status"], serverless())).stdout).toContain("0001");
    },
    logout: async () => {
      await go("serverless-auth", ["logout"], serverless());
      expect(stored("serverless")).toBe(false);
    },
    "a bad key is called bad": async () => {
      const { status, stderr } = await go("serverless-auth", ["key", "fw-wrong-key-0001"], serverless());
      expect(status).toBe(3);
      expect(stderr).toMatch(/not accepted/);
    },
    "no args to store: a key from a pipe": async () => {
      expect((await go("serverless-auth", [], serverless(), `${KEY}\n`)).status).toBe(0);
      expect(stored("serverless")).toBe(true);
      await go("serverless-auth", ["logout"], serverless());
    },
  });
});

describe("diagnostic tools", () => {
  sentences(
    Object.fromEntries(
      ["gpusrv", "serverless", "eucloud"].map((name) => [
        `framework-scaffold explain provider ${name} lists typed knobs and env`,
        async () => {
          const { stdout, status } = await go("framework-scaffold", ["explain", "provider", name]);
          expect(status).toBe(0);
          expect(stdout).toMatch(/context_length.*int/s);
          expect(stdout).toContain(
            name === "gpusrv" ? "GPUSRV_CONTEXT_LENGTH" : `FW_${name.toUpperCase()}_API_KEY`,
          );
        },
      ]),
    ),
  );
  sentences({
    "framework-doctor --workspace <dir> --env-file <file> confirms credentials and endpoint resolve":
      async () => {
        const env = file(
          "good.env",
          `FW_PROVIDER=selfhost\nSELFHOST_HOST=${service.url}\nSELFHOST_MODEL=m1\n`,
        );
        const { stdout, status } = await go("framework-doctor", ["--workspace", folder, "--env-file", env]);
        expect(stdout).toContain("selfhost");
        expect(status).toBe(0);
      },
    "FW_PROVIDER=<provider_name> selects the provider in an env file, also where the user has a profile":
      async () => {
        mkdirSync(config, { recursive: true });
        writeFileSync(path.join(config, "profile.yaml"), "provider: gateway\nmodel: vendor/m1\n");
        const env = file(
          "good.env",
          `FW_PROVIDER=selfhost\nSELFHOST_HOST=${service.url}\nSELFHOST_MODEL=m1\n`,
        );
        const { stdout } = await go("framework-doctor", ["--workspace", folder, "--env-file", env]);
        expect(stdout).toMatch(/selfhost/);
        const chat = await go("fw", ["chat", "--env-file", env, "Hi"]);
        expect(chat.stdout).toContain("Hello.");
        rmSync(path.join(config, "profile.yaml"));
      },
    "a quirk that cannot act in a chat says so": async () => {
      const text = `provider: selfhost\nmodel: m1\nplugin_configs:\n  selfhost:\n    host: ${service.url}\nquirks:\n  auto_finalize_on_complete: true\n`;
      const { stdout, stderr } = await go("fw", ["chat", "--profile", file("q.yaml", text), "Hi"]);
      expect(stdout).toContain("Hello.");
      expect(stderr).toMatch(/auto_finalize_on_complete does nothing here/);
    },
    "fw init wants a window that nobody states": async () => {
      service.routes = { ...routes, "GET /v1/models": { json: { data: [{ id: "m1" }] } } };
      const profile = path.join(folder, "init.yaml");
      const args = ["init", "--provider", "selfhost", "--host", service.url, "--profile", profile];
      const refused = await go("fw", args);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toMatch(/Nobody states the window of "m1", so --context-length/);
      expect((await go("fw", [...args, "--context-length", "4096"])).status).toBe(0);
      expect(readFileSync(profile, "utf8")).toContain("context_length: 4096");
    },
    "explain and doctor show the order and who lost": async () => {
      const profile = file(
        "p.yaml",
        `provider: selfhost\nmodel: m1\nplugin_configs:\n  selfhost:\n    host: ${service.url}\n`,
      );
      const env = { SELFHOST_HOST: "http://127.0.0.1:9" };
      const { stdout } = await go("framework-doctor", ["--workspace", folder, "--profile", profile], env);
      expect(stdout).toMatch(/host from .*p\.yaml \(overrules SELFHOST_HOST\)/);
      const args = ["explain", "provider", "selfhost", "--host", "http://other:1"];
      const explained = await go("framework-scaffold", args, env);
      expect(explained.stdout).toMatch(
        /first of: a flag; .*overruled: http:\/\/127\.0\.0\.1:9 \(SELFHOST_HOST\)/s,
      );
    },
    "an env file that is missing is told in words, not by Node": async () => {
      const { stdout, stderr, status } = await run("framework-doctor", ["--env-file", "no-such.env"], {
        env: { HOME: folder },
        cwd: folder,
      });
      expect(status).not.toBe(9);
      expect(stdout + stderr).toMatch(/no-such\.env/);
    },
    "provider: <name> in a session profile selects it": async () => {
      const profile = file(
        "p.yaml",
        `provider: selfhost\nmodel: m1\nplugin_configs:\n  selfhost:\n    host: ${service.url}\n`,
      );
      expect((await go("fw", ["chat", "--profile", profile, "Hi"])).stdout).toContain("Hello.");
    },
    "--host, --context-length and --set override a profile for one call": async () => {
      const profile = file(
        "p.yaml",
        `provider: selfhost\nmodel: m1\nplugin_configs:\n  selfhost:\n    host: http://127.0.0.1:9\n`,
      );
      const args = [
        "chat",
        "--profile",
        profile,
        "--host",
        service.url,
        "--context-length",
        "2048",
        "--set",
        "max_tokens=66",
        "Hi",
      ];
      const { stdout, stderr } = await go("fw", args);
      expect(stdout, stderr).toContain("Hello.");
      expect(service.to("POST /v1/chat/completions").at(-1)?.body).toMatchObject({ max_tokens: 66 });
    },
    "Tokens and keys never appear in what is printed": async () => {
      const env = file(
        "key.env",
        `FW_PROVIDER=selfhost\nSELFHOST_HOST=${service.url}\nSELFHOST_MODEL=m1\nSELFHOST_API_TOKEN=${KEY}\n`,
      );
      const { stdout, stderr } = await go("framework-doctor", ["--env-file", env]);
      expect(stdout + stderr).not.toContain(KEY);
      expect(readFileSync(env, "utf8")).toContain(KEY);
    },
  });
});
