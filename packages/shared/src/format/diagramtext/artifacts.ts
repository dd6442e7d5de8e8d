import { randomBytes } from "node:crypto";
import { lstat, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const DEFAULT_FOLDER = "/tmp/fw_vision";

/** Saves pictures as `diagramtext_001.png`, `diagramtext_002.png`, … in a private folder. */
export class Artifacts {
  #count = 0;
  #ready: Promise<string> | undefined;

  constructor(
    readonly folder = DEFAULT_FOLDER,
    readonly notify: (message: string) => void = () => {},
  ) {}

  /** Begins again at 001. */
  reset(): void {
    this.#count = 0;
  }

  /** Writes the next picture, readable by its owner only, and gives its path. The file appears whole or not at all. */
  async save(png: Uint8Array): Promise<string> {
    this.#ready ??= this.#prepare();
    const folder = await this.#ready;
    this.#count += 1;
    const file = path.join(folder, `diagramtext_${String(this.#count).padStart(3, "0")}.png`);
    const partial = path.join(folder, `.${randomBytes(8).toString("hex")}.part`);
    try {
      await writeFile(partial, png, { mode: 0o600, flag: "wx" });
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return file;
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
    if (!fault) return folder;
    const own = await mkdtemp(path.join(tmpdir(), "fw_vision-"));
    this.notify(`${folder} ${fault} and is not used; pictures are saved in ${own}.`);
    return own;
  }
}
