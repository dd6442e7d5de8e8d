/** Keys: asking for them, checking them with their service, keeping them private. */
export { acceptKey, type KeyOutcome, type KeyPlace } from "./accept-key.js";
export { askSecret, type AskSecretOptions } from "./ask-secret.js";
export { userFolder } from "../system/user-folder.js";
export { findKeys, type FoundKey } from "./found-keys.js";
export {
  createCredentialStore,
  type CredentialStore,
  type CredentialStoreOptions,
  type StorePlace,
  type WriteOptions,
} from "./store.js";
export { findKeyStore, type KeyStore } from "./key-store.js";
export { pipedSecret } from "./piped-secret.js";
export { storedCredential } from "./stored-credential.js";
