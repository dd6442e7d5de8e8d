import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

type ModuleFunction = (exports: object, require: (id: string) => unknown, file: string) => void;

interface LoadedScript {
  readonly script: Script;
  readonly source: Buffer;
  readonly exports: object;
}

const checksumLength = 4;

/**
 * Loads bundled CommonJS scripts, which must not import modules, and keeps the code that V8 compiled from them, so that the next process need not
 * compile them again (Node does this itself from version 22 on). What is kept lies beside the scripts, where nobody can
 * write who could not change the scripts as well; when the place is read-only, nothing is kept.
 */
export class ScriptLoader {
  private readonly loaded = new Map<string, LoadedScript>();
  private readonly cacheFolder: string;
  private incomplete = false;

  constructor(cacheFolder: string) {
    // V8 takes back only what the same version with the same flags has compiled.
    this.cacheFolder = path.join(cacheFolder, `${process.arch}-${cachedDataVersionTag()}`);
  }

  /** What the script `file` exports; the build has wrapped it into a function. */
  load(file: string): object {
    const known = this.loaded.get(file);
    if (known) return known.exports;
    const source = readFileSync(file);
    const cachedData = this.read(file, source);
    const script = new Script(source.toString(), {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
    });
    if (!cachedData || script.cachedDataRejected) this.incomplete = true;
    const exports = {};
    this.loaded.set(file, { script, source, exports });
    const outside = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith(".") ? this.load(path.resolve(path.dirname(file), id)) : outside(id);
    const run: ModuleFunction = script.runInThisContext();
    run(exports, require, file);
    return exports;
  }

  /** Keeps the compiled code of all scripts, if one was compiled anew: with it come functions that first ran now. */
  keep(): void {
    if (!this.incomplete) return;
    this.incomplete = false;
    try {
      mkdirSync(this.cacheFolder, { recursive: true });
      for (const [file, { script, source }] of this.loaded)
        this.write(file, source, script.createCachedData());
    } catch {
      // A read-only or full disk: the next process compiles again.
    }
  }

  private cacheFile(file: string): string {
    return path.join(this.cacheFolder, `${path.basename(file)}.bin`);
  }

  /** V8 does not notice a torn file, nor another source of the same length. */
  private read(file: string, source: Buffer): Buffer | undefined {
    let kept: Buffer;
    try {
      kept = readFileSync(this.cacheFile(file));
    } catch {
      return undefined;
    }
    const code = kept.subarray(checksumLength);
    const whole = kept.length > checksumLength && kept.readUInt32LE(0) === crc32(code, crc32(source));
    return whole ? code : undefined;
  }

  private write(file: string, source: Buffer, code: Buffer): void {
    const target = this.cacheFile(file);
    const part = `${target}.${process.pid}`;
    const checksum = Buffer.alloc(checksumLength);
    checksum.writeUInt32LE(crc32(code, crc32(source)));
    writeFileSync(part, Buffer.concat([checksum, code]));
    renameSync(part, target);
  }
}
