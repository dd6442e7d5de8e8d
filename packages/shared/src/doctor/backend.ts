/** One provider from its settings to its window. Later checks are left out when an earlier one makes them pointless. */
import { findKeys } from "../auth/found-keys.js";
import type { ProviderDefinition } from "../provider/definition.js";
import type { Check, ModelInfo, ModelProvider } from "../provider/provider.js";
import { maskSecret } from "../provider/secrets.js";
import type { Settings, SettingSources } from "../provider/settings.js";
import { knobFields } from "../settings/schema.js";
import { resolveSettings } from "../settings/resolve.js";
import { pass, warn } from "./check.js";
import { failure } from "./failed-check.js";
import { checkEndpoint, checkProxy } from "./network.js";

const LOADED = /^(?:loaded|ready)$/i;

export interface BackendRequest {
  definition: ProviderDefinition;
  config: Readonly<Record<string, unknown>>;
  sources: SettingSources;
}

export async function* checkBackend(request: BackendRequest): AsyncGenerator<Check> {
  const { definition, config, sources } = request;
  const { name } = definition;
  let settings: Settings;
  try {
    settings = await resolveSettings(definition, config, sources);
  } catch (error) {
    yield failure(error, name);
    return;
  }
  const knobs = knobFields(await definition.knobs()).map(({ path }) => path);
  yield pass("settings", settingsInWords(settings, knobs, definition.credential.knob));

  const provider = definition.create();
  try {
    // A check must not load a model.
    const { load } = definition.knobsFor;
    const loads = load !== undefined && (settings.candidates(load)[0]?.value ?? undefined) !== undefined;
    const unset = load === undefined ? [] : [load];
    const begun = await attempt(provider.initialize({ ...config }, { retries: 0, ...sources, unset }));
    const problem = begun.error === undefined ? undefined : failure(begun.error, name);
    if (problem?.name === "credentials") yield problem;
    else yield* checkCredential(request, settings);
    const { endpoints } = provider;
    for (const endpoint of endpoints) yield checkEndpoint(endpoint, settings, definition);
    if (endpoints[0]) yield* await checkProxy(endpoints[0], settings.env);
    if (problem && problem.name !== "credentials") yield problem;
    if (!problem) yield* checkModels(definition, provider, settings, loads);
  } finally {
    await provider.close();
  }
}

async function* checkModels(
  definition: ProviderDefinition,
  provider: ModelProvider,
  settings: Settings,
  loads: boolean,
): AsyncGenerator<Check> {
  const { name } = definition;
  const listed = await attempt(provider.describeModels());
  if (!listed.value) {
    yield failure(listed.error, name);
    return;
  }
  const models = listed.value;
  yield pass(
    "reachability",
    `The backend answers; it offers ${models.length} ${models.length === 1 ? "model" : "models"}.`,
  );
  yield await checkAuth(definition, provider, settings);

  const { model } = settings;
  if (model === undefined) {
    const some = models.slice(0, 3).map(({ id }) => id);
    const variable = definition.variables.find(({ knob }) => knob === "model")?.name;
    yield warn(
      "model",
      "No model is chosen.",
      `Set model: in the profile${variable ? ` or ${variable}` : ""}${some.length > 0 ? `, for example to ${some.join(" or ")}` : ""}.`,
    );
    return;
  }
  const notices: string[] = [];
  const connected = await attempt(
    provider.connect(model, { isCheck: true, onNotice: (text) => notices.push(text) }),
  );
  const entry = models.find(({ id }) => id === model);
  const state = loadState(entry, loads, definition);
  const problem = connected.error === undefined ? undefined : failure(connected.error, name);
  // A model that waits to be loaded is no fault where loading it is what the profile asks for.
  const waits = problem?.name === "model" && entry !== undefined && loads && state !== undefined;
  if (problem?.name !== "model" || waits) yield pass("model", `"${model}" is there.`);
  if (state) yield state;
  // Where a chat loads the model, its window may be known only then.
  if (problem?.name === "window" && isUnloaded(entry) && definition.knobsFor.load === undefined) {
    yield warn("window", "It is known once the model is loaded.");
    return;
  }
  if (problem) {
    if (!waits) yield problem;
    return;
  }
  const { tokens, source, detail, rejected } = provider.contextWindow;
  const others = rejected.map((other) => `${other.tokens} from ${other.source}`).join(", ");
  yield pass("window", `${tokens} tokens from ${source}: ${detail}${others && `; overruled: ${others}`}.`);
  for (const text of notices) yield warn("notice", text);
  const hint = definition.modelHint?.(model);
  if (hint !== undefined) yield pass("tools", hint);
}

