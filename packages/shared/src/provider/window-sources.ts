/** A provider's list of window sources at work: the candidates in its order, its words for the docs, its error. */
import type { ProviderDefinition } from "./definition.js";
import { ContextWindowError } from "./errors.js";
import type { Settings } from "./settings.js";
import { chooseWindow, type WindowCandidate } from "./context-window.js";
import type { ModelInfo } from "./provider.js";

type Sources = Pick<ProviderDefinition, "name" | "windows" | "roles" | "variables">;

/** What a backend's own sources found, by their names in the list; a `source` beside it is the one that is shown. */
export type FoundWindows = Readonly<
  Record<string, { tokens: unknown; detail: string; source?: string } | undefined>
>;

const variablesOf = ({ variables, roles }: Sources) =>
  variables.filter(({ knob }) => knob === roles.window).map(({ name }) => name);

/** Every source in words, best first. */
export function windowOrder(sources: Sources): string[] {
  return sources.windows.map((entry) => {
    if ("words" in entry) return entry.words;
    const place =
      entry.stated === "profile" ? `${sources.roles.window} in the profile` : variablesOf(sources).join(", ");
    return entry.note === undefined ? place : `${place}, ${entry.note}`;
  });
}

/** Everything that may be the window, best first; `chooseWindow` takes the first that is one. */
export function windowCandidates(
  sources: Sources,
  settings: Pick<Settings, "candidates">,
  found: FoundWindows,
): { tokens: unknown; source: string; detail: string }[] {
  const names = new Set(sources.windows.map((entry) => ("source" in entry ? entry.source : undefined)));
  const unnamed = Object.keys(found).find((name) => found[name] && !names.has(name));
  if (unnamed !== undefined) throw new Error(`${sources.name}: its list of windows names no "${unnamed}"`);
  const stated = sources.roles.window === undefined ? [] : settings.candidates(sources.roles.window);
  const firstVariable = stated.findIndex(({ kind }) => kind === "env");
  const border = firstVariable < 0 ? stated.length : firstVariable;
  return sources.windows.flatMap((entry) => {
    if ("source" in entry) {
      const one = found[entry.source];
      return one ? [{ source: entry.source, ...one }] : [];
    }
    const part = entry.stated === "profile" ? stated.slice(0, border) : stated.slice(border);
    return part.map(({ value, kind, origin }) => ({
      tokens: value,
      source: kind,
      detail: `${sources.roles.window} from ${origin}`,
    }));
  });
}

/** A window as lists of models tell it. */
export const windowFields = (
  window: Pick<WindowCandidate, "tokens" | "source"> | undefined,
): Pick<ModelInfo, "context_length" | "context_source"> =>
  window ? { context_length: window.tokens, context_source: window.source } : {};

/** The same from what a backend's own sources found, in the order of the list. */
export const listedWindow = (sources: Sources, found: FoundWindows) =>
  windowFields(chooseWindow(windowCandidates(sources, { candidates: () => [] }, found)));

/** The error of a window that no source names; `mend` says what the number should be. */
export function windowMissing(sources: Sources, model: string, mend: string): ContextWindowError {
  const { window } = sources.roles;
  const places = [...(window === undefined ? [] : [window]), ...variablesOf(sources)];
  const set = places.length === 0 ? "" : `Set ${places.join(" or ")} `;
  return new ContextWindowError(
    `The context window of "${model}" is not known, and it is never guessed. Looked at: ` +
      `${windowOrder(sources).join("; ")}. ${set}${mend}`,
  );
}
