/** Text files of a bounded size. */
import { createReadStream } from "node:fs";
import { ConfigurationError } from "../provider/errors.js";
import { reasonOf } from "./system-error.js";

/**
 * The whole text of a file a person wrote, without its byte order mark. Reads no more than `limit` bytes, also
 * from a pipe or a device; everything that goes wrong is a `ConfigurationError` that names the file.
 */
export async function readText(file: string, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new ConfigurationError(`${file}: cannot be read: ${reasonOf(cause)}`, { cause });
  }
  if (size > limit) throw new ConfigurationError(`${file}: is larger than ${limit} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ConfigurationError(`${file}: is not UTF-8 text; save it as UTF-8`);
  }
}
