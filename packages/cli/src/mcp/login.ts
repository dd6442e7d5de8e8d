/** The login that an MCP server on the web may demand: OAuth with PKCE, in the user's browser, back to a loopback address. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { ConfigurationError, type Environment } from "@framework/shared";
import { findKeyStore, type KeyStore, userFolder } from "@framework/shared/auth";
import { atomicWrite, readPlainFile } from "@framework/shared/config";
import type { McpAuthorization } from "@framework/shared/mcp";

/** What is kept of a server's login, for the origin that gave it and no other. */
interface Kept {
  origin: string;
  client?: object;
  tokens?: object;
}

const PORT = 11_501;
const WAIT_MS = 300_000;
const SIZE_LIMIT = 64 * 1024;

export interface LoginOptions {
  env: Environment;
  workspace: string;
  /** Shows the address to open; nothing is opened unasked. */
  tell: (text: string) => void;
}

/** One login; nothing listens before the server demands it. */
export function loginTo(name: string, url: URL, { env, workspace, tell }: LoginOptions): McpAuthorization {
  const store = new LoginStore(name, url.origin, env, workspace);
  const state = randomBytes(16).toString("hex");
  const redirectUrl = `http://127.0.0.1:${PORT}/callback`;
  const server = createServer();
  let verifier = "";
  let arrived: Promise<URLSearchParams> | undefined;
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: "framework",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => state,
    clientInformation: async () => (await store.read()).client,
    saveClientInformation: (client: object) => store.change({ client }),
    tokens: async () => (await store.read()).tokens,
    saveTokens: (tokens: object) => store.change({ tokens }),
    saveCodeVerifier: (text: string) => void (verifier = text),
    codeVerifier: () => verifier,
    redirectToAuthorization: async (address: URL) => {
      arrived = callback(server, state);
      arrived.catch(() => undefined);
      server.listen(PORT, "127.0.0.1");
      await once(server, "listening");
      tell(`The MCP server ${name} demands a login. Open this address in your browser:\n${address.href}`);
    },
  };
  return {
    provider,
    finished: () => arrived ?? Promise.reject(new ConfigurationError(`The login to ${name} was not begun.`)),
    close: () => server.close().closeAllConnections(),
  };
}

/** Waits for the browser to come back with this login's own state. */
function callback(server: ReturnType<typeof createServer>, state: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ConfigurationError("Nobody logged in within five minutes.")),
      WAIT_MS,
    );
    timer.unref();
    server.on("request", (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", `http://127.0.0.1:${PORT}`);
      if (pathname !== "/callback" || searchParams.get("state") !== state)
        return void response.writeHead(404).end();
      clearTimeout(timer);
      response
        .writeHead(200, { "content-type": "text/plain" })
        .end("You are logged in. This page can be closed.");
      resolve(searchParams);
    });
  });
}

/** Tokens in the system's key store where there is one, else in a private file. */
class LoginStore {
  readonly #name: string;
  readonly #origin: string;
  readonly #file: string;
  readonly #keys: Promise<KeyStore | undefined>;

  constructor(name: string, origin: string, env: Environment, workspace: string) {
    this.#name = `mcp-${name}`;
    this.#origin = origin;
    this.#file = path.join(userFolder("config", env), "mcp", `${name}_auth.json`);
    this.#keys = findKeyStore({ env, workspace });
  }

  async read(): Promise<Kept> {
    const none: Kept = { origin: this.#origin };
    try {
      const keys = await this.#keys;
      const text = keys
        ? await keys.read(this.#name, undefined)
        : (await readPlainFile(this.#file, SIZE_LIMIT))?.text;
      const kept = text === undefined || text === "" ? none : (JSON.parse(text) as Kept);
      // A server of the same name elsewhere does not get them.
      return kept.origin === this.#origin ? kept : none;
    } catch {
      return none;
    }
  }

  async change(news: Partial<Kept>): Promise<void> {
    const text = JSON.stringify({ ...(await this.read()), ...news });
    const keys = await this.#keys;
    if (keys) return void (await keys.write(this.#name, text));
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await atomicWrite(this.#file, `${text}\n`, { mode: 0o600 });
  }
}
