/** The parts that a bundle carries, put where a thread and a process can be started from them. */
import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/** What `scripts/embed.mjs` writes. */
interface Embedded {
  /** A checksum of all parts. */
  readonly digest: string;
  /** Every part by its path in the package, with its length, in the order of the archive. */
  readonly files: readonly (readonly [file: string, length: number])[];
  /** The parts one after the other, compressed, as base64. */
  readonly archive: string;
}

/**
 * The folder with the parts. It stays for the next process: a folder of the user's own, named after its content. Where
 * something else has that name, this process has a folder for itself.
 */
export async function unpackParts(): Promise<URL> {
  const embedded: Embedded = await import("../../dist/vendor/embedded.js");
  const kept = path.join(
    tmpdir(),
    `framework-diagram-${embedded.digest}-${process.getuid?.() ?? process.arch}`,
  );
  return pathToFileURL(`${isWhole(kept, embedded) ? kept : unpack(embedded, kept)}${path.sep}`);
}

function unpack({ files, archive, digest }: Embedded, kept: string): string {
  const fresh = mkdtempSync(path.join(tmpdir(), "framework-diagram-"));
  const data = gunzipSync(Buffer.from(archive, "base64"));
  let start = 0;
  for (const [file, length] of files) {
    const target = path.join(fresh, file);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, data.subarray(start, start + length), { mode: 0o600 });
    start += length;
  }
  try {
    renameSync(fresh, kept);
    return kept;
  } catch {
    const isThere = isWhole(kept, { files, archive, digest });
    if (isThere) rmSync(fresh, { recursive: true });
    else process.once("exit", () => rmSync(fresh, { recursive: true, force: true, maxRetries: 5 }));
    return isThere ? kept : fresh;
  }
}

/** Whether nobody else can have written it, and nothing was cleared away: what is in it will be run. */
function isWhole(folder: string, { files }: Embedded): boolean {
  try {
    const { mode, uid } = lstatSync(folder);
    const own = process.getuid?.();
    if (own !== undefined && (uid !== own || (mode & 0o077) !== 0)) return false;
    return files.every(([file, length]) => {
      const part = lstatSync(path.join(folder, file));
      return part.isFile() && part.size === length;
    });
  } catch {
    return false;
  }
}
