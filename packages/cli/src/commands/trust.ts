/** `fw trust`: lets a folder's own settings count. What they would do is shown first, and remembered outside the folder. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, exactText, looksSecret } from "@framework/shared";
import { createTrust, readPlainFile } from "@framework/shared/config";
import { remark, say } from "../output/print.js";

export interface TrustFlags {
  yes?: boolean;
  list?: boolean;
  forget?: boolean;
}

interface Claim {
  file: string;
  content: string;
  /** What it would set, a line each. */
  sets: string[];
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
  for (const { file, sets } of claims)
    remark([exactText(file).text, ...sets.map((line) => `  ${line}`)].join("\n"));
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

const SIZE_LIMIT = 256 * 1024;
const PROFILE = /^(?:provider|plugin_configs|plugins|chain)\s*:/m;

/** Every file of the folder that would count, with what it would do. */
async function claimsOf(workspace: string): Promise<Claim[]> {
  const own = path.join(workspace, ".fw");
  const names = async (folder: string) =>
    (await readdir(folder).catch(() => []))
      .toSorted((left, right) => left.localeCompare(right))
      .map((name) => path.join(folder, name));
  const claims = await Promise.all([...(await names(own)), ...(await names(workspace))].map(claimOf));
  return claims.filter((claim) => claim !== undefined);
}

async function claimOf(file: string): Promise<Claim | undefined> {
  if (!/\.(?:json|ya?ml)$/i.test(file)) return undefined;
  const found = await readPlainFile(file, SIZE_LIMIT).catch(() => undefined);
  if (!found) return undefined;
  const { text: content } = found;
  const name = path.basename(file);
  const isOwn = path.basename(path.dirname(file)) === ".fw";
  if (isOwn && name.endsWith("_auth.json"))
    return {
      file,
      content,
      sets: [`a key for ${name.slice(0, -"_auth.json".length)}, used instead of yours`],
    };
  if (isOwn && name === "formatters.json") {
    const sends = content.includes('"remote"')
      ? "sends diagrams to a public service"
      : "changes how answers look";
    return { file, content, sets: [sends] };
  }
  if (!/\.ya?ml$/i.test(name) || !PROFILE.test(content)) return undefined;
  return { file, content, sets: ["a profile; keys may go where it says:", ...telling(content)] };
}

const TELLING = /^\s*-?\s*(provider|host|\w*_url|endpoint|plugins|api_key_command|headers|model)\s*:/;
const MOST_LINES = 20;

/** The lines of a profile that say where it leads and what it runs. */
function telling(content: string): string[] {
  const lines = content.split("\n").filter((line) => TELLING.test(line));
  const shown = lines.slice(0, MOST_LINES).map((line) => {
    const [name = ""] = line.split(":");
    return `  ${exactText(looksSecret(name) && !name.trim().endsWith("_command") ? `${name}: ***` : line).text}`;
  });
  return lines.length > MOST_LINES ? [...shown, `  and ${lines.length - MOST_LINES} more lines`] : shown;
}
