/** Which names hold secrets, how a secret is shown, and how it is taken out of a text. */

/** Words that mark a secret, some also as the end of a longer one: `KEY`, `dbpassword`, `accessToken`. */
const SECRET_WORD =
  /^(?:auth|authorization|bearer|cookie|cred|jwt|key|pass|pat)s?$|(?:apikey|credential|passphrase|passwd|password|secret|token)s?$/;

/** Whether a variable, header or key of this name is to be kept from others. The one rule for all that hide secrets. */
export function looksSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  // A socket is where somebody else keeps the key.
  return words.at(-1) !== "sock" && words.some((word) => SECRET_WORD.test(word));
}

/** A secret as it may be shown: `sk-o…9f3a`; `***` when so much of it would give it away. */
export function maskSecret(value: string): string {
  const letters = Array.from(value);
  return letters.length <= 12 ? "***" : `${letters.slice(0, 4).join("")}…${letters.slice(-4).join("")}`;
}

/** The password in an address, as it is written and as it is sent. */
function passwordIn(address: string): string[] {
  const [, pair = ""] = /:\/\/([^/@\s]*)@/.exec(address) ?? [];
  const password = pair.slice(pair.indexOf(":") + 1);
  try {
    return password === "" ? [] : [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** The passwords of the proxies that the variables name. */
export function proxyPasswords(env: Readonly<Record<string, string | undefined>>): string[] {
  const proxies = Object.entries(env).filter(([name]) => /^(?:https?|all)_proxy$/i.test(name));
  return proxies.flatMap(([, address = ""]) => passwordIn(address));
}

/** Shorter values of variables are settings rather than keys. */
const SHORTEST_VALUE = 8;

/** The values of all variables whose names say that they are secret, and the passwords in addresses. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(env).flatMap(([name, value = ""]) =>
    looksSecret(name) ? [value.trim()] : value.includes("://") ? passwordIn(value) : [],
  );
  return [...new Set(found)].filter((value) => value.length >= SHORTEST_VALUE);
}

/** Shorter ones are no secrets, and replacing them would tear ordinary words apart. */
const SHORTEST = 4;

/**
 * Replaces every occurrence of the secrets in a text, also where they are URL-encoded (in whole or in part), escaped
 * as JSON, or part of something in base64.
 *
 * @example
 * console.error(redact(String(error), [apiKey]));
 */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  // Longer ones first: a secret may contain another.
  for (const secret of [...new Set(secrets)].sort((left, right) => right.length - left.length)) {
    if (secret.length < SHORTEST) continue;
    clean = clean.replaceAll(new RegExp(formsOf(secret), "g"), () => maskSecret(secret));
  }
  return clean;
}

function formsOf(secret: string): string {
  const asJson = JSON.stringify(secret).slice(1, -1);
  return [anyUrlEncoding(secret), literal(asJson), ...base64Forms(secret).map(literal)].join("|");
}

/** Each letter as it is or percent-encoded in either case: encoders differ in which letters they encode. */
function anyUrlEncoding(secret: string): string {
  return Array.from(secret)
    .map((letter) => {
      const encoded = [...Buffer.from(letter)].map((byte) => `%${eitherCase(byte)}`).join("");
      return `(?:${encoded}|${literal(letter)}${letter === " " ? "|\\+" : ""})`;
    })
    .join("");
}

function eitherCase(byte: number): string {
  const digits = byte.toString(16).padStart(2, "0");
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * Base64 packs three bytes into four letters, so a secret after a prefix looks different for each of three offsets. Of each
 * form only the letters that depend on nothing but the secret are kept.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(first, last);
    return core.length < 6 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, (sign) => `\\${sign}`);
