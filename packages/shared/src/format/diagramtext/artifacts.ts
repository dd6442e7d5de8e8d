/** The pictures that are kept beside the output, in a private folder. */
import { lstat, mkdir, mkdtemp, readdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { atomicWrite } from "../../system/atomic-write.js";
import { codeOf } from "../../system/system-error.js";

const DEFAULT_FOLDER = "/tmp/fw_vision";
/** A picture is written in a moment: what is this old was left by a process that was killed. */
const LEFTOVER_MS = 60 * 60 * 1000;

/** Saves pictures as `diagramtext_001.png`, `diagramtext_002.png`, … in a private folder, which several processes may share. */
export class Artifacts {
  #count = 0;
  #ready: Promise<string> | undefined;
  /** Only these may be replaced: the others belong to another process, or to an earlier run. */
  readonly #own = new Set<string>();

  constructor(
    readonly folder = DEFAULT_FOLDER,
    readonly notify: (message: string) => void = () => {},
  ) {}

  /** Begins again at 001. */
  reset(): void {
    this.#count = 0;
  }

  /**
   * Writes the next picture, readable by its owner only, and gives its path. The file appears whole or not at all, under the
   * next number that nobody else has.
   */
  async save(png: Uint8Array): Promise<string> {
    this.#ready ??= this.#prepare();
    const folder = await this.#ready;
    for (;;) {
      this.#count += 1;
      const file = path.join(folder, `diagramtext_${String(this.#count).padStart(3, "0")}.png`);
      try {
        await atomicWrite(file, png, { mode: 0o600, exclusive: !this.#own.has(file) });
        this.#own.add(file);
        return file;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        this.#count = Math.max(this.#count, await highestNumber(folder));
      }
    }
  }

  /** A folder that others could have prepared is not used: what is saved there could be read or replaced. */
  async #prepare(): Promise<string> {
    const folder = path.resolve(this.folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const state = await lstat(folder);
    const owner = process.getuid?.();
    const fault = state.isSymbolicLink()
      ? "is a symbolic link"
      : !state.isDirectory()
        ? "is no folder"
        : owner !== undefined && state.uid !== owner
          ? "belongs to another user"
          : undefined;
    if (!fault) {
      await removeLeftovers(folder);
      return folder;
    }
    const own = await mkdtemp(path.join(tmpdir(), "fw_vision-"));
    this.notify(`${folder} ${fault} and is not used; pictures are saved in ${own}.`);
    return own;
  }
}

async function highestNumber(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) =>
    Number(/^diagramtext_(\d{1,9})\.png$/.exec(name)?.[1] ?? 0),
  );
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.diagramtext_\d+\.png\.[\da-f]+\.tmp$/.test(name)) continue;
    const file = path.join(folder, name);
    try {
      if (Date.now() - (await lstat(file)).mtimeMs > LEFTOVER_MS) await unlink(file);
    } catch {
      // Another process was faster.
    }
  }
}
