/** Checks a set-up from its files to the model's window. */
import { type BackendFlags, configurationOf, profileFile } from "../config/configuration.js";
import { namedFlags } from "../config/named-flags.js";
import { loadProvider } from "../plugins/registry.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import type { Environment } from "../provider/settings.js";
import { checkBackend } from "./backend.js";
import { fail, pass } from "./check.js";
import { checkEnvFile, checkProfile, checkSandbox, checkTrust, checkWorkspace } from "./files.js";
import { checkWhatIsThere } from "./found.js";

export { findLocalServers, type LocalServer } from "./local-servers.js";

/**
 * Every check as soon as it is made. Nothing is changed anywhere, and no model is loaded. `env` is the real environment, which wins
 * over an env file.
 */
export async function* examine(given: BackendFlags, realEnv: Environment): AsyncGenerator<Check> {
  let env = realEnv;
  yield await checkWorkspace(given.workspace ?? ".");
  if (given.envFile !== undefined) {
    const { check, variables } = await checkEnvFile(given.envFile);
    yield check;
    env = { ...variables, ...env };
  }
  const untrusted = await checkTrust(given.workspace ?? ".", env);
  if (untrusted) yield untrusted;
  const flags = await unlessWrong(namedFlags(given, env));
  if (flags instanceof ConfigurationError) {
    yield fail("profile", flags.message, "Name one of them, or a file.", flags);
    return;
  }
  const place = profileFile(flags, env);
  const read = place && (await checkProfile(place.file, env));
  const { providerName, profile, workspace, options } = configurationOf(
    flags,
    env,
    place &&
      read?.profile && {
        profile: read.profile,
        isOwn: place.isOwn,
        ...(read.content !== undefined && { content: read.content }),
      },
  );
  if (profile?.plugins.includes("cli")) yield await checkSandbox(workspace, env);
  if (read?.profile && !profile)
    yield pass("profile", `${place?.file} is for ${read.profile.provider}, so it is not used.`);
  else if (read) yield read.check;
  if (providerName === undefined) {
    yield* checkWhatIsThere(env, workspace);
    return;
  }
  const definition = await unlessWrong(loadProvider(providerName));
  if (definition instanceof ConfigurationError) {
    yield fail("provider", definition.message, "Choose one of the known names.", definition);
    return;
  }
  yield pass("provider", `${providerName}: ${definition.kind}.`);
  yield* checkBackend({ definition, config: options.config, sources: options });
}

/** What was to be read, or what is wrong with it. */
const unlessWrong = <Value>(reading: Promise<Value>): Promise<Value | ConfigurationError> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error;
    return error;
  });
