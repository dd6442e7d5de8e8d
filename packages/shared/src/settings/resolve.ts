/**
 * One resolver for every setting: flag, then profile, then environment, then stored credential, then default.
 * It remembers where each value came from and what it overruled, so that any program can tell the user.
 */
import type { KnobSchema, KnobValues, ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import { proxyPasswords } from "../provider/secrets.js";
import type { Candidate, OriginKind, Settings, SettingSources } from "../provider/settings.js";
import { complaints, defaultOf, fromText, knobFields } from "./schema.js";

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
