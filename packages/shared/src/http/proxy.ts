/** Which proxy an address goes through, by the variables every command-line program honours. */
import { ConfigurationError } from "../provider/errors.js";
import type { Environment } from "../provider/settings.js";

const variable = (env: Environment, name: string): string =>
  env[name.toLowerCase()]?.trim() || env[name.toUpperCase()]?.trim() || "";

function isExcluded(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== "")
    .some((rule) => {
      if (rule === "*") return true;
      const bareIpv6 = rule.split(":").length > 2 && !rule.startsWith("[");
      const [, name = rule, rulePort] = bareIpv6 ? [] : (/^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(rule) ?? []);
      if (rulePort !== undefined && rulePort !== port) return false;
      const suffix = name.replace(/^\*?\.?/, "");
      return host === suffix || host.endsWith(`.${suffix}`);
    });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/** Whether an address is on this machine. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** The proxy for this address, or undefined. Addresses of this machine never leave it. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const secure = url.protocol === "https:";
  const proxy =
    (secure ? variable(env, "https_proxy") : variable(env, "http_proxy")) || variable(env, "all_proxy");
  if (proxy === "" || isLoopback(url) || isExcluded(url, variable(env, "no_proxy"))) return undefined;
  const address = proxy.includes("://") ? proxy : `http://${proxy}`;
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (parsed?.protocol === "http:" || parsed?.protocol === "https:") return parsed;
  const what = parsed
    ? `names a ${parsed.protocol}// proxy, and only http and https ones can be used`
    : "holds no address";
  throw new ConfigurationError(
    `The proxy variable for ${url.protocol}// addresses ${what}. Write it like http://proxy:3128, or put ${url.hostname} into NO_PROXY.`,
  );
}

/** The `Proxy-Authorization` value for credentials in the proxy's address. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === "" && proxy.password === "") return undefined;
  const pair = `${unescaped(proxy.username)}:${unescaped(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A password with a bare `%` in it is meant as it is written. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
