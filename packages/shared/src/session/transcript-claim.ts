/** Who may write to a conversation's file: one process at a time. */
import { realpathSync } from "node:fs";
import path from "node:path";
import { holderOf, type Lock, tryLock } from "../system/lock-file.js";
import { ConfigurationError } from "../provider/errors.js";

/** A process may open its own file again, as when a chat loads what it has just saved. */
const claims = new Map<string, { lock: Lock; users: number }>();

/** Claims a file for this process, or says which one has it. Throws the system's error where there can be no lock. */
export function claimFile(file: string): Lock {
  const lockFile = `${realPath(file)}.lock`;
  const known = claims.get(lockFile);
  const lock = known?.lock.isOurs() ? known.lock : tryLock(lockFile);
  if (!lock) {
    throw new ConfigurationError(
      `${file}: ${holderOf(lockFile)} has this conversation open. End it there, or go on in a copy of the file. ` +
        `If nothing has it open, remove ${lockFile}.`,
    );
  }
  const claim = known?.lock === lock ? known : { lock, users: 0 };
  claim.users += 1;
  claims.set(lockFile, claim);
  return {
    isOurs: () => lock.isOurs(),
    release: () => {
      claim.users -= 1;
      if (claim.users > 0) return;
      lock.release();
      if (claims.get(lockFile) === claim) claims.delete(lockFile);
    },
  };
}

/** Two names of one file share a lock; the file itself may not be there yet. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.join(realpathSync(path.dirname(file)), path.basename(file));
  }
}
