/** The way to an endpoint: address, proxy, certificates. */
import { access, constants } from "node:fs/promises";
import { withoutPassword } from "../explain/shown-value.js";
import type { ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import type { Environment, Settings } from "../provider/settings.js";
import { isLoopback, proxyFor } from "../http/proxy.js";
import { fail, pass, warn } from "./check.js";

/** Where the address comes from: the knobs that hold one. */
function addressOrigins(settings: Settings, knobs: readonly string[]): string {
  const origins = knobs.flatMap((knob) => {
    const [first] = settings.candidates(knob);
    return first ? [`${knob} from ${first.origin}`] : [];
  });
  return origins.length > 0 ? ` (${origins.join(", ")})` : "";
}

export function checkEndpoint(
  endpoint: URL,
  settings: Settings,
  { knobsFor, credential }: Pick<ProviderDefinition, "knobsFor" | "credential">,
): Check {
  const where = `${withoutPassword(endpoint.href)}${addressOrigins(settings, knobsFor.addresses)}`;
  const hasKey = settings.candidates(credential.knob).length > 0;
  const isOpen = endpoint.protocol === "http:" && !isLoopback(endpoint) && hasKey;
  return isOpen
    ? warn(
        "endpoint",
        `${where}: the key travels unencrypted over plain http.`,
        "Use https, unless the network is yours.",
      )
    : pass("endpoint", `${where}.`);
}

export async function checkProxy(endpoint: URL, env: Environment): Promise<Check[]> {
  const checks: Check[] = [];
  try {
    const proxy = proxyFor(endpoint, env);
    checks.push(
      pass(
        "proxy",
        proxy ? `Requests go through ${withoutPassword(proxy.href)}.` : "Requests go out directly.",
      ),
    );
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    checks.push(fail("proxy", error.message, "Correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY.", error));
  }
  const authorities = env["NODE_EXTRA_CA_CERTS"];
  if (authorities) checks.push(await checkAuthorities(authorities));
  return checks;
}

async function checkAuthorities(file: string): Promise<Check> {
  try {
    await access(file, constants.R_OK);
    return pass("certificates", `Extra authorities from ${file} (NODE_EXTRA_CA_CERTS).`);
  } catch {
    return fail(
      "certificates",
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read.`,
      "Correct the path, or unset the variable.",
    );
  }
}
