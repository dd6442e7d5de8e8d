/**
 * One resolver for every setting. It remembers where each value came from and what it overruled, so that any program can tell
 * the user.
 *
 * The order: a flag; a profile that was named on this call; a variable; the user's own profile, which nobody named; the stored
 * credential; the default.
 */
import type { KnobSchema, KnobValues, ProviderDefinition, Variable } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import { proxyPasswords } from "../provider/secrets.js";
import type { Candidate, OriginKind, Settings, SettingSources } from "../provider/settings.js";
import { didYouMean } from "../provider/suggest.js";
import { isRecord } from "../provider/untrusted.js";
import { complaints, defaultOf, fromText, type KnobField, knobFields } from "./schema.js";

/** The name under which flags, variables and profiles give the model. */
export const MODEL = "model";

function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce((value, key) => (isRecord(value) ? value[key] : undefined), values);
}

/** Sets the value at a dotted path, making the groups that lead to it. */
export function setValueAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop();
  let target = values;
  for (const key of keys) target = (target[key] ??= {}) as Record<string, unknown>;
  if (last !== undefined) target[last] = value;
}

interface Flag {
  value: unknown;
  origin: string;
}

/** The flags by the knob they set. */
function flagsOf({ knobsFor }: ProviderDefinition, { flags = {}, commonFlags = {} }: SettingSources) {
  const named = new Map<string, Flag>();
  for (const [path, value] of Object.entries(flags)) {
    if (value !== undefined) named.set(path, { value, origin: path === MODEL ? "--model" : `--set ${path}` });
  }
  const { address, window } = commonFlags;
  if (address !== undefined) named.set(knobsFor.addresses[0], { value: address, origin: "--host" });
  if (window !== undefined) named.set(knobsFor.window ?? "", { value: window, origin: "--context-length" });
  return named;
}

/** Gathers what every source says, and everything that is wrong with it. */
class Gathering {
  readonly problems: string[] = [];
  readonly #definition: ProviderDefinition;
  readonly #config: Readonly<Record<string, unknown>>;
  readonly #sources: SettingSources;
  readonly #flags: ReadonlyMap<string, Flag>;
  readonly env: NonNullable<SettingSources["env"]>;
  readonly profileName: string;

  constructor(
    definition: ProviderDefinition,
    config: Readonly<Record<string, unknown>>,
    sources: SettingSources,
  ) {
    this.#definition = definition;
    this.#config = config;
    this.#sources = sources;
    this.#flags = flagsOf(definition, sources);
    this.env = sources.env ?? process.env;
    this.profileName = sources.profileName ?? "the configuration";
  }

  /** What is wrong with the whole: unknown knobs, unknown quirks. */
  checkNames(schema: KnobSchema, paths: readonly string[]): void {
    const { name, quirks, knobsFor } = this.#definition;
    this.problems.push(...complaints(schema, this.#config).map((text) => `${this.profileName}: ${text}`));
    for (const [path, { origin }] of this.#flags) {
      if (path === MODEL || paths.includes(path)) continue;
      const why =
        path === "" && knobsFor.window === undefined
          ? `${name} takes its window from the service alone`
          : `there is no such knob${didYouMean(path, paths)}`;
      this.problems.push(`${origin}: ${why}`);
    }
    for (const quirk of Object.keys(this.#sources.quirks ?? {})) {
      if (quirk in quirks) continue;
      const known = Object.keys(quirks);
      this.problems.push(
        `unknown quirk "${quirk}"; ${name} knows ${known.length > 0 ? known.join(", ") : "none"}`,
      );
    }
  }

  /** Everything a knob could be, the winner first. A stored key is looked for only where it would win, unless told. */
  async candidates({ path, schema }: KnobField, withOverruled = false): Promise<Candidate[]> {
    const { credential, name } = this.#definition;
    if (this.#sources.unset?.includes(path)) return [];
    const inProfile = valueAt(this.#config, path) ?? (await this.#fromCommand(path));
    const found = this.#inOrder(path, inProfile, (value, origin) => {
      const read = typeof value === "string" ? fromText(schema, value) : value;
      this.problems.push(...complaints(schema, read).map((reason) => `${origin}: ${reason}`));
      return read;
    });
    if (
      path === credential.knob &&
      credential.command !== undefined &&
      (withOverruled || found.length === 0)
    ) {
      const stored = await this.#sources.stored?.(name);
      if (stored) found.push({ ...stored, kind: "stored" });
    }
    const value = defaultOf(schema);
    if (value !== undefined) found.push({ value, kind: "default", origin: "default" });
    return found;
  }

  /** The key that the profile's command prints. It is not run for a key that would not be used. */
  async #fromCommand(path: string): Promise<string | undefined> {
    const { credential, name, variables } = this.#definition;
    const { keyCommand, profileIsOwn } = this.#sources;
    if (path !== credential.knob || !keyCommand || this.#flags.has(path)) return undefined;
    const isSet = variables.some(
      (variable) => variable.knob === path && this.#counts(variable) && this.env[variable.name]?.trim(),
    );
    return profileIsOwn && isSet ? undefined : keyCommand(name);
  }

  /** Whether a variable counts here at all. */
  #counts({ only }: Variable): boolean {
    return !only || (this.#flags.get(only.knob)?.value ?? valueAt(this.#config, only.knob)) === only.value;
  }

  /** The model's candidates: the same order, without a schema. */
  models(): Candidate[] {
    return this.#inOrder(MODEL, this.#sources.model, (value) =>
      typeof value === "string" ? value.trim() : value,
    );
  }

  #inOrder(path: string, inProfile: unknown, read: (value: unknown, origin: string) => unknown): Candidate[] {
    const candidate = (kind: OriginKind, origin: string, value: unknown) => ({ value, kind, origin });
    const flag = this.#flags.get(path);
    const flags = flag ? [candidate("flag", flag.origin, read(flag.value, flag.origin))] : [];
    const profile = inProfile === undefined ? [] : [candidate("profile", this.profileName, inProfile)];
    const variables = this.#definition.variables.flatMap((variable) => {
      const { name, knob, emptyCounts } = variable;
      const text = knob === path && this.#counts(variable) ? this.env[name] : undefined;
      if (text === undefined || (text.trim() === "" && !emptyCounts)) return [];
      return [candidate("env", name, read(text, name))];
    });
    return [
      ...flags,
      ...(this.#sources.profileIsOwn ? [...variables, ...profile] : [...profile, ...variables]),
    ];
  }
}

