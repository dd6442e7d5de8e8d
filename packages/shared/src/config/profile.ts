/**
 * The session profile: the YAML file in which a user names model, provider, plugins, the provider's knobs and quirks.
 * Everything wrong in it is reported at once, with its place and, where one is near, the name that was meant.
 */
import { productNames, providerCalled } from "../plugins/product-names.js";
import type { Schema } from "../provider/schema.js";
import { didYouMean } from "../provider/suggest.js";
import type { CallPreferences } from "../settings/call-options.js";
import { faultsError, quoted } from "./fault.js";
import { checkKnobs, toPlainMap } from "./knob-check.js";
import { isPresent, MapReader } from "./map-reader.js";
import { textAs } from "../settings/schema.js";
import { readText } from "../system/read-text.js";
import { readYamlTree, type YamlTree } from "./yaml-tree.js";
import { defined } from "../provider/defined.js";

/** What a profile says, checked. */
export interface Profile {
  /** The file it was read from. */
  file: string;
  /** What it calls itself. */
  name?: string;
  /** The model to connect with. */
  model?: string;
  /** Which provider it is for. */
  provider?: string;
  /** The tool plugins that the model may use. */
  plugins: string[];
  /** The commands that print keys, by provider. */
  keyCommands?: Record<string, string>;
  /** Knobs by provider, as the file gives them. */
  pluginConfigs: Record<string, Record<string, unknown>>;
  /** The provider's workarounds, switched on or off. */
  quirks: Record<string, boolean>;
  /** What every call is told, unless the call itself says otherwise. */
  options?: CallPreferences;
  /** Backends in order, instead of one; their knobs stand in `plugin_configs`. */
  chain?: { provider: string; model?: string }[];
  /** What may be spent, in US dollars. */
  budget?: { day?: number; month?: number };
  /** MCP servers by name, as the file gives them. */
  mcpServers?: Record<string, unknown>;
}

/** What the profile is checked against. The caller knows the providers; this module names none. */
export interface ProfileChecks {
  /** The names that `provider` may have. */
  providers: readonly string[];
  /** The tool plugins there are; without it, any name may stand there. */
  plugins?: readonly string[];
  /** The schema of a provider's knobs; without one they are taken as they are. */
  knobs(provider: string): Promise<Schema | undefined>;
  /** The quirks a provider knows. */
  quirks(provider: string): Promise<readonly string[]>;
}

/** What a profile is read with. */
export interface ProfileOptions {
  /** For `${NAME}` in values. */
  env: Readonly<Record<string, string | undefined>>;
  /** What it is checked against; `profileChecks` knows all providers. */
  checks: ProfileChecks;
}

const SIZE_LIMIT = 64 * 1024;
const FIELDS = [
  "name",
  "model",
  "provider",
  "plugins",
  "plugin_configs",
  "quirks",
  "options",
  "chain",
  "budget",
  "mcp_servers",
];

const BUDGET_PERIODS = ["day", "month"] as const;

/** Beside the knobs of every provider: what prints its key. */
const KEY_COMMAND = "api_key_command";

/** The text of a profile. */
export const readProfileText = (file: string): Promise<string> => readText(file, SIZE_LIMIT);

/** Reads and checks a profile; see `parseProfile`. */
export async function readProfile(file: string, options: ProfileOptions): Promise<Profile> {
  return parseProfile(await readProfileText(file), file, options);
}

/** Checks the text of a profile and gives its content, or throws one `ConfigurationError` with all faults. */
export async function parseProfile(text: string, file: string, options: ProfileOptions): Promise<Profile> {
  const source = text.replace(/^\uFEFF/, "");
  if (source.length > SIZE_LIMIT) {
    throw faultsError(file, source, [{ offset: 0, message: `is longer than ${SIZE_LIMIT} characters` }]);
  }
  const { tree, faults } = readYamlTree(source, options.env);
  if (!tree) throw faultsError(file, source, faults);
  // A value that could not be read has been named already; what the checks say of the gap it left is noise.
  const unread = new Set(faults.map(({ offset }) => offset));
  const reader = new ProfileReader(options.checks);
  const profile = await reader.read(tree, file);
  faults.push(...reader.faults.filter(({ offset }) => !unread.has(offset)));
  if (faults.length > 0) throw faultsError(file, source, faults);
  return profile;
}

class ProfileReader extends MapReader {
  readonly #checks: ProfileChecks;
  readonly #keyCommands: Record<string, string> = {};

  constructor(checks: ProfileChecks) {
    super();
    this.#checks = checks;
  }

