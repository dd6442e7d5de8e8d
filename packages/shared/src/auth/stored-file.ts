/** What stands in a file of the store: a key, or where the key is. */
import { ConfigurationError } from "../provider/errors.js";
import { jsonIn, record } from "../provider/untrusted.js";
import { defined } from "../provider/defined.js";

export interface StoredFile {
  /** The key itself, in a file that holds it. */
  apiKey?: string;
  /** The key store that holds it, and what that needs to give it back. */
  keyStore?: string;
  kept?: string;
  /** The origin that accepted the key, and the only one it goes to. */
  belongsTo?: string;
}

export const isSendable = (key: string): boolean => /^[\x21-\x7E]+$/.test(key);
export const UNSENDABLE =
  "is empty or has characters that cannot be sent in a header (spaces, line ends, non-ASCII)";

/** The parser's message would quote the file, so the reason is our own. */
export function parseStored(text: string, file: string): StoredFile {
  const content = jsonIn(text);
  if (content === undefined) throw broken(file, text.trim() === "" ? "is empty" : "is not valid JSON");
  const fields = record(content);
  const textAt = (name: string) => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [apiKey, keyStore, kept, belongsTo] = ["api_key", "key_store", "protected", "origin"].map(textAt);
  if (apiKey === undefined && keyStore === undefined) throw broken(file, 'has no text under "api_key"');
  if (apiKey !== undefined && !isSendable(apiKey)) throw broken(file, `has a key that ${UNSENDABLE}`);
  return defined({ apiKey, keyStore, kept, belongsTo });
}

export const storedText = ({ apiKey, keyStore, kept, belongsTo }: StoredFile): string =>
  `${JSON.stringify({ api_key: apiKey, key_store: keyStore, protected: kept, origin: belongsTo }, undefined, 2)}\n`;

const broken = (file: string, reason: string) =>
  new ConfigurationError(
    `${file}: the stored key cannot be used: the file ${reason}. Store the key again, or remove the file.`,
  );
