/** What a folder would set if it were trusted: its keys, its renderer, its profiles. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { exactText, loadProvider, looksSecret, providerNames } from "@framework/shared";
import { readPlainFile } from "@framework/shared/config";

export interface Claim {
  file: string;
  content: string;
  /** What it would set, a line each. */
  sets: string[];
  /** Whether it would hold for whoever works in the folder, without being named. */
  holdsUnnamed: boolean;
}

/** What the claims say, for a person. */
export const claimsInWords = (claims: readonly Claim[]): string =>
  claims.flatMap(({ file, sets }) => [exactText(file).text, ...sets.map((line) => `  ${line}`)]).join("\n");

const SIZE_LIMIT = 256 * 1024;
const PROFILE = /^(?:provider|plugin_configs|plugins|chain)\s*:/m;

/** Every file of the folder that would count, with what it would do. */
export async function claimsOf(workspace: string): Promise<Claim[]> {
  return [...(await ownClaims(workspace)), ...(await claimsIn(workspace))];
}

/** The same for what holds without being named. */
export async function ownClaims(workspace: string): Promise<Claim[]> {
  const servers = await serversOf(path.join(workspace, ".mcp.json"));
  return [...(await claimsIn(path.join(workspace, ".fw"))), ...(servers ? [servers] : [])];
}

/** The programs and addresses of a folder's MCP servers. */
async function serversOf(file: string): Promise<Claim | undefined> {
  const found = await readPlainFile(file, SIZE_LIMIT).catch(() => undefined);
  if (!found) return undefined;
  const lines = found.text.match(/"(?:command|url)"\s*:\s*"[^"]*"/g) ?? [];
  const sets = [
    "starts MCP servers, whose tools the model may use:",
    ...lines.slice(0, MOST_LINES).map((line) => `  ${exactText(line).text}`),
  ];
  return { file, content: found.text, sets, holdsUnnamed: true };
}

async function claimsIn(folder: string): Promise<Claim[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted((left, right) => left.localeCompare(right));
  const claims = await Promise.all(names.map((name) => claimOf(path.join(folder, name))));
  return claims.filter((claim) => claim !== undefined);
}

async function claimOf(file: string): Promise<Claim | undefined> {
  const isOwn = path.basename(path.dirname(file)) === ".fw";
  if (!/\.ya?ml$/i.test(file) && !(isOwn && file.endsWith(".json"))) return undefined;
  const found = await readPlainFile(file, SIZE_LIMIT).catch(() => undefined);
  if (!found) return undefined;
  const { text: content } = found;
  const name = path.basename(file);
  if (isOwn && name.endsWith("_auth.json"))
    return {
      file,
      content,
      sets: [`a key for ${name.slice(0, -"_auth.json".length)}, used instead of yours`],
      holdsUnnamed: true,
    };
  if (isOwn && name === "formatters.json") {
    const sends = content.includes('"remote"')
      ? "sends diagrams to a public service"
      : "changes how answers look";
    return { file, content, sets: [sends], holdsUnnamed: content.includes('"remote"') };
  }
  if (!/\.ya?ml$/i.test(name) || !PROFILE.test(content)) return undefined;
  return {
    file,
    content,
    sets: ["a profile; keys may go where it says:", ...(await telling(content))],
    holdsUnnamed: false,
  };
}

const TELLING = ["provider", "model", "plugins", "api_key_command", "\\w*_url"];
const MOST_LINES = 20;

/** The lines of a profile that say where it leads and what it runs; of settings, those whose role it is. */
async function telling(content: string): Promise<string[]> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  const knobs = definitions.flatMap(({ knobsFor }) => [
    ...knobsFor.addresses,
    ...(knobsFor.headers ? [knobsFor.headers] : []),
  ]);
  const keys = [...TELLING, ...new Set(knobs.map((knob) => knob.slice(knob.lastIndexOf(".") + 1)))];
  const isTelling = new RegExp(`^\\s*-?\\s*(?:${keys.join("|")})\\s*:`);
  const lines = content.split("\n").filter((line) => isTelling.test(line));
  const shown = lines.slice(0, MOST_LINES).map((line) => {
    const [name = ""] = line.split(":");
    return `  ${exactText(looksSecret(name) && !name.trim().endsWith("_command") ? `${name}: ***` : line).text}`;
  });
  return lines.length > MOST_LINES ? [...shown, `  and ${lines.length - MOST_LINES} more lines`] : shown;
}
