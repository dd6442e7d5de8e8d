/** Server addresses as people write them. */
import { ConfigurationError } from "../provider/errors.js";

/** The base address of a server: like `endpointUrl`, but a missing scheme is http and a trailing `/v1` is dropped. */
export function baseUrl(text: string, what: string): URL {
  const url = endpointUrl(text, what, "http");
  url.search = "";
  url.pathname = url.pathname.replace(/\/v1$/, "") || "/";
  return url;
}

/** An address as it was written; trailing slashes are dropped. A key goes there, so a missing scheme is https. */
export function endpointUrl(text: string, what: string, scheme: "http" | "https" = "https"): URL {
  const trimmed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${scheme}://${trimmed}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigurationError(
      `The ${what} is no http or https address. Write it like http://gpu-box:8000.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError(`The ${what} holds a user name or password. Use the token setting instead.`);
  }
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+$/, "") || "/";
  return url;
}

/** An address below a base, whatever path the base has; the base's query stays unless the path brings its own. */
export function below(base: URL, path: string): URL {
  const url = new URL(path, `${base.origin}${base.pathname.replace(/\/?$/, "/")}`);
  if (url.search === "") url.search = base.search;
  return url;
}
