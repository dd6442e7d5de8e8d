/** Loads the thread's scripts and keeps what V8 compiled from them. */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { isOpenToOthers } from "./kept-files.js";

type ModuleFunction = (exports: object, require: (id: string) => unknown, file: string) => void;

/** Runs what takes compiled code or gives it. */
export type Compiling = <Result>(work: () => Result) => Result;

interface LoadedScript {
  /** Null when nothing can be kept of it. */
  readonly script: Script | null;
  readonly exports: object;
  /** The file with its compiled code, and the checksum of its source. */
  readonly kept: string;
  readonly sourceSum: number;
  /** Whether nothing is kept of it yet that could be used. */
  isNew: boolean;
}

const SUM_LENGTH = 4;

/**
 * Loads bundled CommonJS scripts, which must not import modules, and keeps the code that V8 compiled from them, so that
 * the next process need not compile them again. What is kept lies beside the scripts, where nobody can write who could
 * not change the scripts as well; when the place is read-only, nothing is kept. Functions are compiled when they first
 * run, so what is kept depends on what was done: each use has a folder of its own.
 */
export class ScriptLoader {
  readonly #loaded = new Map<string, LoadedScript>();
  readonly #cacheFolder: string;
  readonly #compiling: Compiling;
  #folder: string;

  constructor(cacheFolder: string, compiling: Compiling = (work) => work()) {
    // V8 takes back only what the same version with the same flags has compiled.
    this.#cacheFolder = path.join(cacheFolder, `${process.arch}-${cachedDataVersionTag()}`);
    this.#folder = this.#cacheFolder;
    this.#compiling = compiling;
  }

  /** Says what the scripts loaded from now on are used for. */
  use(name: string): void {
    this.#folder = path.join(this.#cacheFolder, name);
  }

  /** Whether compiled code is kept of `file`, for a process with the same flags. */
  hasKept(file: string): boolean {
    return existsSync(this.#placeOf(file));
  }

  /** Lets go of what cannot be part of an image: the scripts stay loaded, and nothing is kept of them. */
  letGo(): void {
    for (const [file, { exports, kept, sourceSum }] of this.#loaded)
      this.#loaded.set(file, { script: null, exports, kept, sourceSum, isNew: false });
  }

  /** What the script `file` exports; the build has wrapped it into a function. */
  load(file: string): object {
    const known = this.#loaded.get(file);
    if (known) return known.exports;
    const source = readFileSync(file);
    const sourceSum = crc32(source);
    const kept = this.#placeOf(file);
    const cachedData = readKept(kept, sourceSum);
    const script = this.#compiling(
      () => new Script(source.toString(), { filename: file, ...(cachedData ? { cachedData } : {}) }),
    );
    const isNew = !cachedData || script.cachedDataRejected === true;
    const exports = {};
    this.#loaded.set(file, { script, exports, kept, sourceSum, isNew });
    const outside = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith(".") ? this.load(path.resolve(path.dirname(file), id)) : outside(id);
    const run: ModuleFunction = script.runInThisContext();
    run(exports, require, file);
    return exports;
  }

  /**
   * Keeps the compiled code of the scripts that were compiled anew for this use: once, because V8 drops what has not run for
   * a while.
   */
  keep(): void {
    const scripts = [...this.#loaded.values()].filter(
      ({ isNew, kept }) => isNew && path.dirname(kept) === this.#folder,
    );
    if (scripts.length === 0) return;
    try {
      // Whatever the umask says: what others could write here would be run.
      mkdirSync(this.#folder, { recursive: true, mode: 0o755 });
      for (const loaded of scripts) {
        loaded.isNew = false;
        const code = this.#compiling(() => loaded.script?.createCachedData());
        if (code) writeKept(loaded.kept, loaded.sourceSum, code);
      }
    } catch {
      // A read-only or full disk: the next process compiles again.
    }
  }

  #placeOf(file: string): string {
    return path.join(this.#folder, `${path.basename(file)}.bin`);
  }
}

/** V8 would notice neither a torn file nor another source of the same length: the checksum of both does. */
function readKept(file: string, sourceSum: number): Buffer | undefined {
  let kept: Buffer;
  try {
    const handle = openSync(file, "r");
    try {
      if (isOpenToOthers(fstatSync(handle)) || isOpenToOthers(statSync(path.dirname(file)))) return undefined;
      kept = readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
  if (kept.length <= SUM_LENGTH) return undefined;
  const code = kept.subarray(SUM_LENGTH);
  return kept.readUInt32LE(0) === crc32(code, sourceSum) ? code : undefined;
}

function writeKept(file: string, sourceSum: number, code: Buffer): void {
  const part = `${file}.${process.pid}`;
  const sum = Buffer.alloc(SUM_LENGTH);
  sum.writeUInt32LE(crc32(code, sourceSum));
  writeFileSync(part, Buffer.concat([sum, code]), { mode: 0o644 });
  renameSync(part, file);
}
