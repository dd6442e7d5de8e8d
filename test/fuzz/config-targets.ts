import fc from "fast-check";
import { expect } from "vitest";
import { ConfigurationError, loadProvider, providerNames } from "@framework/shared";
import { parseEnvFile, parseProfile } from "@framework/shared/config";
import { parsePythonLiteral } from "../../packages/shared/src/chat/coercion/python-literal.js";
import { mutated, soup } from "./mutate.js";
import { allowing, type Target } from "./target.js";

const SECRET = "sk-a-secret-that-must-not-show-0001";

const profiles = [
  `name: night\nmodel: demo/model\nprovider: gateway\nplugins: [cli, file_edit]\nplugin_configs:\n  gateway:\n    api_key: \${KEY}\n    api_params: { temperature: 0.2, models: [a/b, c/d], thinking_level: low }\n    routing:\n      order: [x]\n`,
  `model: "m"\nprovider: selfhost\nplugin_configs:\n  selfhost:\n    host: http://localhost:8000\n    context_length: 8192\n    api_token: '\${KEY}'\nquirks:\n  coerce_typed_tool_args: true\n`,
  `provider: localdesk\nplugin_configs:\n  localdesk:\n    load: &l\n      context_length: 4096\n      flash_attention: yes\n    host: >-\n      http://127.0.0.1\n`,
];
const yamlTokens = [
  "\n",
  "  ",
  "- ",
  ": ",
  "? ",
  "&a ",
  "*a",
  "<<: *a",
  "!!binary ",
  "!!js/function ",
  "---\n",
  "...\n",
  "%YAML 1.1\n",
  "|+\n",
  "{",
  "}",
  "[",
  "]",
  "'",
  '"',
  "#",
  "\t",
  "__proto__: {polluted: true}\n",
  "constructor: 1\n",
  "${KEY}",
  "${NOT_SET}",
  "${",
  "&a [*a, *a]",
  "0x1F",
  ".inf",
  "~",
  "\uFEFF",
  "[".repeat(200),
];

const checks = {
  providers: providerNames,
  knobs: async (name: string) => (await loadProvider(name)).knobs(),
  quirks: async (name: string) => Object.keys((await loadProvider(name)).quirks),
};

const yamlProfiles: Target = {
  name: "YAML profiles",
  runs: 120,
  property: () =>
    fc.asyncProperty(fc.oneof(mutated(profiles, yamlTokens), soup(yamlTokens, 60)), async (text) => {
      try {
        const profile = await parseProfile(text, "p.yaml", { env: { KEY: SECRET }, checks });
        expect(() => JSON.stringify(profile)).not.toThrow();
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        expect(error.message).not.toContain(SECRET);
        expect(error.message.length).toBeLessThan(1_000_000);
      }
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    }),
};

const envFiles = [
  `# settings\nexport A=1\nB="two words \\n \\"x\\" \\$y"\nC='as is \\n'\nD=bare # comment\nE=\n`,
  `SELFHOST_HOST=http://localhost:8000\r\nKEY=${SECRET}\r\nMULTI="a\nb"\n`,
];
const envTokens = [
  "\n",
  "\r",
  "=",
  '"',
  "'",
  "\\",
  "#",
  " #",
  "export ",
  "\0",
  "\uFEFF",
  "__proto__=x\n",
  "$",
  "`",
];

const envFile: Target = {
  name: "env files",
  runs: 500,
  property: () =>
    fc.property(fc.oneof(mutated(envFiles, envTokens), soup(envTokens)), (text) => {
      const error = allowing([ConfigurationError], () => {
        for (const [name, value] of Object.entries(parseEnvFile(text, "x.env"))) {
          expect(name).toMatch(/^[A-Za-z_]\w*$/);
          expect(value).toBeTypeOf("string");
        }
      });
      expect(error?.message ?? "").not.toContain(SECRET);
      expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    }),
};

const quote = (value: string) =>
  `"${value
    .replaceAll(/["\\$]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)}"`;

const envRoundTrip: Target = {
  name: "env files, written and read",
  runs: 500,
  property: () =>
    fc.property(
      fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/), fc.string({ unit: "binary" })),
      (variables) => {
        const wanted = Object.entries(variables).filter(([, value]) => !value.includes("\0"));
        const text = wanted.map(([name, value]) => `${name}=${quote(value)}\n`).join("");
        expect(parseEnvFile(text, "x.env")).toEqual(Object.fromEntries(wanted));
      },
    ),
};

const literals = [
  `{'a': [1, 2.5e-3, 0x_ff], "b": (True, None), 'c': {1, 2}, 3: -4}`,
  `[('x', r'\\d+', """long\ntext"""), 'joined' 'text', u'\\u00e9\\x41\\101']`,
];
const literalTokens = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "'",
  '"',
  "'''",
  '"""',
  "\\",
  "\n",
  "#",
  "-",
  "+",
  "True",
  "None",
  "b''",
  "f''",
  "r'",
  "\\N{DASH}",
  "\\x4",
  "\\u12",
  "1_",
  "1__0",
  "0x",
  "1e999",
  "9".repeat(20),
  "...",
  "__proto__",
  "lambda: 0",
  "(".repeat(150),
  "\0",
  "\ud800",
  "1j",
];

const pythonLiterals: Target = {
  name: "Python literals",
  runs: 1000,
  property: () =>
    fc.property(fc.oneof(mutated(literals, literalTokens), soup(literalTokens)), (text) => {
      const result = parsePythonLiteral(text);
      if (!result.ok) {
        expect(result.reason).not.toBe("");
        return;
      }
      // Whatever was read is data that JSON can hold, and says the same again.
      expect(JSON.parse(JSON.stringify(result.value))).toEqual(withoutMinusZero(result.value));
    }),
};

/** JSON has no minus zero; everything else must come through as it is. */
function withoutMinusZero(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMinusZero(item)]));
}

export const configTargets: readonly Target[] = [yamlProfiles, envFile, envRoundTrip, pythonLiterals];
