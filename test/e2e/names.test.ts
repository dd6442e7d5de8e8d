/** Names: products for providers, aliases for models, profiles by name, and one `fw` for everything. */
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { run } from "../support/command.js";

let backend: Backend;
let home: string;
beforeAll(async () => {
  backend = await startBackend("selfhost", { models: [{ id: "m", contextLength: 8192 }] });
  home = mkdtempSync(path.join(tmpdir(), "fw-names-"));
});
afterAll(() => backend.close());

const fw = (args: string[], env: Record<string, string> = {}, runOrCall: typeof call = call) =>
  runOrCall("fw", args, { cwd: home, env: { HOME: home, SELFHOST_HOST: backend.url, ...env } });
const write = (name: string, text: string) => {
  const file = path.join(home, ".config", "fw", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const answered = { status: 0, stdout: "You said: hi\n" };

describe("providers", () => {
  it("are found by the names of products, on the command line, in the environment and in profiles", async () => {
    expect(await fw(["chat", "--provider", "vllm", "-m", "m", "hi"], {}, run)).toMatchObject(answered);
    expect(await fw(["chat", "-m", "m", "hi"], { FW_PROVIDER: "vLLM" })).toMatchObject(answered);
    const profile = `provider: vllm\nmodel: m\nplugin_configs:\n  vllm: { host: "${backend.url}" }\n`;
    writeFileSync(path.join(home, "product.yaml"), profile);
    expect(await fw(["chat", "-p", "product.yaml", "hi"], { SELFHOST_HOST: "" })).toMatchObject(answered);
    expect((await fw(["explain", "openrouter"])).stdout).toContain("gateway");
    const typo = await fw(["chat", "--provider", "openrouer", "hi"]);
    expect(typo).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('(did you mean "openrouter"?)'),
    });
    expect(typo.stderr).toContain("by product: lmstudio, triton,");
  });

  it("the only model of a server is taken without asking, and told", async () => {
    const { stdout, stderr, status } = await fw(["chat", "--provider", "selfhost", "hi"]);
    expect({ stdout, status }).toEqual({ stdout: "You said: hi\n", status: 0 });
    expect(stderr).toBe("Taking m, the only model there is.\n");
  });

  it("none chosen: the error names fw init", async () => {
    expect((await fw(["chat", "hi"])).stderr).toContain('"fw init" asks what is needed');
  });
});

describe("fw alias", () => {
  it("names a model with its provider", async () => {
    expect((await fw(["alias"])).stderr).toContain("There are no aliases yet.");
    expect((await fw(["alias", "fast=vllm:m"])).stdout).toBe(
      "fast is selfhost:m. Use it as: fw chat -m fast\n",
    );
    expect(statSync(path.join(home, ".config/fw/aliases.json")).mode & 0o777).toBe(0o600);
    expect((await fw(["alias"])).stdout).toBe("fast  selfhost:m\n");
    expect(await fw(["chat", "-m", "fast", "hi"])).toMatchObject(answered);
    for (const [wrong, why] of [
      ["fast", "NAME=PROVIDER:MODEL"],
      ["fast=nowhere:m", 'There is no provider "nowhere"'],
      ["fast=m", "NAME=PROVIDER:MODEL"],
    ] as const) {
      expect(await fw(["alias", wrong])).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
    }
    expect((await fw(["alias", "--remove", "fsat"])).stderr).toContain('(did you mean "fast"?)');
    expect((await fw(["alias", "--remove", "fast"])).status).toBe(0);
    expect((await fw(["alias", "--json"])).stdout).toBe("{}\n");
  });
});

describe("fw profile", () => {
  it("profiles have names, and one of them holds when none is named", async () => {
    write("profiles/work.yaml", "provider: selfhost\nmodel: m\n");
    write("profiles/broken.yaml", "provider: selfhst\nplugins: [file_edti, cli]\n");
    expect(await fw(["chat", "--profile", "work", "hi"])).toMatchObject(answered);
    expect((await fw(["doctor", "--profile", "work"])).stdout).toContain('PASS  model: "m" is there.');
    expect((await fw(["doctor", "--profile", "wrok"])).stdout).toContain(
      'FAIL  profile: There is no profile "wrok"',
    );
    const typo = await fw(["chat", "--profile", "wrok", "hi"]);
    expect(typo).toMatchObject({ status: 2, stderr: expect.stringContaining('(did you mean "work"?)') });
    expect((await fw(["profile", "use", "work"])).status).toBe(0);
    expect((await fw(["profile"])).stdout).toBe(
      "  broken  it has faults; fw profile edit shows them\n* work    selfhost m\n",
    );
    expect(await fw(["chat", "hi"])).toMatchObject(answered);
    await fw(["profile", "use", "default"]);
    expect((await fw(["chat", "hi"])).status).toBe(2);
    expect((await fw(["profile", "use", "nothing"])).stderr).toContain('There is no profile "nothing"');
  });

  it("a mistyped plugin is in the profile's report with the other faults", async () => {
    const { status, stderr } = await fw(["chat", "--profile", "broken", "hi"]);
    expect(status).toBe(2);
    expect(stderr).toContain(':1:11: unknown provider "selfhst" (did you mean "selfhost"?)');
    expect(stderr).toContain(':2:11: unknown plugin "file_edti" (did you mean "file_edit"?)');
  });
});

describe("one fw for everything", () => {
  it.each([
    [["doctor", "--provider", "selfhost"], 0, /^PASS .*/m],
    [["explain"], 0, /^selfhost +.*vLLM/m],
    [["explain", "selfhost"], 0, /SELFHOST_HOST/],
    [["auth", "gateway", "status"], 0, /^gateway: no key/m],
    [["auth", "openrouter", "help"], 0, /^Usage: gateway-auth/m],
  ] as const)("fw %j", async (args, status, expected) => {
    const outcome = await fw([...args]);
    expect(outcome.status, outcome.stderr).toBe(status);
    expect(outcome.stdout).toMatch(expected);
  });

  it("fw auth for a provider that keeps no key says what to do instead", async () => {
    const { status, stderr } = await fw(["auth", "vllm", "status"]);
    expect(status).toBe(2);
    expect(stderr).toContain("No key is kept for selfhost. Set SELFHOST_API_TOKEN");
  });

  it("the old names do the same", async () => {
    const old = await run("framework-doctor", ["--provider", "selfhost"], {
      cwd: home,
      env: { HOME: home, SELFHOST_HOST: backend.url },
    });
    expect(old).toEqual(await fw(["doctor", "--provider", "selfhost"], {}, run));
  });
});
