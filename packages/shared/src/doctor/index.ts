/** Checks a set-up from its files to the model's window. */
import { storedCredential } from "../auth/stored-credential.js";
import type { Profile } from "../config/profile.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { loadProvider } from "../plugins/registry.js";
import type { Environment } from "../provider/settings.js";
import { checkBackend } from "./backend.js";
import { fail } from "./check.js";
import { checkEnvFile, checkProfile, checkWorkspace } from "./files.js";
import { checkWhatIsThere } from "./found.js";

export { findLocalServers, type LocalServer } from "./found.js";

export interface Examination {
  workspace: string;
  envFile?: string;
  profile?: string;
  /** Wins over the profile and over `FW_PROVIDER`. */
  providerName?: string;
  model?: string;
  /** The real environment, which wins over the env file. */
  env: Environment;
}

/** Every check as soon as it is made. Nothing is changed anywhere, and no model is loaded. */
export async function* examine(examination: Examination): AsyncGenerator<Check> {
  const { workspace } = examination;
  yield await checkWorkspace(workspace);
  let { env } = examination;
  if (examination.envFile !== undefined) {
    const { check, variables } = await checkEnvFile(examination.envFile);
    yield check;
    env = { ...variables, ...env };
  }
  let profile: Profile | undefined;
  if (examination.profile !== undefined) {
    const read = await checkProfile(examination.profile, env);
    yield read.check;
    profile = read.profile;
  }
  const name = examination.providerName ?? profile?.provider ?? (env["FW_PROVIDER"]?.trim() || undefined);
  if (name === undefined) {
    yield* checkWhatIsThere(env, workspace);
    return;
  }
  const definition = await loadProvider(name).catch((error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error;
    return error;
  });
  if (definition instanceof ConfigurationError) {
    yield fail("provider", definition.message, "Choose one of the known names.", definition);
    return;
  }
  yield { name: "provider", status: "pass", detail: `${name}: ${definition.kind}.` };
  yield* checkBackend({
    definition,
    config: profile?.pluginConfigs[name] ?? {},
    sources: {
      env,
      workspace,
      ...(profile && { profileName: profile.file, quirks: profile.quirks }),
      ...(profile?.model !== undefined && { model: profile.model }),
      ...(examination.model !== undefined && { flags: { model: examination.model } }),
      ...(definition.credential.command !== undefined && { stored: storedCredential(env, workspace) }),
    },
  });
}
