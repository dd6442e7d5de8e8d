/** Asks once whether a folder's own keys and renderers are to count; a no is remembered as well as a yes. */
import { claimsInWords, ownClaims } from "./folder-claims.js";
import type { Environment } from "@framework/shared";

/** Nothing is asked where nobody can answer: then the folder's settings do not count, and that is said. */
export async function offerTrust(workspace: string, env: Environment): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return;
  const claims = (await ownClaims(workspace)).filter(({ holdsUnnamed }) => holdsUnnamed);
  if (claims.length === 0) return;
  const { createTrust } = await import("@framework/shared/config");
  const trust = createTrust(env);
  const isOpen = await Promise.all(
    claims.map(
      async ({ file, content }) =>
        !(await trust.isTrusted(file, content)) && !(await trust.isDeclined(content)),
    ),
  );
  const open = claims.filter((_claim, place) => isOpen[place]);
  if (open.length === 0) return;
  const { askYesNo } = await import("../input/current-asker.js");
  const question = `This folder brings settings of its own along:\n${claimsInWords(open)}\nLet them count whenever you work here?`;
  if (await askYesNo(question)) await trust.trust(open);
  else await trust.decline(open.map(({ content }) => content));
}
