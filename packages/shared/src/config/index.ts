/** What the user wrote: profiles and env files. */
export { atomicWrite, type AtomicWriteOptions } from "../system/atomic-write.js";
export { readPlainFile } from "../system/read-plain-file.js";
export { readText } from "../system/read-text.js";
export { createTrust } from "../system/trust.js";
export { parseEnvFile, readEnvFile } from "./env-file.js";
export { type Aliases, aliasTarget, readAliases, writeAliases } from "./aliases.js";
export { namedProfile, profileNames, profilesFolder } from "./named-flags.js";
export { choiceFile, chosenProfile } from "./own-profile.js";
export { parseRole, readRole, type Role } from "./role.js";
export type { CallPreferences } from "../settings/call-options.js";
export {
  parseProfile,
  readProfile,
  type Profile,
  type ProfileChecks,
  type ProfileOptions,
} from "./profile.js";
