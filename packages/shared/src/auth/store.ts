/**
 * Stored keys: one file per provider, readable by its owner alone. A file that is there but cannot be used is an error
 * with its reason; only a file that is not there means that no key is stored. A key that a folder brought along counts only
 * when the user trusts that file.
 */
import { existsSync, type Stats } from "node:fs";
import { lstat, mkdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { atomicWrite, removeTemporaries } from "../system/atomic-write.js";
import { isOpenToOthers, readPlainFile } from "../system/read-plain-file.js";
import { codeOf, reasonOf } from "../system/system-error.js";
import { createTrust } from "../system/trust.js";
import { ConfigurationError } from "../provider/errors.js";
import { userFolder } from "../system/user-folder.js";
import { findKeyStore } from "./key-store.js";
import { isSendable, parseStored, type StoredFile, storedText, UNSENDABLE } from "./stored-file.js";
import { defined } from "../provider/defined.js";

/** A key as it was found. */
interface StoredCredential {
  apiKey: string;
  file: string;
  /** The origin that accepted it. */
  belongsTo?: string;
  /** Something the user should mend although the key works: others can read the file. */
  warning?: string;
}

/** `.fw` of the workspace, or the user's own configuration folder. */
export type StorePlace = "workspace" | "user";

/** Where a key goes. */
export interface WriteOptions {
  /** Without it, the workspace's `.fw` where that is the user's and no part of a repository; else the user's own folder. */
  place?: StorePlace;
  /** Never the system's key store, though there is one. */
  plainFile?: boolean;
}

/** Keeps one key for each provider, in private files or in the system's key store. */
export interface CredentialStore {
  /** Undefined when no key is stored. */
  read(provider: string): Promise<StoredCredential | undefined>;
  /** Stores a key and gives the file it is in, or the key store. The old key stays when this fails. */
  write(
    provider: string,
    credential: { apiKey: string; belongsTo?: string },
    options?: WriteOptions,
  ): Promise<string>;
  /** Whether there was a key to remove. */
  remove(provider: string): Promise<boolean>;
  /** Where a provider's key is, or would be. */
  path(provider: string): Promise<string>;
  /** Whether the workspace has a `.fw` that lies in a repository, so that keys do not go there unasked. */
  isInRepository(): Promise<boolean>;
}

/** Whose keys they are. */
export interface CredentialStoreOptions {
  /** The variables that say where the user's folders are. */
  env: Readonly<Record<string, string | undefined>>;
  /** The folder whose `.fw` may hold keys. */
  workspace: string;
  /** Told of keys that do not count, and why. */
  onNotice?: ((text: string) => void) | undefined;
  /** The system whose key store is used; the one this runs on by default. */
  platform?: NodeJS.Platform;
}

const SIZE_LIMIT = 64 * 1024;

let writes: Promise<unknown> = Promise.resolve();

/** The stored keys as one workspace sees them. */
export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  const { env, workspace, onNotice, platform = process.platform } = options;
  const local = path.resolve(workspace, ".fw");
  const own = userFolder("config", env);
  const trust = createTrust(env);
  const keyStore = () => findKeyStore({ env, workspace, platform });

  const isInRepository = async () => (await exists(local, "a folder")) && hasRepositoryAround(local);

  /** Where a new key goes when nobody says where. */
  async function usualPlace(): Promise<StorePlace> {
    if (!(await exists(local, "a folder")) || hasRepositoryAround(local)) return "user";
    const owner = process.getuid?.();
    return owner === undefined || (await stat(local)).uid === owner ? "workspace" : "user";
  }

  async function fileIn(place: StorePlace, provider: string): Promise<string> {
    if (!/^[a-z][a-z0-9_]*$/.test(provider))
      throw new ConfigurationError("A provider's name is lower-case letters.");
    const folder = place === "workspace" ? local : own;
    await exists(folder, "a folder");
    return path.join(folder, `${provider}_auth.json`);
  }

  /** What the workspace's file says, if it counts. */
  async function inWorkspace(provider: string): Promise<(StoredFile & { file: string }) | undefined> {
    if (!(await exists(local, "a folder"))) return undefined;
    const file = await fileIn("workspace", provider);
    const found = await readStored(file);
    if (!found) return undefined;
    const ignored = (why: string, mend: string): undefined => {
      onNotice?.(`The key in ${file} is not used: ${why}. ${mend}`);
    };
    if (!(await trust.isTrusted(file, found.text)))
      return ignored(
        "you have not trusted this folder",
        `If it is yours: fw trust ${JSON.stringify(workspace)}`,
      );
    if (isOpenToOthers(found.stats) || isReadableByOthers(found.stats))
      return ignored("others can read or change it", `Run: chmod 600 ${JSON.stringify(file)}`);
    return { ...parseStored(found.text, file), file };
  }

  /** The file that counts: the workspace's, else the user's own. */
  async function inUse(
    provider: string,
  ): Promise<(StoredFile & { file: string; warning?: string }) | undefined> {
    const found = await inWorkspace(provider);
    if (found) return found;
    const file = await fileIn("user", provider);
    const read = await readStored(file);
    if (!read) return undefined;
    const warning = await warningFor(file, read.stats, own);
    return { ...parseStored(read.text, file), file, ...(warning !== undefined && { warning }) };
  }

  async function keyOf(
    provider: string,
    { apiKey, keyStore: name, kept, file }: StoredFile & { file: string },
  ) {
    if (apiKey !== undefined) return apiKey;
    const store = await keyStore();
    if (!store || store.name !== name)
      throw new ConfigurationError(`${file}: the key is kept by ${name}, which is not there.`);
    const key = (
      await store.read(provider, kept).catch((cause: unknown) => {
        throw new ConfigurationError(`${file}: ${store.words} did not give the key: ${reasonOf(cause)}`, {
          cause,
        });
      })
    ).trim();
    if (!isSendable(key))
      throw new ConfigurationError(`${file}: ${store.words} gave a key that ${UNSENDABLE}.`);
    return key;
  }

  /** Puts the key where it goes, and gives what the file is to say. */
  async function keep(provider: string, apiKey: string, place: StorePlace, plainFile: boolean) {
    const store = place === "user" && !plainFile ? await keyStore() : undefined;
    if (!store) return { apiKey };
    try {
      const kept = await store.write(provider, apiKey);
      return { keyStore: store.name, ...(kept !== undefined && { kept }) };
    } catch (cause) {
      onNotice?.(`${store.words} did not take the key (${reasonOf(cause)}), so it goes into a private file.`);
      return { apiKey };
    }
  }

  return {
    isInRepository,

    async path(provider) {
      return (await inUse(provider).catch(() => undefined))?.file ?? fileIn(await usualPlace(), provider);
    },

    async read(provider) {
      const found = await inUse(provider);
      if (!found) return undefined;
      const { file, belongsTo, warning } = found;
      return { apiKey: await keyOf(provider, found), file, ...defined({ belongsTo, warning }) };
    },

    async write(provider, { apiKey, belongsTo }, { place, plainFile = false } = {}) {
      if (!isSendable(apiKey)) throw new ConfigurationError(`The key for ${provider} ${UNSENDABLE}.`);
      const where = place ?? (await usualPlace());
      const file = await fileIn(where, provider);
      await exists(file, "a file");
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const stored = await keep(provider, apiKey, where, plainFile);
        const text = storedText({ ...stored, ...(belongsTo !== undefined && { belongsTo }) });
        // One after the other, so that the file that stays is the one that is trusted.
        const written = writes.then(async () => {
          // Whoever stores a key in a folder of theirs has said that it counts.
          if (where === "workspace") await trust.expect(file, text);
          await atomicWrite(file, text, { mode: 0o600 });
          if (where === "workspace") await trust.trust([{ file, content: text }]);
        });
        writes = written.catch(() => undefined);
        await written;
      } catch (cause) {
        if (cause instanceof ConfigurationError) throw cause;
        throw new ConfigurationError(`${file}: the key could not be stored: ${reasonOf(cause)}`, { cause });
      }
      return file;
    },

    async remove(provider) {
      const trusted = await inWorkspace(provider).catch(() => undefined);
      const file = trusted?.file ?? (await presentFile(provider));
      if (file === undefined) return false;
      try {
        const text = (await readStored(file))?.text ?? "";
        if (/"key_store"/.test(text)) await (await keyStore())?.remove(provider).catch(() => undefined);
        await unlink(file);
        await removeTemporaries(file);
      } catch (cause) {
        throw new ConfigurationError(`${file}: the key could not be removed: ${reasonOf(cause)}`, { cause });
      }
      return true;
    },
  };

  /** The file to remove: a broken one too. */
  async function presentFile(provider: string): Promise<string | undefined> {
    for (const place of ["workspace", "user"] as const) {
      if (place === "workspace" && !(await exists(local, "a folder"))) continue;
      const file = await fileIn(place, provider);
      if (await exists(file, "a file")) return file;
    }
    return undefined;
  }
}

