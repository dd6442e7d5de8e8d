/**
 * Stored keys: one file per provider, readable by its owner alone. A file that is there but cannot be used is an error
 * with its reason; only a file that is not there means that no key is stored.
 */
import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, unlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { atomicWrite, removeTemporaries } from "../system/atomic-write.js";
import { codeOf, reasonOf } from "../system/system-error.js";
import { ConfigurationError } from "../provider/errors.js";
import { userConfigFolder } from "../system/config-folder.js";

/** A key as it was found. */
interface StoredCredential {
  apiKey: string;
  file: string;
  /** Something the user should mend although the key works: others can read the file. */
  warning?: string;
}

export interface CredentialStore {
  /** Undefined when no key is stored. */
  read(provider: string): Promise<StoredCredential | undefined>;
  /** Stores a key and gives the file it is in. The old key stays when this fails. */
  write(provider: string, credential: { apiKey: string }): Promise<string>;
  /** Whether there was a key to remove. */
  remove(provider: string): Promise<boolean>;
  /** Where a provider's key is, or would be. */
  path(provider: string): Promise<string>;
}

export interface CredentialStoreOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Keys are kept in its `.fw` folder if it has one, else in the user's configuration folder. */
  workspace: string;
}

const sizeLimit = 64 * 1024;

/** The stored keys as one workspace sees them. */
export function createCredentialStore({ env, workspace }: CredentialStoreOptions): CredentialStore {
  const local = path.resolve(workspace, ".fw");

  async function folder(): Promise<string> {
    if (await exists(local, "a folder")) return local;
    const own = userConfigFolder(env, process.platform, os.homedir());
    await exists(own, "a folder");
    return own;
  }

  async function fileOf(provider: string): Promise<string> {
    if (!/^[a-z][a-z0-9_]*$/.test(provider))
      throw new ConfigurationError("A provider's name is lower-case letters.");
    return path.join(await folder(), `${provider}_auth.json`);
  }

  return {
    path: fileOf,

    async read(provider) {
      const file = await fileOf(provider);
      if (!(await exists(file, "a file"))) return undefined;
      const { text, mode } = await readPrivate(file);
      const apiKey = keyIn(text, file);
      const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
      return {
        apiKey,
        file,
        ...(isOpen && { warning: `${file} can be read by others; run: chmod 600 ${JSON.stringify(file)}` }),
      };
    },

    async write(provider, { apiKey }) {
      if (!isSendable(apiKey)) throw new ConfigurationError(`The key for ${provider} ${unsendable}.`);
      const file = await fileOf(provider);
      await exists(file, "a file");
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await atomicWrite(file, `${JSON.stringify({ api_key: apiKey }, undefined, 2)}\n`, { mode: 0o600 });
      } catch (cause) {
        throw new ConfigurationError(`${file}: the key could not be stored: ${reasonOf(cause)}`, { cause });
      }
      return file;
    },

    async remove(provider) {
      const file = await fileOf(provider);
      if (!(await exists(file, "a file"))) return false;
      try {
        await unlink(file);
        await removeTemporaries(file);
      } catch (cause) {
        throw new ConfigurationError(`${file}: the key could not be removed: ${reasonOf(cause)}`, { cause });
      }
      return true;
    },
  };
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

/** Opens without following a link or waiting for a pipe, in case the name changed hands since it was looked at. */
async function readPrivate(file: string): Promise<{ text: string; mode: number }> {
  try {
    // Where a platform lacks a flag it is undefined, which adds nothing.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { mode, size } = await handle.stat();
      if (size > sizeLimit) throw new ConfigurationError(`${file}: is too large for a stored key`);
      return { text: await handle.readFile("utf8"), mode };
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    throw new ConfigurationError(`${file}: the stored key cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** The parser's message would quote the file, so the reason is our own. */
function keyIn(text: string, file: string): string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw broken(file, text.trim() === "" ? "is empty" : "is not valid JSON");
  }
  const key: unknown =
    typeof content === "object" && content !== null ? Reflect.get(content, "api_key") : undefined;
  if (typeof key !== "string" || key === "") throw broken(file, 'has no text under "api_key"');
  if (!isSendable(key)) throw broken(file, `has a key that ${unsendable}`);
  return key;
}

const isSendable = (key: string) => /^[\x21-\x7E]+$/.test(key);
const unsendable =
  "is empty or has characters that cannot be sent in a header (spaces, line ends, non-ASCII)";

const broken = (file: string, reason: string) =>
  new ConfigurationError(
    `${file}: the stored key cannot be used: the file ${reason}. Store the key again, or remove the file.`,
  );
