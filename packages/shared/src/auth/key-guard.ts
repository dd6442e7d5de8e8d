/**
 * Keys belong to origins: a stored one to the origin that accepted it; one from the environment to the service's own address, or to one
 * that a flag, a variable or the user's own profile names. A file from elsewhere that names another address has to be allowed to.
 */
import path from "node:path";
import { isLoopback } from "../http/proxy.js";
import { ConfigurationError } from "../provider/errors.js";
import type { CredentialUse, Environment, SettingSources } from "../provider/settings.js";
import { createTrust } from "../system/trust.js";

/** The profile that was named on the call. */
export interface NamedFile {
  file: string;
  content: string;
}

export interface KeyGuardOptions {
  env: Environment;
  /** A profile that is not the user's own; without it, whatever names an address is trusted. */
  named?: NamedFile | undefined;
  /** Addresses that the user has named with `--send-key-to`. */
  sendKeyTo?: readonly string[] | undefined;
  /** Puts a question to the user; without it nobody is there. */
  ask?: ((question: string) => Promise<boolean>) | undefined;
  onNotice?: ((text: string) => void) | undefined;
}

/** What decides whether a key may go to an address. */
export function keyGuard(options: KeyGuardOptions): NonNullable<SettingSources["guard"]> {
  const allowed = new Set((options.sendKeyTo ?? []).map(originOf));
  return async (use) => {
    for (const endpoint of new Set(use.endpoints.map(({ origin }) => origin))) {
      const url = new URL(endpoint);
      if (!allowed.has(endpoint)) await check(use, url, options);
      if (use.key && url.protocol === "http:" && !isLoopback(url))
        options.onNotice?.(
          `The key for ${use.provider} goes to ${endpoint} without encryption: whoever is on the way can read it.`,
        );
    }
  };
}

async function check(use: CredentialUse, url: URL, options: KeyGuardOptions): Promise<void> {
  const { named, env } = options;
  const what = whatIsAsked(use, url, named);
  if (what === undefined) return;
  const { origin } = url;
  const isFromFile = use.addressFrom === "profile" && named !== undefined;
  if (isFromFile) {
    const trust = createTrust(env);
    if (use.key?.kind !== "stored" && (await trust.isTrusted(named.file, named.content))) return;
    if (await trust.maySend(named.content, origin)) return;
    if (options.ask) {
      const question = `${named.file} wants ${what} to be sent to ${origin}. Send it there, now and whenever this file says so?`;
      if (await options.ask(question)) return trust.allowSend(named.content, origin);
    }
  }
  const folder = named === undefined ? "." : path.dirname(named.file);
  const trusting =
    isFromFile && use.key?.kind !== "stored"
      ? `, or trust the folder: fw trust ${JSON.stringify(folder)}`
      : "";
  const why = isFromFile ? `${named.file} names the address ${origin}` : `the address is ${origin}`;
  throw new ConfigurationError(
    `${use.provider}: ${what} was not sent: ${why}, to which it does not belong. ` +
      `If it is to go there: --send-key-to ${origin}${trusting}.`,
  );
}

/** What would go where it does not belong, in words; undefined when nothing does. */
function whatIsAsked(
  { key, addressFrom }: CredentialUse,
  url: URL,
  named: NamedFile | undefined,
): string | undefined {
  if (key?.kind === "stored") {
    const belongs = key.belongsTo === undefined ? addressFrom === "default" : key.belongsTo === url.origin;
    return belongs
      ? undefined
      : `the stored key (${key.origin}${key.belongsTo === undefined ? "" : `, accepted by ${key.belongsTo}`})`;
  }
  if (addressFrom !== "profile" || !named || isLoopback(url)) return undefined;
  if (key?.kind === "env") return `the key in ${key.origin}`;
  // A key that the file itself holds is no secret from it; what the environment gives it is.
  return /\$\{/.test(named.content) ? "what it takes from your environment with ${…}" : undefined;
}

function originOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address))
    throw new ConfigurationError(
      `--send-key-to takes an address such as https://gateway.example, not "${address}".`,
    );
  return new URL(address).origin;
}
