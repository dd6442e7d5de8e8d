/** What is known before anybody is asked, from the places where every other program takes it. */
import { existsSync } from "node:fs";
import {
  type BackendFlags,
  candidatesFor,
  ConfigurationError,
  configurationOf,
  type Environment,
  profileChecks,
  type ProviderDefinition,
} from "@framework/shared";
import { parseProfile, type Profile, readText } from "@framework/shared/config";
import { people } from "../../configure/client-options.js";
import { profileDocument } from "../../configure/profile-document.js";
import { remark } from "../../output/print.js";

const SIZE_LIMIT = 64 * 1024;
const NOTHING: Profile = { file: "", plugins: [], pluginConfigs: {}, quirks: {} };

export interface InitFlags extends BackendFlags {
  plugins?: string;
}

export interface OldProfile {
  readonly content: string;
  /** Undefined where it has faults. */
  readonly profile: Profile | undefined;
}

export interface Before {
  readonly flags: InitFlags;
  readonly env: Environment;
  readonly old: OldProfile | undefined;
}

/** Faults of the old profile are told of; its text is kept all the same. */
export async function readOld(file: string, env: Environment): Promise<OldProfile | undefined> {
  if (!existsSync(file)) return undefined;
  const content = await readText(file, SIZE_LIMIT);
  profileDocument(content, file);
  try {
    return { content, profile: await parseProfile(content, file, { env, checks: profileChecks }) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    remark(error.message);
    return { content, profile: undefined };
  }
}

/** What the call, the variables and the profile come to, as every other program reads them. */
function configured({ flags, env, old }: Before, provider: string | undefined, profile: Profile | undefined) {
  const read = old && profile && { content: old.content, profile, isOwn: flags.profile === undefined };
  return configurationOf({ ...flags, ...(provider !== undefined && { provider }) }, env, read, people);
}

export const knownProvider = (before: Before): string | undefined =>
  configured(before, undefined, before.old?.profile).providerName;

/** What a chat would take, were the profile for this provider. A model belongs to the provider that the profile names. */
export function optionsFor(provider: string, before: Before) {
  const { model, ...profile } = before.old?.profile ?? NOTHING;
  const own = model !== undefined && profile.provider === provider ? { model } : {};
  const { options, workspace } = configured(before, provider, { ...profile, ...own, provider });
  return { ...options, env: before.env, workspace };
}

/** What is known of a knob, who says so, and the variables that could. */
export async function knownOf(definition: ProviderDefinition, knob: string, before: Before) {
  const { config, ...sources } = optionsFor(definition.name, before);
  const candidates = await candidatesFor(definition, knob, config, sources);
  const known = candidates.find(({ kind }) => kind !== "default");
  const names = definition.variables.filter((variable) => variable.knob === knob).map(({ name }) => name);
  return { value: known && String(known.value).trim(), kind: known?.kind, names: names.join(" or ") };
}
