/**
 * The model servers on this machine. Each is asked what it is; the port alone decides only where a server keeps that to itself. Nothing
 * secret is sent, and nothing is asked of a port behind which there is no model server.
 */
import { sharedErrors } from "../chat/error-map.js";
import { type JsonAnswer, sendJson } from "../chat/json-request.js";
import { ConnectionPool } from "../http/connection-pool.js";
import { knownProviders, loadProvider } from "../plugins/registry.js";
import type { ProviderDefinition } from "../provider/definition.js";
import { knownBy } from "../provider/marks.js";
import { list, record } from "../provider/untrusted.js";
import { isNowhere } from "../chat/failure.js";
import { codeOf } from "../system/system-error.js";

const LISTEN_MS = 1000;
/** Speaks to servers that nobody has described. */
const ANY = "compatible";
const failure = { server: "The server", errors: sharedErrors, advice: {}, secrets: [] };

/** A server that answers on this machine. */
export interface LocalServer {
  /** The port it listens on. */
  port: number;
  /** Where that is: `http://127.0.0.1:11434`. */
  address: string;
  /** What it is, for a person: `Ollama`, `A model server`. */
  product: string;
  /** The providers that may speak to it, the likeliest first. */
  providers: string[];
}

/** Undefined when nobody answered in time; `nobody` when nobody listens. */
type Ask = (path: string) => Promise<JsonAnswer | "nobody" | undefined>;

const isRefused = (error: unknown): boolean =>
  error instanceof Error && codeOf(error.cause) === "ECONNREFUSED";

/** In the order of their ports; looked for on those where such servers usually listen, unless told. */
export async function findLocalServers(where?: readonly number[]): Promise<LocalServer[]> {
  const definitions = await Promise.all(knownProviders.map(loadProvider));
  const ports = where ?? [...new Set(definitions.flatMap(({ localPorts = [] }) => localPorts))];
  const pool = new ConnectionPool({});
  try {
    const found = await Promise.all(
      ports.map((port) => {
        const address = `http://127.0.0.1:${port}`;
        const ask: Ask = (path) =>
          sendJson(pool, { url: new URL(path, address), headers: {}, timeoutMs: LISTEN_MS, failure }).catch(
            (error: unknown) => (isRefused(error) ? "nobody" : undefined),
          );
        return recognise(port, address, ask, definitions);
      }),
    );
    return found.filter((server) => server !== undefined).sort((one, other) => one.port - other.port);
  } finally {
    pool.destroy();
  }
}

async function recognise(
  port: number,
  address: string,
  ask: Ask,
  definitions: readonly ProviderDefinition[],
): Promise<LocalServer | undefined> {
  const models = await ask("/v1/models");
  // Any other status may be a model server's refusal.
  if (models === "nobody" || (models && isNowhere(models))) return undefined;
  const isShut = models?.status === 401 || models?.status === 403;
  const isList = ["data", "models"].some((key) => key in record(models?.value));
  if (models?.status === 200 && !isList) return undefined;
  const known = await knownBy(definitions, async (path) => {
    const answer = path === "/v1/models" ? models : await ask(path);
    return answer && answer !== "nobody" && answer.status === 200 ? answer : undefined;
  });
  if (known) return { port, address, product: known.product, providers: [known.name] };
  if (!isShut && !isList) return undefined;
  const usual = definitions.filter(({ localPorts = [] }) => localPorts.includes(port));
  // It would have shown its mark, unless it shows nothing.
  const isSilent = isShut || list(record(models?.value)["data"]).length === 0;
  const possible = usual.filter(({ marks }) => isSilent || !marks).map(({ name }) => name);
  const product = `A model server${isShut ? " that demands a key" : ""}`;
  return { port, address, product, providers: [...possible, ANY] };
}
