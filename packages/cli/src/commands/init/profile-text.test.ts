import { describe, expect, it } from "vitest";
import { parseProfile } from "@framework/shared/config";
import { withChoices } from "./profile-text.js";

const place = { file: "profile.yaml", command: undefined };
const choice = {
  provider: "selfhost",
  model: "qwen3-32b",
  plugins: ["cli"],
  knobs: { host: "http://gpu-box:8000", context_length: undefined },
};
const checks = {
  providers: ["selfhost", "gateway"],
  knobs: async () => undefined,
  quirks: async () => [],
};

describe("a new profile", () => {
  it("is commented and says what was chosen", async () => {
    const text = withChoices(undefined, choice, { ...place, command: "gateway-auth" });
    expect(text).toMatch(/^# Session profile/);
    expect(text).toContain('"gateway-auth" or the environment');
    expect(text).toContain("# Tools the model may use");
    expect(await parseProfile(text, "p.yaml", { env: {}, checks })).toEqual({
      file: "p.yaml",
      name: "default",
      provider: "selfhost",
      model: "qwen3-32b",
      plugins: ["cli"],
      pluginConfigs: { selfhost: { host: "http://gpu-box:8000" } },
      quirks: {},
    });
  });

  it("needs no knobs", async () => {
    const text = withChoices("", { ...choice, provider: "gateway", knobs: {} }, place);
    const profile = await parseProfile(text, "p.yaml", { env: {}, checks });
    expect(profile.provider).toBe("gateway");
  });
});

const old = `# mine
name: work # a name
provider: gateway # the old one
model: openai/gpt-5-mini # cheap
future: {key: [1, 2]} # not known yet
plugins: [file_edit] # keep
plugin_configs:
  # the gateway
  gateway:
    api_key: \${MY_KEY} # a variable
quirks: {}
`;

describe("an old profile", () => {
  it("keeps comments, order and keys that are not known", () => {
    const text = withChoices(old, { ...choice, plugins: ["file_edit"] }, place);
    expect(text).toBe(
      old
        .replace("provider: gateway #", "provider: selfhost #")
        .replace("model: openai/gpt-5-mini #", "model: qwen3-32b #")
        .replace("# a variable\n", "# a variable\n  selfhost:\n    host: http://gpu-box:8000\n"),
    );
  });

  it("stays the same when nothing changes", () => {
    const same = { provider: "gateway", model: "openai/gpt-5-mini", plugins: ["file_edit"], knobs: {} };
    expect(withChoices(old, same, place)).toBe(old);
  });

  it.each(["provider: [", "- a list\n", "just words"])("that is broken (%j) is not touched", (text) => {
    expect(() => withChoices(text, choice, place)).toThrow(/profile\.yaml cannot be changed/);
  });
});
