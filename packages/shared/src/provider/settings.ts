/**
 * One resolver for every setting: flag, then profile, then environment, then stored credential, then default.
 * It remembers where each value came from and what it overruled, so that any program can tell the user.
 */
import type { ZodType } from "zod";
import type { KnobSchema, KnobValues, ProviderDefinition } from "./definition.js";
import { ConfigurationError } from "./errors.js";
import { proxyPasswords } from "./secrets.js";

export type Environment = Readonly<Record<string, string | undefined>>;
export type OriginKind = "flag" | "profile" | "env" | "stored" | "default";

export interface Candidate {
  value: unknown;
  kind: OriginKind;
  /** For a person: `SELFHOST_HOST`, `profile.yaml`, `--model`. */
  origin: string;
}

export interface SettingSources {
  env?: Environment;
  /** Knob values given on the command line, by dotted path. */
  flags?: Readonly<Record<string, unknown>>;
  /** What to call the profile in messages; its file name. */
  profileName?: string;
  /** The profile's `model`. */
  model?: string;
  quirks?: Readonly<Record<string, boolean>>;
  workspace?: string;
  /** The clocks in milliseconds; 0 disables one. They win over the provider's own. */
  timeouts?: { connect?: number; request?: number; streamIdle?: number };
  /** Reads a stored credential; called only when no better source has one. */
  stored?: (provider: string) => Promise<{ value: string; origin: string } | undefined>;
}

/** A provider's settings, resolved. */
export interface Settings<Values = Record<string, unknown>> {
  readonly values: Values;
  readonly model: string | undefined;
  readonly env: Environment;
  readonly quirks: Readonly<Record<string, boolean>>;
  readonly workspace: string;
  /** Every value a knob could have had, the winner first. */
  candidates(knob: string): readonly Candidate[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
}

/** A knob with its schema, found by walking the groups of the schema. */
export interface KnobField {
  path: string;
  schema: ZodType;
  description: string;
}

interface Definition {
  type: string;
  innerType?: ZodType;
  shape?: Record<string, ZodType>;
  catchall?: ZodType;
  defaultValue?: unknown;
}
const definitionOf = (schema: ZodType): Definition => schema.def;

/** The schema inside `optional`, `default` and the like. */
export function innerSchema(schema: ZodType): ZodType {
  const { innerType } = definitionOf(schema);
  return innerType ? innerSchema(innerType) : schema;
}

/** All knobs of a provider, groups flattened to dotted paths. Dictionaries stay whole. */
export function knobFields(schema: ZodType, prefix = ""): KnobField[] {
  const { shape } = definitionOf(schema);
  return Object.entries(shape ?? {}).flatMap(([key, field]) => {
    const path = prefix + key;
    const inner = definitionOf(innerSchema(field));
    const isGroup = inner.type === "object" && inner.catchall?.def.type !== "unknown";
    if (isGroup) return knobFields(innerSchema(field), `${path}.`);
    const description = field.description ?? innerSchema(field).description ?? "";
    return [{ path, schema: field, description }];
  });
}

/** The default a schema declares, if any. */
export function defaultOf(schema: ZodType): unknown {
  const definition = definitionOf(schema);
  if (definition.type === "default") return definition.defaultValue;
  return definition.innerType ? defaultOf(definition.innerType) : undefined;
}

/** Text from a variable as the type the knob wants; text that does not fit stays text and fails the check. */
function fromText(schema: ZodType, text: string): unknown {
  const trimmed = text.trim();
  const inner = innerSchema(schema);
  switch (inner.def.type) {
    case "number":
      return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case "boolean":
      if (/^(true|1|yes|on)$/i.test(trimmed)) return true;
      return /^(false|0|no|off)$/i.test(trimmed) ? false : text;
    case "array":
      return trimmed
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
    default:
      return text;
  }
}

function getPath(values: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      values,
    );
}

function setPath(values: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop();
  let target = values;
  for (const key of keys) target = (target[key] ??= {}) as Record<string, unknown>;
  if (last !== undefined) target[last] = value;
}

