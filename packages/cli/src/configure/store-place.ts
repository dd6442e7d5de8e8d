/** Where a new key is kept: never inside a repository unasked. */
import path from "node:path";
import { createCredentialStore, type WriteOptions } from "@framework/shared/auth";
import { remark } from "../output/print.js";
import type { Environment } from "@framework/shared";

interface Wish {
  env: Environment;
  workspace: string;
  /** The workspace was named on the call, which is asking for its `.fw`. */
  isNamed: boolean;
  plainFile: boolean;
}

export async function storePlace({ env, workspace, isNamed, plainFile }: Wish): Promise<WriteOptions> {
  const store = createCredentialStore({ env, workspace });
  if (!(await store.isInRepository())) return { plainFile };
  if (isNamed) return { place: "workspace", plainFile };
  const folder = path.resolve(workspace, ".fw");
  if (process.stderr.isTTY && process.stdin.isTTY) {
    const { askYesNo } = await import("../input/current-asker.js");
    const question = `${folder} lies in a repository. Keep the key there, instead of in your own configuration?`;
    return { place: (await askYesNo(question)) ? "workspace" : "user", plainFile };
  }
  remark(
    `${folder} lies in a repository, so the key goes into your own configuration; --workspace . puts it there.`,
  );
  return { place: "user", plainFile };
}
