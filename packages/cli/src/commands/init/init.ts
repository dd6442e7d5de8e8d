/** `fw init`: asks what is needed and writes the profile that holds when none is named. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import {
  ConfigurationError,
  createClient,
  FrameworkError,
  knownProviders,
  loadProvider,
  maskSecret,
  type ModelInfo,
  ownProfile,
  type ProviderDefinition,
  readEnvironment,
  setValueAt,
  toolPluginNames,
  type Client,
} from "@framework/shared";
import { acceptKey, createCredentialStore, findKeys, type KeyPlace } from "@framework/shared/auth";
import { storePlace } from "../../configure/store-place.js";
import { atomicWrite } from "@framework/shared/config";
import { remark, say } from "../../output/print.js";
import { type Before, type InitFlags, knownOf, knownProvider, optionsFor, readOld } from "./known.js";
import { withChoices } from "./profile-text.js";
import type * as questions from "./questions.js";

/** What holds while the answers are gathered. */
interface Setting extends Before {
  /** Undefined where nobody can be asked. */
  readonly ask: typeof questions | undefined;
}

export async function init(flags: InitFlags): Promise<void> {
  const env = await readEnvironment(flags.envFile);
  const file = flags.profile ?? ownProfile(env);
  const old = await readOld(file, env);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const ask = isTerminal ? await import("./questions.js") : undefined;
  const setting: Setting = { flags, env, old, ask };

  const { definition, address } = await chooseProvider(setting);
  const { name: provider, credential } = definition;
  const { addresses, window } = definition.knobsFor;
  const knobs: Record<string, string | number | undefined> = {
    [addresses[0]]: address ?? (await chooseAddress(definition, setting)),
    ...(window !== undefined && { [window]: await chooseWindow(definition, window, setting) }),
  };
  const key = await provideKey(definition, setting);
  const { model, isWindowKnown } = await chooseModel(
    definition,
    { ...knobs, [credential.knob]: key },
    setting,
  );
  if (window !== undefined && !isWindowKnown) {
    knobs[window] ??= await stateWindow(definition, window, model, setting);
  }
  const plugins = await choosePlugins(setting);

  const choice = { provider, model, plugins, knobs };
  await mkdir(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  const written = withChoices(old?.content, choice, { file, command: credential.command });
  await atomicWrite(file, written, { mode: 0o600 });
  const named = flags.profile === undefined ? "" : ` --profile ${file}`;
  say(`Wrote ${file}.\nNow: fw chat${named} "Hello", or fw chat${named} for a conversation.`);
}

const missing = (option: string): ConfigurationError =>
  new ConfigurationError(
    `There is no terminal to ask on, so ${option} is needed. "fw init --help" shows how.`,
  );

/** The provider, and where its server is if it was found on this machine. */
interface ChosenProvider {
  definition: ProviderDefinition;
  address?: string;
}

async function chooseProvider({ ask, ...before }: Setting): Promise<ChosenProvider> {
  const { flags } = before;
  const initial = knownProvider(before);
  if (flags.provider !== undefined || !ask) {
    if (initial === undefined) throw missing("--provider");
    return { definition: await loadProvider(initial) };
  }
  const { findLocalServers } = await import("@framework/shared/doctor");
  const [servers, definitions] = await Promise.all([
    findLocalServers(),
    Promise.all(knownProviders.map(loadProvider)),
  ]);
  const { provider, address } = await ask.askProvider(definitions, servers, initial);
  return { definition: await loadProvider(provider), ...(address !== undefined && { address }) };
}

/** Asked for servers of one's own; a service that others run has its address. What is said elsewhere needs no second place. */
async function chooseAddress(definition: ProviderDefinition, setting: Setting): Promise<string | undefined> {
  const { localPorts, knobsFor } = definition;
  const { value, kind, names } = await knownOf(definition, knobsFor.addresses[0], setting);
  if (kind === "flag") return value;
  if (!localPorts) return undefined;
  const local = localPorts[0] === undefined ? undefined : `http://localhost:${localPorts[0]}`;
  const address = setting.ask ? (await setting.ask.askHost(value ?? local)).trim() : value;
  if (address === undefined) throw missing(`--host or ${names}`);
  return address === value ? undefined : address;
}

/** Asked only where no server says it. */
async function chooseWindow(
  definition: ProviderDefinition,
  knob: string,
  setting: Setting,
): Promise<number | undefined> {
  const { value, kind, names } = await knownOf(definition, knob, setting);
  if (kind === "flag") return positive(value ?? "");
  const isStatedOnly = definition.windows.every((source) => "stated" in source);
  if (!isStatedOnly || kind === "env") return undefined;
  if (setting.ask) return setting.ask.askWindow(value);
  if (value === undefined) throw missing(`--context-length or ${names}`);
  return undefined;
}

/** Asked for a model of which nobody else states it; without it the model could not be connected to. */
async function stateWindow(
  definition: ProviderDefinition,
  knob: string,
  model: string,
  setting: Setting,
): Promise<number | undefined> {
  const { value, kind, names } = await knownOf(definition, knob, setting);
  if (kind === "env" || (value !== undefined && !setting.ask)) return undefined;
  if (setting.ask) return setting.ask.askWindow(value);
  throw new ConfigurationError(
    `Nobody states the window of "${model}", so --context-length or ${names} is needed: without it no chat could begin.`,
  );
}

function positive(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ConfigurationError(`--context-length takes a whole number of tokens, not "${text}".`);
}

/** Makes sure of a key where one is needed; gives it only when it is neither in the environment nor stored. */
async function provideKey(definition: ProviderDefinition, setting: Setting): Promise<string | undefined> {
  const { name, credential, variables } = definition;
  const { ask } = setting;
  const place = { ...optionsFor(name, setting), onNotice: remark };
  const [found] = await findKeys(definition, place);
  if (found) {
    say(`The key ${maskSecret(found.key)} from ${found.origin} is used.`);
    return undefined;
  }
  if (!credential.required) return undefined;
  const key = await ask?.askKey(name);
  if (key !== undefined && (await isStored(definition, key, place, ask))) return key;
  const variable = variables.find(({ knob }) => knob === credential.knob)?.name;
  const command = credential.command === undefined ? "" : ` or run ${credential.command}`;
  say(`Set ${variable}${command} before you chat.`);
  return key;
}

/** Stores the key where there is a store and the user wants it, and says what came of it. */
async function isStored(
  definition: ProviderDefinition,
  key: string,
  place: KeyPlace,
  ask: Setting["ask"],
): Promise<boolean> {
  if (definition.credential.command === undefined) return false;
  const file = await createCredentialStore(place).path(definition.name);
  if (!(await ask?.askWhetherToStore(file))) return false;
  const options = await storePlace({ ...place, isNamed: false, plainFile: false });
  const result = await acceptKey(definition, key, place, options);
  const isDone = result.outcome === "stored";
  say(isDone ? `Stored in ${result.file}.` : `The key was not stored. ${result.reason}`);
  return isDone;
}

interface ChosenModel {
  model: string;
  /** False when the backend lists the model without a window. */
  isWindowKnown: boolean;
}

async function chooseModel(
  definition: ProviderDefinition,
  knobs: Readonly<Record<string, unknown>>,
  setting: Setting,
): Promise<ChosenModel> {
  const { flags, ask } = setting;
  const { value: initial } = await knownOf(definition, "model", setting);
  const client = createClient(withAnswers(optionsFor(definition.name, setting), definition, knobs));
  try {
    if (flags.model !== undefined) return await namedModel(definition, client, flags.model);
    const models = await client.describeModels();
    const [only] = models;
    const chosen = (model: string): ChosenModel => ({
      model,
      isWindowKnown: isStated(models.find(({ id }) => id === model)),
    });
    if (ask && models.length > 0) return chosen(await ask.askModel(models, initial));
    if (models.length === 1 && only) return chosen(only.id);
  } catch (error) {
    if (!(error instanceof FrameworkError) || error.code === "cancelled") throw error;
    remark(`The models cannot be listed. ${error.name}: ${error.message}`);
  } finally {
    await client.close();
  }
  // Where there is no list, the backend will say whether a window is missing.
  if (ask) return { model: await ask.askModelName(initial), isWindowKnown: true };
  if (initial === undefined) throw missing("--model");
  return { model: initial, isWindowKnown: true };
}

/** The settings as they will be: what was answered stands in the profile, whose address was then named on this call. */
function withAnswers(
  { guard, ...options }: ReturnType<typeof optionsFor>,
  { knobsFor }: ProviderDefinition,
  knobs: Readonly<Record<string, unknown>>,
) {
  const config = structuredClone(options.config);
  for (const [knob, value] of Object.entries(knobs)) if (value !== undefined) setValueAt(config, knob, value);
  const isAddressed = knobs[knobsFor.addresses[0]] !== undefined;
  const rest = { ...options, config, commonFlags: {}, profileIsOwn: false };
  return isAddressed || !guard ? rest : { ...rest, guard };
}

/** A model that is not loaded yet may have its window only then. */
const isStated = (entry: ModelInfo | undefined): boolean =>
  entry?.context_length !== undefined || entry?.["state"] === "not-loaded";

/** A server of one's own is asked whether it states the window; one that does not answer may run later. */
async function namedModel(
  { localPorts }: ProviderDefinition,
  client: Client,
  model: string,
): Promise<ChosenModel> {
  const models = localPorts ? await client.describeModels().catch(() => []) : [];
  const entry = models.find(({ id }) => id === model);
  return { model, isWindowKnown: !entry || isStated(entry) };
}

/** Undefined leaves them as they are. */
async function choosePlugins({ flags, old, ask }: Setting): Promise<readonly string[] | undefined> {
  if (flags.plugins === undefined) {
    if (!ask) return undefined;
    const known = old?.profile?.plugins ?? [];
    const chosen = await ask.askPlugins(toolPluginNames, known);
    return [...chosen, ...known.filter((name) => !toolPluginNames.includes(name))];
  }
  const names = flags.plugins.split(",").map((name) => name.trim());
  const plugins = names.filter((name) => name !== "");
  const unknown = plugins.find((name) => !toolPluginNames.includes(name));
  if (unknown !== undefined) {
    throw new ConfigurationError(
      `There is no tool plugin "${unknown}". Known: ${toolPluginNames.join(", ")}.`,
    );
  }
  return plugins;
}