/** A schema's complaints as one sentence each. Values are never repeated: they may be secret. */
function complaints(schema: ZodType, value: unknown, prefix = ""): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
}

/** Resolves all settings of a provider, or throws one error that lists everything wrong. */
export async function resolveSettings<Knobs extends KnobSchema>(
  definition: ProviderDefinition<Knobs>,
  config: Readonly<Record<string, unknown>> = {},
  sources: SettingSources = {},
): Promise<Settings<KnobValues<Knobs>>> {
  const env = sources.env ?? process.env;
  const schema = await definition.knobs();
  const profileName = sources.profileName ?? "the configuration";
  const problems = complaints(schema, config).map((text) => `${profileName}: ${text}`);
  const fields = new Map(knobFields(schema).map((field) => [field.path, field]));
  const found = new Map<string, Candidate[]>();
  const merged: Record<string, unknown> = {};

  for (const [path, field] of fields) {
    const candidates: Candidate[] = [];
    const add = (value: unknown, kind: OriginKind, origin: string) => {
      if (value !== undefined) candidates.push({ value, kind, origin });
    };
    const flag = sources.flags?.[path];
    if (flag !== undefined)
      problems.push(...complaints(field.schema, flag).map((reason) => `${path}: ${reason}`));
    add(flag, "flag", `--${path}`);
    add(getPath(config, path), "profile", profileName);
    for (const variable of definition.variables) {
      const text = variable.knob === path ? env[variable.name] : undefined;
      if (text === undefined || (text.trim() === "" && !variable.emptyCounts)) continue;
      const value = fromText(field.schema, text);
      problems.push(...complaints(field.schema, value).map((reason) => `${variable.name}: ${reason}`));
      add(value, "env", variable.name);
    }
    if (path === definition.credential.knob && candidates.length === 0) {
      const stored = await sources.stored?.(definition.name);
      add(stored?.value, "stored", stored?.origin ?? "");
    }
    add(defaultOf(field.schema), "default", "default");
    found.set(path, candidates);
    if (candidates[0] !== undefined && candidates[0].kind !== "default")
      setPath(merged, path, candidates[0].value);
  }
  for (const quirk of Object.keys(sources.quirks ?? {})) {
    if (quirk in definition.quirks) continue;
    const known = Object.keys(definition.quirks);
    problems.push(
      `unknown quirk "${quirk}"; ${definition.name} knows ${known.length > 0 ? known.join(", ") : "none"}`,
    );
  }
  if (problems.length > 0) {
    throw new ConfigurationError(
      `The ${definition.name} settings are wrong:\n${problems.map((text) => `  ${text}`).join("\n")}\n` +
        `"framework-scaffold explain provider ${definition.name}" lists every setting.`,
    );
  }

  const values = schema.parse(merged);
  const modelVariable = definition.variables.find(({ knob, name }) => knob === "model" && env[name]?.trim());
  const flagModel = sources.flags?.["model"];
  const modelCandidates: Candidate[] = [];
  if (typeof flagModel === "string")
    modelCandidates.push({ value: flagModel, kind: "flag", origin: "--model" });
  if (sources.model) modelCandidates.push({ value: sources.model, kind: "profile", origin: profileName });
  if (modelVariable)
    modelCandidates.push({ value: env[modelVariable.name]?.trim(), kind: "env", origin: modelVariable.name });
  found.set("model", modelCandidates);
  const model = modelCandidates[0]?.value;
  const credentials = (found.get(definition.credential.knob) ?? []).map(({ value }) => String(value).trim());
  const secrets = [...credentials, ...proxyPasswords(env)];

  return {
    values,
    model: typeof model === "string" ? model : undefined,
    env,
    quirks: sources.quirks ?? {},
    workspace: sources.workspace ?? process.cwd(),
    candidates: (knob) => found.get(knob) ?? [],
    secrets: [...new Set(secrets)].filter((secret) => secret !== ""),
  };
}
