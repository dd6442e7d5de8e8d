import { describe, expect, test } from "vitest";
import { faults } from "../testing/profiles.js";

const knob = (line: string) => `plugin_configs:\n  selfhost:\n    ${line}\n`;
const parameter = (line: string) => `plugin_configs:\n  gateway:\n    api_params:\n      ${line}\n`;

describe("faults", () => {
  test("are told all at once, in the order of the file", async () => {
    expect(
      await faults(`name: 3
modle: qwen
provider: selfhots
plugins: cli
plugin_configs:
  selfhost:
    hst: http://gpu:8000
    context_length: "4096"
    max_tokens: 0
  gpusvr: {}
  gpusrv: {}
quirks:
  coerce_typed_toolargs: true
  force_narration_between_tools: yes
`),
    ).toEqual([
      "1:7: name must be text (put it in quotes)",
      '2:1: unknown key "modle" (did you mean "model"?)',
      '3:11: unknown provider "selfhots" (did you mean "selfhost"?)',
      "4:10: plugins must be a list of names: [cli, file_edit]",
      '7:5: unknown key "hst" under plugin_configs.selfhost (did you mean "host"?)',
      "8:21: plugin_configs.selfhost.context_length must be a number, not text (remove the quotes)",
      "9:17: plugin_configs.selfhost.max_tokens must be at least 1",
      '10:3: unknown key "gpusvr" under plugin_configs (did you mean "gpusrv"?)',
      "11:11: plugin_configs.gpusrv.context_length is missing",
      '13:3: unknown quirk "coerce_typed_toolargs" (did you mean "coerce_typed_tool_args"?); known are coerce_typed_tool_args, force_narration_between_tools',
      "14:34: quirks.force_narration_between_tools must be true or false",
    ]);
  });

  test.each([
    ["- 1", "1:1: the profile must be a map (key: value)"],
    ["provider: zzz", '1:11: unknown provider "zzz" (known: selfhost, gpusrv, gateway, localdesk)'],
    ["provider: [a]", "1:11: provider must be text"],
    ["plugins: [cli, 5]", "1:16: plugins[1] must be text (put it in quotes)"],
    ["plugin_configs: []", "1:17: plugin_configs must be a map (key: value)"],
    ["plugin_configs: { selfhost: 5 }", "1:29: plugin_configs.selfhost must be a map (key: value)"],
    ["provider: gateway\nquirks: { x: true }", '2:11: unknown quirk "x"; for gateway there are none'],
    [
      "provider: selfhost\nquirks: { x: true }",
      '2:11: unknown quirk "x"; for selfhost known are coerce_typed_tool_args, force_narration_between_tools',
    ],
    [
      "quirks: { coerce_typed_tool_args: 'true' }",
      "1:35: quirks.coerce_typed_tool_args must be true or false",
    ],
    [
      knob("host: gpu"),
      "3:11: plugin_configs.selfhost.host must be a URL that begins with http:// or https://",
    ],
    [knob("host: 5"), "3:11: plugin_configs.selfhost.host must be text, not a number (put it in quotes)"],
    [knob("host: [a]"), "3:11: plugin_configs.selfhost.host must be text, not a list"],
    [knob("context_length: 1.5"), "3:21: plugin_configs.selfhost.context_length must be a whole number"],
    [knob("context_length: -1"), "3:21: plugin_configs.selfhost.context_length must be more than 0"],
    [
      knob("context_length: true"),
      "3:21: plugin_configs.selfhost.context_length must be a number, not true or false",
    ],
    [knob("api_token: sk-live"), "3:16: plugin_configs.selfhost.api_token must have at least 8 characters"],
    [parameter("temperature: 2"), "4:20: plugin_configs.gateway.api_params.temperature must be at most 1"],
    [
      parameter("temperature:"),
      "4:19: plugin_configs.gateway.api_params.temperature must be a number, not empty",
    ],
    [
      parameter("thinking_level: hihg"),
      '4:23: plugin_configs.gateway.api_params.thinking_level must be "low" or "medium" or "high" (did you mean "high"?)',
    ],
    [
      parameter("cache_prompt: on"),
      '4:21: plugin_configs.gateway.api_params.cache_prompt must be "auto" or true or false, not text (write true)',
    ],
    [
      parameter("models: [a, 1]"),
      "4:19: plugin_configs.gateway.api_params.models[1] must be text, not a number (put it in quotes)",
    ],
    [
      parameter("models: [a, b, c, d]"),
      "4:15: plugin_configs.gateway.api_params.models must have at most 3 items",
    ],
    [
      parameter("temprature: 1"),
      '4:7: unknown key "temprature" under plugin_configs.gateway.api_params (did you mean "temperature"?)',
    ],
    [
      "plugin_configs: { gateway: { extra_headers: { X-A: 1 } } }",
      "1:52: plugin_configs.gateway.extra_headers.X-A must be text, not a number (put it in quotes)",
    ],
    [
      "plugin_configs: { gateway: { routing: { sort: { bi: x, by: y } } } }",
      '1:49: unknown key "bi" under plugin_configs.gateway.routing.sort (known: by)',
    ],
    [
      "plugin_configs: { gateway: { routing: { sort: 5 } } }",
      '1:47: plugin_configs.gateway.routing.sort must be "price" or "latency" or a map, not a number',
    ],
  ])("%j", async (text, fault) => {
    expect(await faults(text)).toEqual([fault]);
  });

  test("a schema's own message never carries a secret out", async () => {
    const secret = "live-0123456789";
    const messages = await faults(`plugin_configs: { gateway: { api_key: ${secret} } }`);
    expect(messages).toEqual(["1:39: plugin_configs.gateway.api_key is not valid"]);
  });

  test("only the first twenty of very many are listed", async () => {
    const messages = await faults(Array.from({ length: 50 }, (_, index) => `key${index}: 1`).join("\n"));
    expect(messages).toHaveLength(21);
    expect(messages.at(-1)).toBe(" and 30 more");
  });
});