  async read(tree: YamlTree, file: string): Promise<Profile> {
    const root = this.map(tree, "the profile");
    const at = (field: string) => root?.entries.get(field)?.node;
    if (root) this.refuseOthers(root, FIELDS, "");
    const name = this.text(at("name"), "name");
    const model = this.text(at("model"), "model");
    const provider = this.#provider(at("provider"));
    const chain = this.#chain(at("chain"));
    const budget = this.#budget(at("budget"));
    const options = await this.options(at("options"));
    const servers = this.map(at("mcp_servers"), "mcp_servers");
    return {
      file,
      ...defined({ name, model, provider, chain, budget, options }),
      plugins: this.names(at("plugins"), "plugins", (item, label) => this.#plugin(item, label)) ?? [],
      pluginConfigs: await this.#pluginConfigs(at("plugin_configs")),
      quirks: await this.#quirks(at("quirks"), provider),
      ...(servers && { mcpServers: toPlainMap(servers) }),
      ...(Object.keys(this.#keyCommands).length > 0 && { keyCommands: this.#keyCommands }),
    };
  }

  #chain(node: YamlTree | undefined): Profile["chain"] {
    if (!isPresent(node)) return undefined;
    if (node.kind !== "list" || node.items.length === 0) {
      return this.fault(
        node,
        "chain must be a list of backends: [{ provider: selfhost, model: qwen3-32b }, ...]",
      );
    }
    return node.items.flatMap((item, index) => {
      const label = `chain[${index}]`;
      const map = this.map(item, label);
      if (!map) return [];
      this.refuseOthers(map, ["provider", "model"], label);
      const provider = this.#provider(map.entries.get("provider")?.node);
      const model = this.text(map.entries.get("model")?.node, `${label}.model`);
      if (!isPresent(map.entries.get("provider")?.node)) this.fault(item, `${label}.provider is missing`);
      return provider === undefined ? [] : [{ provider, ...defined({ model }) }];
    });
  }

  #budget(node: YamlTree | undefined): Profile["budget"] {
    const map = this.map(node, "budget");
    if (!map) return undefined;
    this.refuseOthers(map, BUDGET_PERIODS, "budget");
    const budget: NonNullable<Profile["budget"]> = {};
    for (const period of BUDGET_PERIODS) {
      const value = map.entries.get(period)?.node;
      if (!isPresent(value)) continue;
      const dollars = value.kind === "scalar" ? Number(value.value) : Number.NaN;
      if (Number.isFinite(dollars) && dollars >= 0) budget[period] = dollars;
      else this.fault(value, `budget.${period} must be a number of US dollars`);
    }
    return budget;
  }

  #provider(node: YamlTree | undefined): string | undefined {
    const written = this.text(node, "provider");
    const provider = written === undefined ? undefined : providerCalled(written);
    if (node === undefined || provider === undefined || this.#checks.providers.includes(provider))
      return provider;
    const known = this.#checks.providers;
    const meant = didYouMean(provider, [...known, ...productNames]) || ` (known: ${known.join(", ")})`;
    return this.fault(node, `unknown provider ${quoted(provider)}${meant}`);
  }

  #plugin(item: YamlTree, label: string): string | undefined {
    const name = this.text(item, label);
    const known = this.#checks.plugins;
    if (name === undefined || !known || known.includes(name)) return name;
    const meant = didYouMean(name, known) || ` (known: ${known.join(", ")})`;
    return this.fault(item, `unknown plugin ${quoted(name)}${meant}`);
  }

  async #pluginConfigs(node: YamlTree | undefined): Promise<Profile["pluginConfigs"]> {
    const map = this.map(node, "plugin_configs");
    const configs: Profile["pluginConfigs"] = {};
    if (!map) return configs;
    const { providers } = this.#checks;
    const written = [...map.entries.keys()].filter((key) => providers.includes(providerCalled(key)));
    this.refuseOthers(map, [...providers, ...written], "plugin_configs");
    for (const key of written) {
      const provider = providerCalled(key);
      const label = `plugin_configs.${key}`;
      const knobs = this.map(map.entries.get(key)?.node, label);
      if (!knobs) continue;
      const command = this.text(knobs.entries.get(KEY_COMMAND)?.node, `${label}.${KEY_COMMAND}`);
      if (command !== undefined) this.#keyCommands[provider] = command;
      knobs.entries.delete(KEY_COMMAND);
      const schema = await this.#checks.knobs(provider);
      const { values, faults } = schema
        ? await checkKnobs(knobs, schema, label)
        : { values: toPlainMap(knobs), faults: [] };
      this.faults.push(...faults);
      configs[provider] = values;
    }
    return configs;
  }

  async #quirks(node: YamlTree | undefined, provider: string | undefined): Promise<Record<string, boolean>> {
    const map = this.map(node, "quirks");
    const quirks: Record<string, boolean> = {};
    if (!map) return quirks;
    // Without a provider in the file, one comes from elsewhere: then every quirk there is may stand here.
    const known = await (provider === undefined ? this.#allQuirks() : this.#checks.quirks(provider));
    for (const [key, { keyOffset: offset }] of map.entries) {
      if (!known.includes(key)) this.faults.push({ offset, message: unknownQuirk(key, known, provider) });
    }
    for (const key of known) {
      const value = map.entries.get(key)?.node;
      if (!isPresent(value)) continue;
      const plain = value.kind === "scalar" ? value.value : undefined;
      const flag = isVariable(value) ? textAs(["boolean"], String(plain)) : plain;
      if (typeof flag === "boolean") quirks[key] = flag;
      else this.fault(value, `quirks.${key} must be true or false`);
    }
    return quirks;
  }

  async #allQuirks(): Promise<string[]> {
    const lists = await Promise.all(this.#checks.providers.map((provider) => this.#checks.quirks(provider)));
    return [...new Set(lists.flat())];
  }
}

function unknownQuirk(key: string, known: readonly string[], provider: string | undefined): string {
  const all = known.length > 0 ? `known are ${known.join(", ")}` : "there are none";
  return `unknown quirk ${quoted(key)}${didYouMean(key, known)}; ${provider === undefined ? "" : `for ${provider} `}${all}`;
}

const isVariable = (node: YamlTree) => node.kind === "scalar" && node.variable !== undefined;
