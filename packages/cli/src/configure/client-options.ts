/** From flags to a client: env file, profile, provider, model, in that order of lookup. */
import path from "node:path";
import { type Client, type ClientOptions, createClient } from "@framework/shared";
import type { Profile } from "@framework/shared/config";
import { remark } from "../output/print.js";
import { profileFile, profileIn } from "./own-profile.js";

/** The flags that every command with a backend understands. */
export interface BackendFlags {
  provider?: string;
  model?: string;
  profile?: string;
  envFile?: string;
  workspace?: string;
}

/** What the flags led to. */
export interface Configured {
  client: Client;
  /** Undefined when nothing names a provider. */
  providerName: string | undefined;
  profile: Profile | undefined;
  env: Readonly<Record<string, string | undefined>>;
  workspace: string;
}

/** What the shell exports wins over the file, so that one run can be changed without editing it. */
export async function readEnvironment(envFile: string | undefined): Promise<Configured["env"]> {
  if (!envFile) return process.env;
  const { readEnvFile } = await import("@framework/shared/config");
  return { ...(await readEnvFile(envFile)), ...process.env };
}

/** What the flags, the files and the environment say, before any of it is used. */
export interface Configuration extends Omit<Configured, "client"> {
  options: ClientOptions;
}

/** Reads what the flags name; nothing is sent. */
export async function readConfiguration(flags: BackendFlags): Promise<Configuration> {
  const workspace = path.resolve(flags.workspace ?? ".");
  const env = await readEnvironment(flags.envFile);
  const file = await profileFile(flags, env);
  const profile = file === undefined ? undefined : await profileIn(file, env);
  const providerName = flags.provider ?? profile?.provider ?? (env["FW_PROVIDER"]?.trim() || undefined);
  // A provider or a model that is named on this call leaves the profile's chain out.
  const isNamed = flags.provider !== undefined || flags.model !== undefined;
  const chain = isNamed
    ? undefined
    : profile?.chain?.map((step) => ({ ...step, config: profile.pluginConfigs[step.provider] ?? {} }));
  const options: ClientOptions = {
    ...(chain && { chain }),
    ...(providerName !== undefined && { providerName }),
    config: (providerName && profile?.pluginConfigs[providerName]) || {},
    env,
    workspace,
    ...(profile && { profileName: profile.file, quirks: profile.quirks }),
    ...(profile?.model !== undefined && { model: profile.model }),
    ...(flags.model !== undefined && { flags: { model: flags.model } }),
  };
  return { options, providerName, profile, env, workspace };
}

/** Prepares the client; nothing is sent yet. `fixed` wins over what was read. */
export async function configure(flags: BackendFlags, fixed: ClientOptions = {}): Promise<Configured> {
  const { options, ...configuration } = await readConfiguration(flags);
  const providerName = fixed.providerName ?? configuration.providerName;
  const { recording } = await import("./recorded.js");
  const onCall = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  return { ...configuration, providerName, client: createClient({ ...options, ...fixed, onCall }) };
}
