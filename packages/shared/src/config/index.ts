/** What the user wrote: profiles and env files. */
export { atomicWrite, type AtomicWriteOptions } from "../system/atomic-write.js";
export { readPlainFile } from "../system/read-plain-file.js";
export { createTrust, type Trust } from "../system/trust.js";
export { parseEnvFile, readEnvFile } from "./env-file.js";
export {
  parseProfile,
  readProfile,
  type Profile,
  type ProfileChecks,
  type ProfileOptions,
} from "./profile.js";
