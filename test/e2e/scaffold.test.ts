/** `framework-scaffold explain provider` as a user runs it: once as a process, and called for all that it can explain. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadProvider, providerNames } from "@framework/shared";
import { afterAll, describe, expect, it } from "vitest";
import { windowOrder } from "../../packages/shared/src/provider/window-sources.js";
import { call } from "../support/called.js";
import { run } from "../support/command.js";

const folder = mkdtempSync(path.join(tmpdir(), "fw-explain-"));
afterAll(() => rmSync(folder, { recursive: true }));
const explain = (args: string[], env: Record<string, string> = {}, runOrCall: typeof call = call) =>
  runOrCall("framework-scaffold", ["explain", "provider", ...args], {
    env: { HOME: folder, ...env },
    cwd: folder,
  });

it("lists the providers without a name", async () => {
  const { status, stdout } = await explain([], {}, run);
  expect(status).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual([...providerNames]);
  const rows = JSON.parse((await explain(["--json"])).stdout) as { provider: string }[];
  expect(rows.map(({ provider }) => provider)).toEqual([...providerNames]);
});

describe.each(providerNames)("%s", (name) => {
  it("is explained in text and in JSON, from its definition", async () => {
    const definition = await loadProvider(name);
    const text = await explain([name]);
    const json = await explain([name, "--json"]);
    expect([text.status, json.status]).toEqual([0, 0]);
    const explanation = JSON.parse(json.stdout) as Record<string, { name?: string }[]>;
    const rows = (field: string) => explanation[field]?.map((row) => row.name);
    expect(rows("variables")).toEqual(definition.variables.map((variable) => variable.name));
    expect(rows("errors")).toEqual(definition.errors.map(({ error }) => error.name));
    for (const word of [
      ...definition.variables.map((variable) => variable.name),
      ...windowOrder(definition),
    ]) {
      expect(text.stdout).toContain(word);
    }
    for (const [quirk, { since }] of Object.entries(definition.quirks)) {
      expect(text.stdout).toContain(`${quirk}  (framework server from ${since}`);
    }
  });
});

it("tells values with their origin from profile, env file and environment", async () => {
  const profile = path.join(folder, "p.yaml");
  const envFile = path.join(folder, "some.env");
  writeFileSync(
    profile,
    "provider: selfhost\nmodel: from-profile\nplugin_configs:\n  selfhost:\n    max_tokens: 77\n",
  );
  writeFileSync(envFile, "SELFHOST_HOST=http://from-file:1\nSELFHOST_CONTEXT_LENGTH=1000\n");
  const { stdout } = await explain(["selfhost", "--profile", profile, "--env-file", envFile], {
    SELFHOST_HOST: "http://from-shell:2",
    SELFHOST_API_TOKEN: "secret-token-0123456789",
  });
  expect(stdout).toContain("now: http://from-shell:2 (SELFHOST_HOST)");
  expect(stdout).toContain(`now: 77 (${profile})`);
  expect(stdout).toContain("now: 1000 (SELFHOST_CONTEXT_LENGTH)");
  expect(stdout).toContain(`from-profile (${profile})`);
  expect(stdout).toContain("now: secr…6789 (SELFHOST_API_TOKEN)");
});

it("wrong settings are explained all the same, with exit status 2", async () => {
  const { status, stdout } = await explain(["selfhost"], { SELFHOST_CONTEXT_LENGTH: "many" });
  expect(status).toBe(2);
  expect(stdout).toContain("Knobs");
  expect(stdout).toContain("SELFHOST_CONTEXT_LENGTH: ");
});

it.each([
  [["selfhots"], /did you mean "selfhost"/],
  [["selfhost", "--no-such-flag"], /unknown option/],
])("%j is a usage error", async (args, message) => {
  const { status, stderr } = await explain(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});
