import { baseUrl, below } from "./address.js";

/** The base address of a hosted API as its documentation gives it, version and all; a bare host gets `/v1`. */
export function apiBase(text: string, what: string): URL {
  const trimmed = text.trim();
  const address = trimmed.includes("://") ? trimmed : `https://${trimmed}`;
  const base = baseUrl(address, what);
  const isVersioned = /\/v1\/*([?#].*)?$/.test(trimmed) || base.pathname === "/";
  return isVersioned ? below(base, "v1") : base;
}
