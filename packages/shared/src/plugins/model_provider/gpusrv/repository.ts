/** What the two surfaces say of their models: the repository index and the chat frontend's list. */
import { isPlainName, record, recordsIn, safeLine } from "../../../provider/untrusted.js";

/** A model of the repository, its versions taken together. */
export interface RepositoryModel {
  name: string;
  /** `READY` when any version is; undefined when the index names no state. */
  state: string | undefined;
  /** Why it is not ready, in the server's words. */
  reason: string;
}

/** What an engine says before it shows where in its code; nobody but its author reads on. */
export const withoutTrace = (text: string): string =>
  (text.split(/\s(?:At:\s+\/|Traceback \(most recent)/)[0] ?? "").trim() || text;

const isReady = (state: string | undefined) => state === "READY";

/** Reads `POST /v2/repository/index`; undefined when the answer is no index at all. */
export function readIndex(value: unknown): RepositoryModel[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const models = new Map<string, RepositoryModel>();
  for (const { name, state, reason } of value.map(record)) {
    if (!isPlainName(name)) continue;
    const version: RepositoryModel = {
      name,
      state: isPlainName(state) ? state.toUpperCase() : undefined,
      reason: typeof reason === "string" ? safeLine(withoutTrace(reason)) : "",
    };
    const known = models.get(name);
    if (!known || (isReady(version.state) && !isReady(known.state))) models.set(name, version);
  }
  return [...models.values()];
}

/** Reads `GET /v1/models` of the chat frontend; undefined when the answer is no list. */
export function readServedNames(value: unknown): string[] | undefined {
  return recordsIn(value)?.flatMap(({ id }) => (isPlainName(id) ? [id] : []));
}

/** The repository model an adapter stands on: adapters are named `<model><separator><adapter>`. */
export function baseOfAdapter(name: string, models: readonly RepositoryModel[]): string | undefined {
  return models
    .map((model) => model.name)
    .filter((candidate) => name.startsWith(candidate))
    .sort((left, right) => right.length - left.length)[0];
}