/** Where the credential comes from, or what holds without one. */
async function* checkCredential(
  { definition, sources }: BackendRequest,
  settings: Settings,
): AsyncGenerator<Check> {
  const { knob, required, otherwise } = definition.credential;
  const [used, ...others] = settings.candidates(knob);
  if (used) {
    const overruled = others.map(({ origin }) => origin).join(", ");
    yield pass(
      "credentials",
      `${maskSecret(String(used.value))} from ${used.origin}${overruled && `; overruled: ${overruled}`}.`,
    );
  } else if (!required) yield pass("credentials", "None is set; this backend usually needs none.");
  else
    yield warn(
      "credentials",
      `No key is set${otherwise === undefined ? "" : `. Without one: ${otherwise}`}.`,
    );
  const place = { env: settings.env, workspace: sources.workspace ?? process.cwd() };
  const keys = await attempt(findKeys(definition, place));
  // Another source may have a good key; a store that cannot be used is worth knowing all the same.
  if (keys.error !== undefined) {
    yield { ...failure(keys.error, definition.name), name: "credentials", status: "warn" };
  }
  for (const { warning } of keys.value ?? []) if (warning !== undefined) yield warn("credentials", warning);
}

async function checkAuth(
  definition: ProviderDefinition,
  provider: ModelProvider,
  settings: Settings,
): Promise<Check> {
  if (settings.candidates(definition.credential.knob).length === 0)
    return pass("auth", "Nothing was sent, and nothing was demanded.");
  if (!provider.checkCredential) return pass("auth", "The catalog was read with the credential.");
  const { value, error } = await attempt(provider.checkCredential());
  if (value !== undefined) return pass("auth", `The key is accepted: ${value}.`);
  const problem = failure(error, definition.name);
  return problem.name === "auth" ? problem : { ...problem, name: "auth", status: "warn" };
}

const isUnloaded = (entry: ModelInfo | undefined): boolean =>
  typeof entry?.["state"] === "string" && !LOADED.test(entry["state"]);

function loadState(
  entry: ModelInfo | undefined,
  loads: boolean,
  { knobsFor }: Pick<ProviderDefinition, "knobsFor">,
): Check | undefined {
  const state = entry?.["state"];
  if (typeof state !== "string") return undefined;
  if (!isUnloaded(entry)) return pass("load", `The model is loaded (${state}).`);
  if (knobsFor.load === undefined)
    return pass("load", `The model is not loaded (${state}); a chat loads it.`);
  return loads
    ? pass("load", `The model is not loaded (${state}); connecting will load it, as \`load\` asks.`)
    : warn(
        "load",
        `The model is not loaded (${state}).`,
        "Load it on the server, or set `load` in the profile.",
      );
}

function settingsInWords(settings: Settings, knobs: readonly string[], credential: string): string {
  const set = knobs.flatMap((knob) => {
    const [first, ...others] = settings.candidates(knob);
    if (!first || first.kind === "default" || knob === credential) return [];
    const losers = others.filter(({ kind }) => kind !== "default").map(({ origin }) => origin);
    return [`${knob} from ${first.origin}${losers.length === 0 ? "" : ` (overrules ${losers.join(", ")})`}`];
  });
  return set.length === 0 ? "All knobs have their defaults." : `Set: ${set.join(", ")}.`;
}

interface Outcome<Value> {
  value?: Value;
  error?: unknown;
}

async function attempt<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}
