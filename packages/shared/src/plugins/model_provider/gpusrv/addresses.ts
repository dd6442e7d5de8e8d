/** The addresses of both surfaces, from whatever form the user wrote. */
import { isIPv6 } from "node:net";
import { baseUrl } from "../../../http/address.js";
import type { Surface } from "./errors.js";

const PORTS: Readonly<Record<Surface, number>> = { openai: 9000, control: 8000 };

export interface AddressKnobs {
  host?: string | undefined;
  openai_url?: string | undefined;
  control_url?: string | undefined;
}

/** The base address of a surface, without `/v1` or `/v2`; undefined when nothing names it. */
export function surfaceUrl(surface: Surface, knobs: AddressKnobs): URL | undefined {
  const key = surface === "openai" ? "openai_url" : "control_url";
  const explicit = knobs[key];
  if (explicit !== undefined) return withoutVersion(baseUrl(explicit, `${key} of gpusrv`));
  return knobs.host === undefined ? undefined : fromHost(surface, knobs.host.trim());
}

/** A port in the host is the chat surface's, unless it is the control plane's canonical one. */
function fromHost(surface: Surface, host: string): URL {
  const text = isIPv6(host) ? `[${host}]` : host;
  const url = withoutVersion(baseUrl(text, "host of gpusrv"));
  const given = portIn(text);
  const isChatPort = given !== undefined && given !== PORTS.control;
  url.port = String(surface === "openai" && isChatPort ? given : PORTS[surface]);
  return url;
}

/** Read from the text: a parsed URL forgets a port that is its scheme's default. */
function portIn(text: string): number | undefined {
  const port = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\[[^\]]*\]|[^/?#:]*):(\d+)(?=[/?#]|$)/i.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}

function withoutVersion(url: URL): URL {
  url.pathname = url.pathname.replace(/\/v2$/, "") || "/";
  return url;
}
