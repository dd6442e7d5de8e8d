/** The models that were seen last, for the shell's completion. Nothing else reads them. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { userFolder } from "@framework/shared/auth";
import { atomicWrite } from "@framework/shared/config";
import type { Environment } from "@framework/shared";

/** An id with any other character could mean something to a shell. */
const SAFE = /^[\w.:/@+-]{1,200}$/;
const MOST = 5000;

/** A failure costs the user nothing but the completion, so it is not told. */
export async function rememberModels(
  provider: string,
  ids: readonly string[],
  env: Environment,
): Promise<void> {
  const folder = path.join(userFolder("cache", env), "models");
  const lines = ids.filter((id) => SAFE.test(id)).slice(0, MOST);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await atomicWrite(path.join(folder, provider), lines.map((id) => `${id}\n`).join(""), { mode: 0o600 });
  } catch {
    // No cache, no completion.
  }
}