function hasRepositoryAround(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return true;
    if (at === path.dirname(at)) return false;
  }
}

const isReadableByOthers = ({ mode }: Stats): boolean => process.platform !== "win32" && (mode & 0o077) !== 0;

async function warningFor(file: string, stats: Stats, folder: string): Promise<string | undefined> {
  if (isReadableByOthers(stats))
    return `${file} can be read by others; run: chmod 600 ${JSON.stringify(file)}`;
  return isOpenToOthers(await stat(folder))
    ? `${folder} can be changed by others, who could put another key there; run: chmod 700 ${JSON.stringify(folder)}`
    : undefined;
}

/**
 * Whether something is there; an error when it is something else than wanted. A link is refused: whoever made it may
 * read, or choose, what it leads to.
 */
async function exists(name: string, wanted: "a file" | "a folder"): Promise<boolean> {
  let stats: Stats;
  try {
    stats = await lstat(name);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return false;
    throw new ConfigurationError(`${name}: cannot be looked at: ${reasonOf(cause)}`, { cause });
  }
  if (wanted === "a file" ? stats.isFile() : stats.isDirectory()) return true;
  const kind = stats.isSymbolicLink() ? "a symbolic link" : `not ${wanted}`;
  throw new ConfigurationError(
    `${name}: no key is kept there, because it is ${kind}. Remove it and try again.`,
  );
}

/** Reads without following a link or waiting for a pipe, in case the name changed hands since it was looked at. */
async function readStored(file: string): Promise<{ text: string; stats: Stats } | undefined> {
  if (!(await exists(file, "a file"))) return undefined;
  try {
    return await readPlainFile(file, SIZE_LIMIT);
  } catch (cause) {
    throw new ConfigurationError(`${file}: the stored key cannot be read: ${reasonOf(cause)}`, { cause });
  }
}
