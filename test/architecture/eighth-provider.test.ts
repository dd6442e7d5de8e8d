/** An eighth provider is one folder and one line: every program works with it, whatever its knobs are called. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as Registry from "../../packages/shared/src/plugins/registry.js";
import { type Backend, startBackend } from "@framework/backends";
import { type Check, createClient, readConfiguration } from "@framework/shared";
import { examine } from "@framework/shared/doctor";
import { explainProvider, providerFacts, withTables } from "@framework/shared/explain";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  describeProgram,
  otherPrograms,
} from "../../packages/cli/src/commands/shell-completion/described.js";
import { init } from "../../packages/cli/src/commands/init/init.js";
import { createProgram } from "../../packages/cli/src/commands/program.js";
import { claimsOf } from "../../packages/cli/src/configure/folder-claims.js";
import { findCandidates } from "../../packages/cli/src/commands/start/candidates.js";
import { contract } from "../contract/suite.js";
import { sharedErrors } from "../support/subjects.js";
import eighth from "./eighth-provider/index.js";

// The one line in the registry.
vi.mock("../../packages/shared/src/plugins/registry.js", async (original) => {
  const registry = await original<typeof Registry>();
  const loadProvider: typeof registry.loadProvider = async (name) =>
    name === "eighth" ? (await import("./eighth-provider/index.js")).default : registry.loadProvider(name);
  return {
    loadProvider,
    providerNames: [...registry.providerNames, "eighth"],
    knownProviders: [...registry.knownProviders, "eighth"],
    profileChecks: {
      providers: [...registry.providerNames, "eighth"],
      knobs: async (name: string) => (await loadProvider(name)).knobs(),
      quirks: async (name: string) => Object.keys((await loadProvider(name)).quirks),
    },
  };
});

let server: Backend;
let folder: string;
beforeAll(async () => {
  server = await startBackend("selfhost", { models: [{ id: "small", contextLength: 4096 }] });
  folder = await mkdtemp(path.join(tmpdir(), "fw-eighth-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe("the contract", () =>
  contract({
    name: "eighth",
    backend: "selfhost",
    config: ({ url }) => ({ where: url }),
    errors: sharedErrors,
  }));

it("start finds its address", async () => {
  const { candidates } = await findCandidates({ EIGHTH_WHERE: server.url }, folder);
  expect(candidates[0]).toMatchObject({
    found: "an address for eighth (EIGHTH_WHERE)",
    ways: [{ provider: "eighth" }],
  });
});

it("init writes its knobs, the chat is configured by them, and flags go to the right ones", async () => {
  const profile = path.join(folder, "profile.yaml");
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  const flags = { provider: "eighth", host: server.url, contextLength: "2048", model: "small" };
  await init({ ...flags, profile, workspace: folder });
  expect(await readFile(profile, "utf8")).toContain(`where: ${server.url}`);

  const { options } = await readConfiguration({ profile, set: ["sizes.longest_answer=64"] });
  await using client = Object.assign(createClient(options), {
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  });
  await client.connect(null, null);
  expect(client.contextWindow).toMatchObject({ tokens: 2048, source: "profile" });
  expect(client.settings.answerLimit).toBe(64);
});

it("doctor names its address, its window and what waits to be loaded, and loads nothing", async () => {
  const before = server.requests.length;
  const env = { EIGHTH_WHERE: server.url, EIGHTH_MODEL: "small", EIGHTH_MEMORY: "1024" };
  const flags = { provider: "eighth", workspace: folder, set: ["warm_up={}"] };
  const checks: Check[] = [];
  for await (const check of examine(flags, env)) checks.push(check);
  const details = Object.fromEntries(checks.map(({ name, detail }) => [name, detail]));
  expect(details["endpoint"]).toContain("where from EIGHTH_WHERE");
  expect(details["window"]).toContain("4096 tokens from catalog");
  expect(details["window"]).toContain("overruled: 1024 from env");
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect(server.requests.slice(before).map((request) => request.path)).not.toContain("/load");
});

it("explain masks its credential and its headers, and tells its window sources", async () => {
  const config = { password_word: "a-word-of-some-length", letterhead: { "X-Plain": "hidden-all-the-same" } };
  const explanation = await explainProvider(eighth, config, { env: {} });
  expect(JSON.stringify(explanation)).not.toMatch(/a-word-of-some-length|hidden-all-the-same/);
  expect(explanation.window_order).toEqual([
    "sizes.memory in the profile",
    "max_model_len of the model in GET /v1/models",
    "EIGHTH_MEMORY",
  ]);
});

it("trust shows where a profile of it would send keys", async () => {
  const place = await mkdtemp(path.join(folder, "trust-"));
  const text = "provider: eighth\nplugin_configs:\n  eighth:\n    where: https://elsewhere.example\n";
  await writeFile(path.join(place, "profile.yaml"), text);
  const [claim] = await claimsOf(place);
  expect(claim?.sets.join("\n")).toContain("where: https://elsewhere.example");
});

it("completion offers it, and the command that keeps its key", () => {
  const program = createProgram("fw", "").option("--provider <name>", "");
  const [fw] = describeProgram(program);
  expect(fw?.options.find(({ names }) => names.includes("--provider"))?.takes).toContain("eighth");
  expect(otherPrograms([], [eighth]).map(({ program: name }) => name)).toContain("eighth-auth");
});

it("the docs' tables are made from it", async () => {
  const page = withTables("# eighth\n", await providerFacts(eighth));
  for (const word of ["`sizes.longest_answer`", "EIGHTH_WHERE", "1. sizes.memory in the profile"])
    expect(page).toContain(word);
});
