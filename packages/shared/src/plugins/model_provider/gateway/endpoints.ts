/**
 * `GET /models/{id}/endpoints`: who serves a model, each with a window of its own. The catalog's figure is that of the widest;
 * routing may leave only narrower ones.
 */
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import { type Fields, record } from "../../../provider/untrusted.js";
import type { CatalogEntry } from "./catalog.js";

const words = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((item) => typeof item === "string").map((item) => item.toLowerCase())
    : [];

/** Whether the catalog's window may be more than this routing can reach. */
export function needsEndpoints(entry: CatalogEntry, routing: Fields): boolean {
  const usual = asTokens(record(entry["top_provider"])["context_length"]);
  const narrows = ["only", "ignore", "quantizations"].some((key) => words(routing[key]).length > 0);
  const pinned = routing["allow_fallbacks"] === false && words(routing["order"]).length > 0;
  return narrows || pinned || (usual !== undefined && usual !== asTokens(entry["context_length"]));
}

/** The widest window among the endpoints that routing allows; undefined when that cannot be told. */
export function routedWindow(value: unknown, routing: Fields): WindowCandidate | undefined {
  const { endpoints } = record(record(value)["data"]);
  if (!Array.isArray(endpoints)) return undefined;
  const allowed = endpoints.map(record).filter((endpoint) => allows(routing, endpoint));
  const tokens = allowed.reduce(
    (widest, entry) => Math.max(widest, asTokens(entry["context_length"]) ?? 0),
    0,
  );
  if (tokens === 0) return undefined;
  const detail = `context_length of the ${allowed.length} of ${endpoints.length} endpoints that routing allows`;
  return { tokens, source: "catalog", detail };
}

function allows(routing: Fields, endpoint: Fields): boolean {
  const tag = String(endpoint["tag"]).toLowerCase();
  const names = [tag, tag.split("/")[0] ?? tag, String(endpoint["provider_name"]).toLowerCase()];
  const isIn = (list: string[]) => names.some((name) => list.includes(name));
  const [only, ignore, quantizations] = [routing["only"], routing["ignore"], routing["quantizations"]].map(
    words,
  );
  const pinned = routing["allow_fallbacks"] === false ? words(routing["order"]) : [];
  const within = (list: string[] = []) => list.length === 0 || isIn(list);
  const quantization = String(endpoint["quantization"]).toLowerCase();
  return (
    within(only) &&
    within(pinned) &&
    !isIn(ignore ?? []) &&
    (!quantizations?.length || quantizations.includes(quantization))
  );
}
