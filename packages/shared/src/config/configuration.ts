/**
 * From flags, files and variables to what a provider is initialised with. Every program goes this way: chat, doctor, scaffold, init,
 * the auth commands.
 *
 * What is named on this call (a flag, `--profile`, `--env-file`, a variable) beats what nobody named (the user's own profile); what
 * a named profile says beats variables.
 */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { keyGuard } from "../auth/key-guard.js";
import { storedCredential } from "../auth/stored-credential.js";
import { providerCalled } from "../plugins/product-names.js";
import { profileChecks } from "../plugins/registry.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Environment, SettingSources } from "../provider/settings.js";
import { chosenProvider } from "../settings/provider-choice.js";
import { namedFlags, profilesFolder } from "./named-flags.js";
import { ownProfile } from "./own-profile.js";
import type { Profile } from "./profile.js";
import { defined } from "../provider/defined.js";

/** The flags that every command with a backend understands. */
export interface BackendFlags {
  /** `--provider`: one of `providerNames`, or a product's name. */
  provider?: string;
  /** `--model`: the model to connect with. */
  model?: string;
  /** `--profile`: a file, or the name of one of the user's own profiles. */
  profile?: string;
  /** `--env-file`: a file of variables that count beside those of the process. */
  envFile?: string;
  /** `--workspace`: the folder to work in; the current one by default. */
  workspace?: string;
  /** The address of the backend, whatever its knob is called. */
  host?: string;
  /** The window in tokens, whatever its knob is called. */
  contextLength?: string;
  /** `KNOB=VALUE`, each. */
  set?: readonly string[];
  /** Addresses that keys may go to, although a file from elsewhere names them. */
  sendKeyTo?: readonly string[];
}

/** How the user is reached while settings are read and used. */
export interface People {
  /** Puts a question to the user; without it nobody is there to be asked. */
  ask?: (question: string) => Promise<boolean>;
  /** Tells the user something that is no question. */
  onNotice?: (text: string) => void;
}

/** A profile as it was read. */
interface ReadProfile {
  profile: Profile;
  isOwn: boolean;
  /** What the user may have trusted. */
  content?: string;
}

/** What flags, files and variables come to: give `options` to `createClient`. */
export interface Configuration {
  /** Undefined when nothing names a provider. */
  providerName: string | undefined;
  /** The profile that holds for it. */
  profile: Profile | undefined;
  /** The variables, those of env files included. */
  env: Environment;
  /** The folder to work in. */
  workspace: string;
  /** Ready for `createClient`. */
  options: ConfiguredOptions;
}

/** What a client is created with, or a provider initialised. */
export interface ConfiguredOptions extends SettingSources {
  providerName?: string;
  /** The provider's knobs as the profile gives them. */
  config: Record<string, unknown>;
  /** The profile's chain, each step with its knobs. */
  chain?: { provider: string; model?: string; config: Record<string, unknown> }[];
}

/** What the shell exports wins over the file, so that one run can be changed without editing it. */
export async function readEnvironment(
  envFile: string | undefined,
  env: Environment = process.env,
): Promise<Environment> {
  if (envFile === undefined) return env;
  const { readEnvFile } = await import("./env-file.js");
  return { ...(await readEnvFile(envFile)), ...env };
}

/** The profile that was named, else the user's own where there is one. */
export function profileFile(
  flags: Pick<BackendFlags, "profile">,
  env: Environment,
): { file: string; isOwn: boolean } | undefined {
  if (flags.profile !== undefined) return { file: flags.profile, isOwn: false };
  const file = ownProfile(env);
  return existsSync(file) ? { file, isOwn: true } : undefined;
}

/** Reads a profile together with its text; the parser is loaded only for that. */
export async function profileWithText(
  file: string,
  env: Environment,
): Promise<{ profile: Profile; content: string }> {
  const { parseProfile, readProfileText } = await import("./profile.js");
  const content = await readProfileText(file);
  return { profile: await parseProfile(content, file, { env, checks: profileChecks }), content };
}

/** Reads a profile. */
export async function profileIn(file: string, env: Environment): Promise<Profile> {
  return (await profileWithText(file, env)).profile;
}

