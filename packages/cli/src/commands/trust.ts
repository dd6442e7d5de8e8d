/** `fw trust`: lets a folder's own settings count. What they would do is shown first, and remembered outside the folder. */
import path from "node:path";
import { ConfigurationError } from "@framework/shared";
import { createTrust } from "@framework/shared/config";
import { claimsInWords, claimsOf } from "../configure/folder-claims.js";
import { remark, say } from "../output/print.js";

export interface TrustFlags {
  yes?: boolean;
  list?: boolean;
  forget?: boolean;
}

export async function runTrust(folder: string, flags: TrustFlags): Promise<void> {
  const trust = createTrust(process.env);
  if (flags.list) {
    const files = await trust.list();
    return say(files.length === 0 ? "No folder's files are trusted." : files.join("\n"));
  }
  const workspace = path.resolve(folder);
  if (flags.forget) {
    const count = await trust.forget(workspace);
    return say(`${workspace}: ${count === 1 ? "1 file is" : `${count} files are`} not trusted any more.`);
  }
  const claims = await claimsOf(workspace);
  if (claims.length === 0) return say(`${workspace} has no settings of its own; there is nothing to trust.`);
  remark(claimsInWords(claims));
  if (!flags.yes && !(await isAllowed())) {
    process.exitCode = 1;
    return remark("Nothing was changed.");
  }
  await trust.trust(claims);
  return say(`${workspace} is trusted as it is now. A file that changes has to be trusted anew.`);
}

async function isAllowed(): Promise<boolean> {
  if (!process.stderr.isTTY)
    throw new ConfigurationError(
      "There is no terminal to ask on. Look at the files, then: fw trust --yes DIR",
    );
  const { askYesNo } = await import("../input/current-asker.js");
  return askYesNo("Let these files count whenever you work in this folder?");
}
