import { describe, expect, it } from "vitest";
import * as z from "./kinds.js";
import { defineProvider } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import type { ModelProvider } from "../provider/provider.js";
import { resolveSettings } from "./resolve.js";
import { knobFields } from "./schema.js";

const knobs = z.strictObject({
  host: z.string().default("http://localhost:1"),
  api_key: z.string().optional(),
  context_length: z.int().positive().optional(),
  anonymous: z.boolean().optional(),
  referer: z.string().optional(),
  tags: z.array(z.string()).optional(),
  load: z.record(z.string(), z.unknown()).optional(),
  limits: z.strictObject({ timeout: z.number().min(0).default(600) }).default({ timeout: 600 }),
});
const definition = defineProvider({
  name: "example",
  product: "Example",
  kind: "test",
  knobs: async () => knobs,
  variables: [
    { name: "EX_KEY", knob: "api_key", meaning: "" },
    { name: "VENDOR_KEY", knob: "api_key", meaning: "" },
    { name: "EX_HOST", knob: "host", meaning: "" },
    { name: "EX_MODEL", knob: "model", meaning: "" },
    { name: "EX_WINDOW", knob: "context_length", meaning: "" },
    { name: "EX_ANONYMOUS", knob: "anonymous", meaning: "" },
    { name: "EX_REFERER", knob: "referer", meaning: "", emptyCounts: true },
    { name: "EX_TAGS", knob: "tags", meaning: "" },
    { name: "EX_TIMEOUT", knob: "limits.timeout", meaning: "" },
  ],
  credential: { knob: "api_key", required: true, command: "example-auth" },
  knobsFor: { addresses: ["host"], window: "context_length" },
  windows: [],
  quirks: { wobble: { since: "1", effect: "" } },
  errors: [],
  create: (): ModelProvider => {
    throw new Error("not needed here");
  },
});
const resolve = (config: Record<string, unknown>, sources: object) =>
  resolveSettings(definition, config, { env: {}, ...sources });

describe("resolveSettings", () => {
  it("prefers flag, profile, environment, store, default, and remembers all of them", async () => {
    const settings = await resolve(
      { host: "http://profile" },
      { env: { EX_HOST: "http://env" }, flags: { host: "http://flag" } },
    );
    expect(settings.values.host).toBe("http://flag");
    expect(settings.candidates("host").map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
      "flag --set host",
      "profile the configuration",
      "env EX_HOST",
      "default default",
    ]);
    expect((await resolve({}, {})).values.host).toBe("http://localhost:1");
  });

  it("reads variables as the type the knob has, in their order, and groups by path", async () => {
    const settings = await resolve(
      {},
      {
        env: {
          VENDOR_KEY: "vendor",
          EX_KEY: "ours",
          EX_WINDOW: " 4096 ",
          EX_ANONYMOUS: "Yes",
          EX_TAGS: "a, b,,",
          EX_TIMEOUT: "0",
        },
      },
    );
    expect(settings.values).toMatchObject({
      api_key: "ours",
      context_length: 4096,
      anonymous: true,
      tags: ["a", "b"],
      limits: { timeout: 0 },
    });
  });

  it("takes an empty variable as unset unless emptiness means something", async () => {
    const settings = await resolve({}, { env: { EX_HOST: " ", EX_REFERER: "" } });
    expect(settings.values.host).toBe("http://localhost:1");
    expect(settings.values.referer).toBe("");
  });

  it("keeps a false of the profile over a true of the environment", async () => {
    expect((await resolve({ anonymous: false }, { env: { EX_ANONYMOUS: "true" } })).values.anonymous).toBe(
      false,
    );
  });

  it("opens the store only when nothing better has the credential", async () => {
    let opened = 0;
    const stored = async () => {
      opened += 1;
      return { value: "from the store", origin: "file" };
    };
    expect((await resolve({ api_key: "k" }, { stored })).values.api_key).toBe("k");
    expect(opened).toBe(0);
    expect((await resolve({}, { stored })).values.api_key).toBe("from the store");
    expect(opened).toBe(1);
  });

  it("finds the model by flag, profile, variable", async () => {
    const env = { EX_MODEL: "from-env" };
    expect((await resolve({}, { env })).model).toBe("from-env");
    expect((await resolve({}, { env, model: "from-profile" })).model).toBe("from-profile");
    expect((await resolve({}, { env, model: "from-profile", flags: { model: "from-flag" } })).model).toBe(
      "from-flag",
    );
    expect((await resolve({}, {})).model).toBeUndefined();
  });

  it("lists everything wrong at once and repeats no value", async () => {
    const attempt = resolve(
      { hots: "x", context_length: "secret-looking" },
      { env: { EX_WINDOW: "many" }, quirks: { wabble: true } },
    );
    const error: unknown = await attempt.catch((thrown: unknown) => thrown);
    if (!(error instanceof ConfigurationError)) throw error;
    expect(error.message).toMatch(/hots/);
    expect(error.message).toMatch(/context_length/);
    expect(error.message).toMatch(/EX_WINDOW/);
    expect(error.message).toMatch(/unknown quirk "wabble"; example knows wobble/);
    expect(error.message).not.toMatch(/secret-looking|many/);
  });

  it("knows what must never be shown", async () => {
    expect((await resolve({ api_key: "k-123" }, {})).secrets).toEqual(["k-123"]);
  });
});

describe("knobFields", () => {
  it("flattens groups and keeps dictionaries whole", () => {
    const paths = knobFields(knobs).map(({ path }) => path);
    expect(paths).toContain("limits.timeout");
    expect(paths).toContain("load");
  });
});
