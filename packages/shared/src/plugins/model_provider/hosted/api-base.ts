/** Addresses of hosted APIs as people write them. */
import { endpointUrl } from "../../../http/address.js";

/** The base address of a hosted API as its documentation gives it, version and all; a bare host gets `/v1`. */
export function apiBase(text: string, what: string): URL {
  const url = endpointUrl(text, what);
  if (url.pathname === "/") url.pathname = "/v1";
  return url;
}
