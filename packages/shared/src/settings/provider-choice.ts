/** Which provider is meant, in the order of all settings. */
import type { Environment } from "../provider/settings.js";

export interface ProviderSources {
  /** Named on this call. */
  flag?: string | undefined;
  profile?: string | undefined;
  /** Nobody named that profile on this call, so `FW_PROVIDER` wins over it. */
  profileIsOwn?: boolean | undefined;
  env: Environment;
}

/** Undefined when nothing names one. */
export function chosenProvider({ flag, profile, profileIsOwn, env }: ProviderSources): string | undefined {
  const variable = env["FW_PROVIDER"]?.trim() || undefined;
  return flag ?? (profileIsOwn ? (variable ?? profile) : (profile ?? variable));
}
