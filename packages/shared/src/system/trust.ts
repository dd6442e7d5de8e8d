/**
 * What the user trusts: files of folders, each with the content it had when the user said so. It is remembered in the user's own
 * configuration and never in the folder itself. A file that changes is not trusted any more.
 */
import { createHash } from "node:crypto";
import { mkdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../provider/errors.js";
import { jsonIn, list, record, textsIn } from "../provider/untrusted.js";
import { atomicWrite } from "./atomic-write.js";
import { userFolder } from "./user-folder.js";
import { isOpenToOthers, readPlainFile } from "./read-plain-file.js";
import { reasonOf } from "./system-error.js";
import type { Environment } from "../provider/settings.js";

interface Remembered {
  /** The content's hash by the file's true path; two, parted by a blank, while the file is being replaced. */
  files: Record<string, string>;
  /** `hash origin`: where a key may go because the file with this content says so. */
  sends: string[];
  /** Hashes of contents that the user has looked at and does not trust. */
  declined: string[];
}

const SIZE_LIMIT = 1024 * 1024;
const NAME = "trust.json";

let changes: Promise<unknown> = Promise.resolve();

export interface Trust {
  /** Whether the user trusts this file with this content. */
  isTrusted(file: string, content: string): Promise<boolean>;
  trust(files: readonly { file: string; content: string }[]): Promise<void>;
  /** Trusts what a file is about to hold, beside what it holds now: whatever happens in between, one of them is there. */
  expect(file: string, content: string): Promise<void>;
  /** Whether the user was asked about this content and said no. */
  isDeclined(content: string): Promise<boolean>;
  decline(contents: readonly string[]): Promise<void>;
  /** Forgets everything inside a folder; gives how many files that were. */
  forget(folder: string): Promise<number>;
  /** Every trusted file. */
  list(): Promise<string[]>;
  /** Whether keys may go to this origin because a file with this content names it. */
  maySend(content: string, origin: string): Promise<boolean>;
  allowSend(content: string, origin: string): Promise<void>;
}

/** What the user of this environment trusts. */
export function createTrust(env: Environment): Trust {
  const folder = userFolder("config", env);
  const file = path.join(folder, NAME);

  async function read(): Promise<Remembered> {
    const found = await readPlainFile(file, SIZE_LIMIT).catch((error: unknown) => {
      throw new ConfigurationError(`${file} cannot be used: ${reasonOf(error)}`, { cause: error });
    });
    // What somebody else may have written says nothing about what the user trusts.
    const isOthers = found && [found.stats, await stat(folder)].some(isOpenToOthers);
    return !found || isOthers ? { files: {}, sends: [], declined: [] } : parse(found.text, file);
  }

  /** One change after the other: each builds on the last. */
  function change(apply: (remembered: Remembered) => void): Promise<void> {
    const next = changes.then(() => changeNow(apply));
    changes = next.catch(() => undefined);
    return next;
  }

  async function changeNow(apply: (remembered: Remembered) => void): Promise<void> {
    const remembered = await read();
    apply(remembered);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await atomicWrite(file, `${JSON.stringify(remembered, undefined, 2)}\n`, { mode: 0o600 });
    } catch (cause) {
      throw new ConfigurationError(`${file} cannot be written: ${reasonOf(cause)}`, { cause });
    }
  }

  return {
    async isTrusted(name, content) {
      const { files } = await read();
      return files[await realOf(name)]?.split(" ").includes(hashOf(content)) ?? false;
    },
    async expect(name, content) {
      const real = await realOf(name);
      const now = await readPlainFile(real, SIZE_LIMIT).catch(() => undefined);
      await change(({ files }) => {
        const trusted = (files[real]?.split(" ") ?? []).filter((hash) => now && hash === hashOf(now.text));
        files[real] = [...trusted, hashOf(content)].join(" ");
      });
    },
    async trust(trusted) {
      const real = await Promise.all(
        trusted.map(async (one) => [await realOf(one.file), hashOf(one.content)] as const),
      );
      await change(({ files }) => Object.assign(files, Object.fromEntries(real)));
    },
    isDeclined: async (content) => (await read()).declined.includes(hashOf(content)),
    decline: (contents) => change(({ declined }) => void declined.push(...contents.map(hashOf))),
    async forget(name) {
      const inside = `${await realOf(name)}${path.sep}`;
      let count = 0;
      await change(({ files }) => {
        for (const one of Object.keys(files)) {
          if (!one.startsWith(inside)) continue;
          delete files[one];
          count += 1;
        }
      });
      return count;
    },
    list: async () => Object.keys((await read()).files).sort(),
    maySend: async (content, origin) => (await read()).sends.includes(`${hashOf(content)} ${origin}`),
    allowSend: (content, origin) => change(({ sends }) => void sends.push(`${hashOf(content)} ${origin}`)),
  };
}

function parse(text: string, file: string): Remembered {
  const value = jsonIn(text);
  if (value === undefined) {
    throw new ConfigurationError(
      `${file} is not valid JSON. Remove it, and trust your folders anew (fw trust).`,
    );
  }
  const { files, sends, declined } = record(value);
  return { files: textsIn(record(files)), sends: texts(sends), declined: texts(declined) };
}

const texts = (value: unknown): string[] => list(value).filter((one) => typeof one === "string");

const hashOf = (content: string): string => createHash("sha256").update(content).digest("hex");

/** Where a file really is, whatever links lead to it; where it would be, if it is not there. */
export const realOf = (file: string): Promise<string> => realpath(file).catch(() => path.resolve(file));