/** Reads what the flags name; nothing is sent. */
export async function readConfiguration(flags: BackendFlags, people: People = {}): Promise<Configuration> {
  const env = await readEnvironment(flags.envFile);
  const named = await namedFlags(flags, env);
  if (flags.workspace !== undefined) await requireFolder(flags.workspace);
  const place = profileFile(named, env);
  const read = place && { ...(await profileWithText(place.file, env)), isOwn: place.isOwn };
  return configurationOf(named, env, read, people);
}

/** The same from what has been read. */
export function configurationOf(
  flags: BackendFlags,
  env: Environment,
  read: ReadProfile | undefined,
  people: People = {},
): Configuration {
  const workspace = path.resolve(flags.workspace ?? ".");
  const chosen = chosenProvider({
    flag: flags.provider,
    profile: read?.profile.provider,
    profileIsOwn: read?.isOwn,
    env,
  });
  const providerName = chosen === undefined ? undefined : providerCalled(chosen);
  // The user's own profile does not hold for another provider than its own.
  const holds = !read?.isOwn || [undefined, providerName].includes(read.profile.provider);
  const profile = holds ? read?.profile : undefined;
  const { host: address, contextLength: window } = flags;
  // A provider or a model that is named on this call leaves the profile's chain out.
  const isNamed = flags.provider !== undefined || flags.model !== undefined;
  const chain = isNamed
    ? undefined
    : profile?.chain?.map((step) => ({ ...step, config: profile.pluginConfigs[step.provider] ?? {} }));
  return {
    providerName,
    profile,
    env,
    workspace,
    options: {
      ...defined({ providerName, chain, model: profile?.model }),
      config: (providerName !== undefined && profile?.pluginConfigs[providerName]) || {},
      env,
      workspace,
      stored: storedCredential(env, workspace, people.onNotice),
      guard: keyGuard({
        ...people,
        env,
        sendKeyTo: flags.sendKeyTo,
        named:
          profile && !isUsers(read, env) ? { file: profile.file, content: read?.content ?? "${" } : undefined,
      }),
      ...(profile?.keyCommands && { keyCommand: keyCommandOf(profile, env, read) }),
      flags: { ...assignments(flags.set ?? []), ...defined({ model: flags.model }) },
      commonFlags: defined({ address, window }),
      ...(profile && {
        profileName: profile.file,
        profileIsOwn: read?.isOwn ?? false,
        quirks: profile.quirks,
      }),
    },
  };
}

/** A folder that is not there would hold no settings, and tools would have nothing to work in. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new ConfigurationError(
    `--workspace ${folder}: ${found ? "it is no folder" : "there is no such folder"}.`,
  );
}

/** Whether a profile is the user's: the one that holds unnamed, or another in the same folder. */
function isUsers(read: ReadProfile | undefined, env: Environment): boolean {
  const folder = path.dirname(profilesFolder(env));
  return read?.isOwn === true || path.resolve(read?.profile.file ?? "").startsWith(`${folder}${path.sep}`);
}

/** A profile runs a program only when it is the user's own, or trusted. */
function keyCommandOf(profile: Profile, env: Environment, read: ReadProfile | undefined) {
  return async (provider: string): Promise<string | undefined> => {
    const command = profile.keyCommands?.[provider];
    if (command === undefined) return undefined;
    if (!isUsers(read, env)) {
      const { createTrust } = await import("../system/trust.js");
      if (!(await createTrust(env).isTrusted(profile.file, read?.content ?? "")))
        throw new ConfigurationError(
          `${profile.file} would run a program for the key (api_key_command). That does not count until you trust its folder: ` +
            `fw trust ${JSON.stringify(path.dirname(profile.file))}`,
        );
    }
    const { keyFromCommand } = await import("../auth/key-command.js");
    return keyFromCommand(command, env);
  };
}

/** `--set KNOB=VALUE` by knob. The value may be a key, so no message repeats it. */
function assignments(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, knob, value] = /^([\w.]+)=([^]*)$/.exec(text) ?? [];
      if (knob === undefined || value === undefined)
        throw new ConfigurationError("--set takes KNOB=VALUE, such as --set api_params.temperature=0.2.");
      return [knob, value];
    }),
  );
}