/** Everything one knob, or the model, could be, the winner first and a stored key even where it is overruled. Nothing else is checked. */
export async function candidatesFor(
  definition: ProviderDefinition,
  knob: string,
  config: Readonly<Record<string, unknown>>,
  sources: SettingSources,
): Promise<Candidate[]> {
  const gathering = new Gathering(definition, config, sources);
  if (knob === MODEL) return gathering.models();
  const field = knobFields(await definition.knobs()).find(({ path }) => path === knob);
  return field ? gathering.candidates(field, true) : [];
}

/** The order in words, for a person. */
export const SETTING_ORDER =
  "a flag; a profile named on this call; a variable, of this process or of --env-file; your own profile; a stored key; the default";

/** Resolves all settings of a provider, or throws one error that lists everything wrong. */
export async function resolveSettings<Knobs extends KnobSchema>(
  definition: ProviderDefinition<Knobs>,
  config: Readonly<Record<string, unknown>> = {},
  sources: SettingSources = {},
): Promise<Settings<KnobValues<Knobs>>> {
  const schema = await definition.knobs();
  const fields = knobFields(schema);
  const gathering = new Gathering(definition, config, sources);
  gathering.checkNames(
    schema,
    fields.map(({ path }) => path),
  );
  const found = new Map<string, Candidate[]>();
  const merged: Record<string, unknown> = {};
  for (const field of fields) {
    const candidates = await gathering.candidates(field);
    found.set(field.path, candidates);
    const [first] = candidates;
    if (first && first.kind !== "default") setValueAt(merged, field.path, first.value);
  }
  found.set(MODEL, gathering.models());
  if (gathering.problems.length > 0) {
    throw new ConfigurationError(
      `The ${definition.name} settings are wrong:\n${gathering.problems.map((text) => `  ${text}`).join("\n")}\n` +
        `"framework-scaffold explain provider ${definition.name}" lists every setting.`,
    );
  }
  const candidates = (knob: string) => found.get(knob) ?? [];
  const model = candidates(MODEL)[0]?.value;
  const limit = definition.knobsFor.answerLimit && candidates(definition.knobsFor.answerLimit)[0]?.value;
  const secrets = [
    ...candidates(definition.credential.knob).map(({ value }) => String(value).trim()),
    ...proxyPasswords(gathering.env),
  ];
  return {
    values: schema.parse(merged) as KnobValues<Knobs>,
    model: typeof model === "string" ? model : undefined,
    env: gathering.env,
    quirks: sources.quirks ?? {},
    workspace: sources.workspace ?? process.cwd(),
    candidates,
    answerLimit: typeof limit === "number" ? limit : undefined,
    secrets: [...new Set(secrets)].filter((secret) => secret !== ""),
  };
}