describe("YAML", () => {
  const secret = "sk-live-0123456789";

  test.each([
    ["model: a\nmodel: b", '2:1: the key "model" stands here a second time'],
    [
      "model: a: b",
      '1:8: not valid YAML: a ": " inside a value, or a wrong indentation (put the value in quotes)',
    ],
    ["a:\n\t- 1", "2:1: not valid YAML: a tab as indentation; use spaces"],
    ["name: a\n---\nname: b", "2:1: a second document begins here; a profile is one document"],
    ["model: !x y", "1:8: tags are not supported (put text that begins with ! in quotes)"],
    ["model: !!binary aGk=", "1:8: tags are not supported (put text that begins with ! in quotes)"],
    [
      "%YAML 1.1\n---\nplugins: !!omap [a: 1]",
      "3:10: tags are not supported (put text that begins with ! in quotes)",
    ],
    [
      "model: *x",
      "1:8: the alias names no anchor that comes before it (put text that begins with * in quotes)",
    ],
    [
      "model: &x [*x]",
      "1:12: the alias names no anchor that comes before it (put text that begins with * in quotes)",
    ],
    ["? [a]\n: b", "1:3: a key must be plain text"],
    [knob("max_tokens: .inf"), "3:17: is not a finite number"],
    [
      knob("max_tokens: 12345678901234567890"),
      "3:17: is too large a number to be held exactly; put it in quotes if it is text",
    ],
    [
      "plugin_configs:\n  localdesk: &x { a: 1 }\n  gpusrv:\n    <<: *x\n",
      '4:5: merge keys ("<<") are not supported; use an alias for a whole value',
    ],
  ])("%j", async (text, fault) => {
    expect(await faults(text)).toContain(fault);
  });

  test("a file that is no YAML does not have its content repeated", async () => {
    for (const text of [
      `- 1\n${secret}: ${secret}`,
      `{a: 1]\n${secret}`,
      `"${secret}`,
      `${secret}\nfoo: 1`,
      `a: "\\q${secret}"`,
    ]) {
      expect((await faults(text)).join("\n")).not.toContain(secret);
    }
  });

  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1]"];
  for (let level = 1; level < 16; level += 1) {
    const [previous, name] = [String.fromCodePoint(96 + level), String.fromCodePoint(97 + level)];
    bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${previous}`).join(",")}]`);
  }

  test.each([
    ["an alias bomb", bomb.join("\n"), "has more than 10000 values here, aliases counted"],
    ["nested lists", "[".repeat(60_000), "is nested too deeply"],
    ["nested maps", "{a: ".repeat(15_000), "is nested too deeply"],
    ["compact lists", "- ".repeat(30_000), "is nested too deeply"],
    ["explicit keys", "? ".repeat(30_000), "is nested too deeply"],
    ["a long text", `a: ${"x".repeat(70_000)}`, "is longer than 65536 characters"],
  ])("%s is refused", async (_, text, reason) => {
    expect((await faults(text)).join("\n")).toContain(reason);
  });

  test("lines are counted the same with CRLF", async () => {
    expect(await faults("name: a\r\nmodel: b\r\n\r\nmodle: c\r\n")).toEqual([
      '4:1: unknown key "modle" (did you mean "model"?)',
    ]);
  });
});
