/** Where the lock of a load is: loading a model twice puts two copies into memory, so only one process may load it at a time. */
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { Environment } from "../../../provider/settings.js";
import { userFolder } from "../../../system/user-folder.js";
import { isLoopback } from "../../../http/proxy.js";

/** The lock of one model on one server, its folder made private; rejects when there can be no such folder. */
export async function loadLockFile(env: Environment, server: URL, model: string): Promise<string> {
  const folder = path.join(userFolder("cache", env), "locks");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs) throw new Error(`${folder} is not a folder of this user`);
  await chmod(folder, 0o700);
  // The machine is part of the name: a home folder may be shared, "localhost" never is.
  const address = isLoopback(server) ? `localhost:${server.port}` : server.host;
  const key = [hostname(), server.protocol, address, server.pathname, model].join("\n");
  return path.join(folder, `load-${createHash("sha256").update(key).digest("hex").slice(0, 32)}.lock`);
}
