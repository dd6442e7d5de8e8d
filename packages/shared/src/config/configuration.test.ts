/** The order in which flags, files and variables count. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadProvider, profileChecks } from "../plugins/registry.js";
import { resolveSettings } from "../settings/resolve.js";
import { parseProfile } from "./profile.js";
import { type BackendFlags, configurationOf, profileFile, profileIn } from "./configuration.js";

let folder: string;
let named: string;
const OWN = `provider: selfhost\nmodel: own-model\nplugin_configs: { selfhost: { host: "http://own:1" } }\n`;
const NAMED = `provider: selfhost\nmodel: named-model\nplugin_configs: { selfhost: { host: "http://named:1" } }\n`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-order-"));
  await mkdir(path.join(folder, "fw"));
  await writeFile(path.join(folder, "fw", "profile.yaml"), OWN);
  named = path.join(folder, "named.yaml");
  await writeFile(named, NAMED);
});
afterAll(() => rm(folder, { recursive: true }));

async function outcome(flags: BackendFlags, variables: Record<string, string>) {
  const env = { XDG_CONFIG_HOME: folder, ...variables };
  const place = profileFile(flags, env);
  const read = place && { profile: await profileIn(place.file, env), isOwn: place.isOwn };
  const { providerName = "", options, profile } = configurationOf(flags, env, read);
  const definition = await loadProvider(providerName);
  const settings = await resolveSettings(definition, options.config, options);
  const [address] = definition.knobsFor.addresses;
  const [winner, ...lost] = settings.candidates(address).map(({ value }) => value);
  return { providerName, model: settings.model, address: winner, lost, profile: profile?.file };
}

const SELFHOST = { SELFHOST_HOST: "http://variable:1", SELFHOST_MODEL: "variable-model" };

describe("what is named on this call beats what nobody named", () => {
  it("takes the user's own profile where the call says nothing", async () => {
    expect(await outcome({}, {})).toMatchObject({
      providerName: "selfhost",
      model: "own-model",
      address: "http://own:1",
    });
  });

  it("takes a variable before it, and tells what lost", async () => {
    expect(await outcome({}, SELFHOST)).toMatchObject({
      model: "variable-model",
      address: "http://variable:1",
      lost: ["http://own:1"],
    });
  });

  it("takes a profile that was named before the variables", async () => {
    expect(await outcome({ profile: named }, { ...SELFHOST, FW_PROVIDER: "localdesk" })).toMatchObject({
      providerName: "selfhost",
      model: "named-model",
      address: "http://named:1",
      lost: ["http://variable:1"],
    });
  });

  it("takes flags before everything", async () => {
    const flags = { profile: named, model: "flag-model", host: "http://flag:1" };
    expect(await outcome(flags, SELFHOST)).toMatchObject({
      model: "flag-model",
      address: "http://flag:1",
      lost: ["http://named:1", "http://variable:1"],
    });
  });

  it.each([
    ["FW_PROVIDER", {}, { FW_PROVIDER: "localdesk" }],
    ["--provider", { provider: "localdesk" }, {}],
  ])("leaves the own profile out when %s names another provider", async (_what, flags, variables) => {
    expect(await outcome(flags, variables)).toMatchObject({
      providerName: "localdesk",
      model: undefined,
      address: "http://localhost:1234",
      profile: undefined,
    });
  });
});

it("reads yes and 0x10 alike in a variable, a profile's ${NAME} and a flag", async () => {
  const text =
    "provider: eucloud\nplugin_configs:\n  eucloud:\n    allow_anonymous: ${ANON}\n    context_length: ${SIZE}\n";
  const parsed = (env: Record<string, string>) =>
    parseProfile(text, "p.yaml", { env, checks: profileChecks });
  const profile = await parsed({ ANON: "yes", SIZE: "4096" });
  expect(profile.pluginConfigs["eucloud"]).toEqual({ allow_anonymous: true, context_length: 4096 });
  await expect(parsed({ ANON: "yes", SIZE: "0x10" })).rejects.toThrow(/context_length/);
  const eucloud = await loadProvider("eucloud");
  const env = { FW_EUCLOUD_ALLOW_ANONYMOUS: "yes", FW_EUCLOUD_CONTEXT_LENGTH: "4096" };
  expect((await resolveSettings(eucloud, {}, { env })).values).toMatchObject(
    profile.pluginConfigs["eucloud"] ?? {},
  );
  const hexadecimal = resolveSettings(eucloud, {}, { env: { FW_EUCLOUD_CONTEXT_LENGTH: "0x10" } });
  await expect(hexadecimal).rejects.toThrow(/FW_EUCLOUD_CONTEXT_LENGTH: must be a number, not text/);
});

describe("--set and its kin", () => {
  const settingsOf = async (provider: string, flags: BackendFlags) => {
    const { options } = configurationOf({ provider, ...flags }, {}, undefined);
    return resolveSettings(await loadProvider(provider), options.config, options);
  };

  it("reads values as the knob's type, and roles under whatever name", async () => {
    const set = ["api_params.temperature=0.2", "api_params.cache_prompt=off", 'routing={"sort":"price"}'];
    const flags = { set, host: "https://gw.example/api/v1", contextLength: "4096" };
    expect((await settingsOf("gateway", flags)).values).toMatchObject({
      api_params: { temperature: 0.2, cache_prompt: false },
      routing: { sort: "price" },
      framework_overrides: { base_url: "https://gw.example/api/v1", context_length: 4096 },
    });
  });

  it.each([
    ["selfhost", { set: ["hots=x"] }, /--set hots: there is no such knob \(did you mean "host"\?\)/],
    ["selfhost", { set: ["context_length=0x10"] }, /--set context_length: /],
    ["selfhost", { contextLength: "many" }, /--context-length: /],
  ])("%s refuses %j", async (provider, flags, message) => {
    await expect(settingsOf(provider, flags)).rejects.toThrow(message);
  });

  it("refuses what is no assignment without repeating it", () => {
    const attempt = () => configurationOf({ set: ["sk-secret"] }, {}, undefined);
    expect(attempt).toThrow(/KNOB=VALUE/);
    expect(attempt).not.toThrow(/sk-secret/);
  });
});
