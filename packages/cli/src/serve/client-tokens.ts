/** The tokens that clients of `fw serve` show. Only their hashes are kept. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigurationError } from "@framework/shared";

interface StoredToken {
  name: string;
  sha256: string;
  created: string;
}

export class ClientTokens {
  readonly #tokens: readonly StoredToken[];

  constructor(tokens: readonly StoredToken[]) {
    this.#tokens = tokens;
  }

  /** A file that is not there holds none. */
  static read(file: string): ClientTokens {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return new ClientTokens([]);
      throw new ConfigurationError(`${file}: the client tokens cannot be read.`, { cause: error });
    }
    return new ClientTokens(parse(text, file));
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0;
  }

  /** The name of the token's holder; undefined for a token that nobody was given. */
  holder(token: string): string | undefined {
    const shown = Buffer.from(hash(token), "hex");
    return this.#tokens.find(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, "hex"), shown))?.name;
  }

  /** A new token, and the file's text with its hash added. */
  add(name: string): { token: string; text: string } {
    if (this.#tokens.some((token) => token.name === name)) {
      throw new ConfigurationError(`There is a token "${name}" already. Choose another name.`);
    }
    const token = `fw-${randomBytes(32).toString("base64url")}`;
    const tokens = [...this.#tokens, { name, sha256: hash(token), created: new Date().toISOString() }];
    return { token, text: `${JSON.stringify({ tokens }, null, 2)}\n` };
  }
}

const hash = (token: string): string => createHash("sha256").update(token).digest("hex");

function parse(text: string, file: string): StoredToken[] {
  try {
    const { tokens } = JSON.parse(text) as { tokens: StoredToken[] };
    const isGood = tokens.every(
      ({ name, sha256 }) => typeof name === "string" && /^[0-9a-f]{64}$/.test(sha256),
    );
    if (isGood) return tokens;
  } catch {
    // Told below: a broken file must not become a server that is open to all.
  }
  throw new ConfigurationError(`${file}: this is no file of client tokens. "fw serve token" writes one.`);
}
