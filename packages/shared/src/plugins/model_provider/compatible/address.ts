/** Addresses of compatible servers as people and products write them. */
import { endpointUrl } from "../../../http/address.js";
import { ValueError } from "../../../provider/errors.js";
import type { Preset } from "./preset.js";

const HERE = /^(localhost|127\.|0\.0\.0\.0|\[::1?\]|:\d)/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The base address, version and all. A bare host gets `/v1`; one without a scheme is asked in the open only where it is this machine or
 * a server of one's own. An address that a server listens on everywhere is reached here.
 */
export function compatibleBase(text: string | undefined, preset: Preset | undefined, provider: string): URL {
  const written = (text ?? preset?.address)?.trim();
  if (written === undefined) throw noAddress(preset, provider);
  const isHere = HERE.test(written);
  const host = written.startsWith(":") ? `127.0.0.1${written}` : written;
  const url = endpointUrl(host, `base_url of ${provider}`, isHere || preset?.ports ? "http" : "https");
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  // Such a host alone means the port that the product always has.
  if (!SCHEME.test(written) && url.port === "" && preset?.ports) url.port = String(preset.ports[0]);
  // A preset's own address is whole.
  if (url.pathname === "/" && text !== undefined) url.pathname = preset?.deployments ? "/openai" : "/v1";
  if (preset?.deployments && !isVersioned(url) && !url.searchParams.has("api-version"))
    url.searchParams.set("api-version", preset.deployments.apiVersion);
  return url;
}

/** Whether an address names its version, so that the model stands in the request alone. */
export const isVersioned = ({ pathname }: URL): boolean => pathname.endsWith("/v1");

/** Where everything stands that is no part of the chat API. */
export function rootOf(base: URL): URL {
  const root = new URL(base);
  root.pathname = root.pathname.replace(/\/(openai\/)?v1$/, "") || "/";
  root.search = "";
  return root;
}

function noAddress(preset: Preset | undefined, provider: string): ValueError {
  if (!preset) {
    return new ValueError(
      "No compatible server is configured. Set `base_url` under plugin_configs.compatible or COMPATIBLE_BASE_URL, for example " +
        "http://gpu-box:8000/v1, or name a `preset`.",
    );
  }
  const [variable = ""] = preset.addressVariables ?? [];
  return new ValueError(
    `${preset.product} has no address that is everybody's. Set \`base_url\` under plugin_configs.${provider}` +
      `${variable === "" ? "" : ` or ${variable}`}, for example ${preset.example}.`,
  );
}
