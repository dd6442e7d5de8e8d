import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checks, faults, parse } from "../testing/profiles.js";
import { readProfile } from "./profile.js";

const knob = (line: string) => `plugin_configs:\n  selfhost:\n    ${line}\n`;

describe("a good profile", () => {
  test("gives every field", async () => {
    await expect(
      parse(
        `# my profile
name: local
model: qwen
provider: selfhost
plugins: [cli, file_edit]
plugin_configs:
  selfhost:
    host: http://gpu:8000
    context_length: 32_768
  localdesk:
    anything: { goes: [1, null, "x"] }
quirks:
  coerce_typed_tool_args: true
  force_narration_between_tools: false
`.replace("32_768", "32768"),
      ),
    ).resolves.toEqual({
      file: "profile.yaml",
      name: "local",
      model: "qwen",
      provider: "selfhost",
      plugins: ["cli", "file_edit"],
      pluginConfigs: {
        selfhost: { host: "http://gpu:8000", context_length: 32_768 },
        localdesk: { anything: { goes: [1, null, "x"] } },
      },
      quirks: { coerce_typed_tool_args: true, force_narration_between_tools: false },
    });
  });

  test.each(["", "# nothing yet\n", "\uFEFF", "name:\nplugins:\nplugin_configs:\nquirks:\n"])(
    "%j holds nothing, which is allowed",
    async (text) => {
      await expect(parse(text)).resolves.toEqual({
        file: "profile.yaml",
        plugins: [],
        pluginConfigs: {},
        quirks: {},
      });
    },
  );

  test("false, 0 and the empty map are kept; an empty knob counts as absent", async () => {
    const { pluginConfigs } = await parse(`plugin_configs:
  gateway:
    api_key:
    api_params: { temperature: 0, cache_prompt: false }
  gpusrv: { context_length: 0, load: {} }
  selfhost:
`);
    expect(pluginConfigs).toEqual({
      gateway: { api_params: { temperature: 0, cache_prompt: false } },
      gpusrv: { context_length: 0, load: {} },
    });
  });

  test("anchors and aliases are expanded, also after an anchor was given anew", async () => {
    const { pluginConfigs } = await parse(
      "plugin_configs:\n  localdesk:\n    a: &x { n: 1 }\n    b: &y [*x, *x]\n    c: &x 2\n    d: *y\n    e: *x\n",
    );
    const one = { n: 1 };
    expect(pluginConfigs["localdesk"]).toEqual({ a: one, b: [one, one], c: 2, d: [one, one], e: 2 });
  });

  test("an awkward key stays plain data", async () => {
    const { pluginConfigs } = await parse("plugin_configs:\n  localdesk: { __proto__: 1, 12: x }\n");
    expect(Object.entries(pluginConfigs["localdesk"] ?? {})).toEqual([
      ["12", "x"],
      ["__proto__", 1],
    ]);
  });
});

describe("variables", () => {
  test("are replaced in any text, once; $${ is a literal ${", async () => {
    const { model, plugins, pluginConfigs } = await parse(
      "model: ${M}\nplugins: ['${P}']\nplugin_configs:\n  selfhost: {host: 'http://${H}:8000/$${H}'}\n",
      { M: "${H}", P: "cli", H: "gpu" },
    );
    expect(model).toBe("${H}");
    expect(plugins).toEqual(["cli"]);
    expect(pluginConfigs["selfhost"]).toEqual({ host: "http://gpu:8000/${H}" });
  });

  test("become the number or the boolean that is wanted, and stay text elsewhere", async () => {
    const { pluginConfigs, quirks: flags } = await parse(
      `provider: selfhost
plugin_configs:
  selfhost: { context_length: "\${N}", api_token: "\${N}" }
  gateway:
    api_params: { temperature: "\${T}", cache_prompt: "\${B}", enable_thinking: "\${B}", models: ["\${N}"] }
quirks: { coerce_typed_tool_args: "\${B}" }
`,
      { N: "12345678", T: "0.5", B: "True" },
    );
    expect(pluginConfigs).toEqual({
      selfhost: { context_length: 12_345_678, api_token: "12345678" },
      gateway: {
        api_params: { temperature: 0.5, cache_prompt: true, enable_thinking: true, models: ["12345678"] },
      },
    });
    expect(flags).toEqual({ coerce_typed_tool_args: true });
  });

  test.each([
    ["model: ${MODELL}", '1:8: the environment variable MODELL is not set (did you mean "MODEL"?)'],
    ["model: ${constructor}", "1:8: the environment variable constructor is not set"],
    ["model: ${}", "1:8: a ${ that is not of the form ${NAME} (write $${ for a literal ${)"],
    ["model: ${A:-b}", "1:8: a ${ that is not of the form ${NAME} (write $${ for a literal ${)"],
    ["model: a${MODEL", "1:8: a ${ that is not of the form ${NAME} (write $${ for a literal ${)"],
    ["name: ${EMPTY}", "1:7: name must not be empty"],
    [
      knob("context_length: ${MODEL}"),
      "3:21: plugin_configs.selfhost.context_length must be a number; the variable MODEL holds something else",
    ],
    [
      knob("context_length: a${MODEL}"),
      "3:21: plugin_configs.selfhost.context_length must be a number, not text",
    ],
    [
      "provider: selfhost\nquirks: { coerce_typed_tool_args: '${MODEL}' }",
      "2:35: quirks.coerce_typed_tool_args must be true or false",
    ],
  ])("%j is refused", async (text, fault) => {
    expect(await faults(text, { MODEL: "qwen", EMPTY: "" })).toEqual([fault]);
  });
});

test("is read from a file, which every message names", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "profile-"));
  try {
    const file = path.join(folder, "p.yaml");
    await writeFile(file, "provider: selfhost\n");
    await expect(readProfile(file, { env: {}, checks })).resolves.toMatchObject({
      file,
      provider: "selfhost",
    });
    await writeFile(file, "providr: selfhost\n");
    await expect(readProfile(file, { env: {}, checks })).rejects.toThrow(
      `${file}:1:1: unknown key "providr"`,
    );
    await writeFile(file, Buffer.alloc(65 * 1024, "#"));
    await expect(readProfile(file, { env: {}, checks })).rejects.toThrow(
      `${file}: is larger than 65536 bytes`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
