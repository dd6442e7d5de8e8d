/** Connections with TLS, loaded by the first address that needs them: loading them takes longer than a request without. */
import { readFileSync } from "node:fs";
import type * as http from "node:http";
import * as https from "node:https";
import * as tls from "node:tls";
import { ConfigurationError } from "../provider/errors.js";
import type { Environment } from "../provider/settings.js";
import { TunnelAgent } from "./tunnel.js";

/** Extra certificate authorities; Node reads this variable itself only from the real environment at its start. */
function authorities(env: Environment): { ca?: string[] } {
  const file = env["NODE_EXTRA_CA_CERTS"];
  if (!file) return {};
  try {
    return { ca: [...tls.rootCertificates, readFileSync(file, "utf8")] };
  } catch (cause) {
    throw new ConfigurationError(
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read. Correct the path, or unset the variable.`,
      { cause },
    );
  }
}

/** An agent for https, through a proxy where there is one. */
export function secureAgent(
  env: Environment,
  proxy: URL | undefined,
  options: http.AgentOptions,
): http.Agent {
  const all = { ...options, ...authorities(env) };
  return proxy ? new TunnelAgent(proxy, all) : new https.Agent(all);
}

export const { request } = https;
