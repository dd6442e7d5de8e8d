/** The session profile (YAML), and the modules of errors. */
import { profileChecks } from "@framework/shared";
import { parseProfile } from "@framework/shared/config";
import { describe, expect, it } from "vitest";
import { everySetup, failureOf, sentences } from "./setups.js";

const profile = (text: string) => parseProfile(text, "profile.yaml", { env: {}, checks: profileChecks });
const whole = `
name: work
model: m1
provider: selfhost
plugins: [cli, file_edit]
plugin_configs:
  selfhost:
    host: http://gpu-box:8000
    max_tokens: 500
quirks:
  coerce_typed_tool_args: true
`;

describe("fields", () => {
  sentences({
    "name (str): profile name": async () => {
      expect((await profile(whole)).name).toBe("work");
    },
    "model (str): model identifier": async () => {
      expect((await profile(whole)).model).toBe("m1");
    },
    "provider (str): provider name": async () => {
      expect((await profile(whole)).provider).toBe("selfhost");
    },
    "plugins (list[str]): enabled plugins (e.g. cli, file_edit)": async () => {
      expect((await profile(whole)).plugins).toEqual(["cli", "file_edit"]);
    },
    "plugin_configs.<provider> (map): provider knobs": async () => {
      expect((await profile(whole)).pluginConfigs["selfhost"]).toMatchObject({
        host: "http://gpu-box:8000",
        max_tokens: 500,
      });
    },
    "quirks.<quirk_key> (bool): selfhost workarounds": async () => {
      expect((await profile(whole)).quirks).toEqual({ coerce_typed_tool_args: true });
    },
    "a field of the wrong type is told with its place": async () => {
      const error = await failureOf(Promise.resolve().then(() => profile("name: work\nmodel: [1]\n")));
      expect(error.message).toMatch(/profile\.yaml.*2/s);
    },
  });
});

describe.each(everySetup)("errors of $name", ({ name }) => {
  it("each in its own errors module", async () => {
    const module = (await import(
      `../../packages/shared/src/plugins/model_provider/${name}/errors.ts`
    )) as Record<string, unknown>;
    expect(Object.keys(module).length).toBeGreaterThan(3);
  });
});

describe("gateway, serverless, eucloud: same set, each in its own errors module", () => {
  const names = ["gateway", "serverless", "eucloud"] as const;
  const set = [
    "APIKeyNotFoundError",
    "AuthenticationError",
    "RateLimitError",
    "ModelNotFoundError",
    "ContextLimitError",
    "InfrastructureError",
  ];
  const load = async (name: string) =>
    (await import(`../../packages/shared/src/plugins/model_provider/${name}/errors.ts`)) as Record<
      string,
      { name: string }
    >;
  sentences(
    Object.fromEntries(
      set.map((error) => [
        error,
        async () => {
          const classes = await Promise.all(names.map(async (name) => (await load(name))[error]));
          for (const each of classes) expect(each?.name).toBe(error);
          expect(new Set(classes).size).toBe(names.length);
        },
      ]),
    ),
  );
});

it("errors modules are entry points of the package", async () => {
  const { readFileSync } = await import("node:fs");
  const file = new URL("../../packages/shared/package.json", import.meta.url);
  const { exports } = JSON.parse(readFileSync(file, "utf8")) as { exports: Record<string, unknown> };
  expect(exports).toHaveProperty(["./plugins/model_provider/*/errors"]);
});
