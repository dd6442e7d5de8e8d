/** A provider's list of window sources at work: the candidates in its order, its words for the docs, its error. */
import type { KnobSchema, ProviderDefinition } from "./definition.js";
import { ContextWindowError } from "./errors.js";
import type { Settings } from "./settings.js";
import { asTokens, chooseWindow, type FoundWindow, type WindowCandidate } from "./context-window.js";
import type { ModelInfo } from "./provider.js";
import { valuesAt } from "./untrusted.js";

/** The part of a definition that says where windows are looked for. */
export type WindowSources<Evidence = never> = Pick<
  ProviderDefinition<KnobSchema, Evidence>,
  "windows" | "knobsFor" | "variables"
>;

/** A number that may be the window, and whether a person stated it. */
interface WindowClaim extends Required<FoundWindow> {
  isStated: boolean;
}

const variablesOf = ({ variables, knobsFor }: WindowSources) =>
  variables.filter(({ knob }) => knob === knobsFor.window).map(({ name }) => name);

/** Every source in words, best first. */
export function windowOrder(sources: WindowSources): string[] {
  return sources.windows.map((entry) => {
    if ("words" in entry) return entry.words;
    const place =
      entry.stated === "profile"
        ? `${sources.knobsFor.window} in the profile`
        : variablesOf(sources).join(", ");
    return entry.note === undefined ? place : `${place}, ${entry.note}`;
  });
}

/** Everything that may be the window, best first; `chooseWindow` takes the first that is one. */
export function windowCandidates<Evidence>(
  sources: WindowSources<Evidence>,
  settings: Pick<Settings, "candidates">,
  evidence: Evidence,
): WindowClaim[] {
  const stated = sources.knobsFor.window === undefined ? [] : settings.candidates(sources.knobsFor.window);
  const firstVariable = stated.findIndex(({ kind }) => kind === "env");
  const border = firstVariable < 0 ? stated.length : firstVariable;
  return sources.windows.flatMap((entry): WindowClaim[] => {
    if ("source" in entry) {
      const found = entry.find(evidence);
      return found ? [{ source: entry.source, ...found, isStated: false }] : [];
    }
    const part = entry.stated === "profile" ? stated.slice(0, border) : stated.slice(border);
    return part.map(({ value, kind, origin }) => ({
      tokens: value,
      source: kind,
      detail: `${sources.knobsFor.window} from ${origin}`,
      isStated: true,
    }));
  });
}

/** A window as lists of models tell it. */
export const windowFields = (
  window: Pick<WindowCandidate, "tokens" | "source"> | undefined,
): Pick<ModelInfo, "context_length" | "context_source"> =>
  window ? { context_length: window.tokens, context_source: window.source } : {};

/** The same from what a backend's own sources say, in the order of the list. */
export const listedWindow = <Evidence>(sources: WindowSources<Evidence>, evidence: Evidence) =>
  windowFields(chooseWindow(windowCandidates(sources, { candidates: () => [] }, evidence)));

/** The window under the first of these fields, as dotted paths, that holds one; `of` says whose fields they are. */
export function windowIn(fields: unknown, paths: readonly string[], of: string): FoundWindow | undefined {
  for (const path of paths) {
    const tokens = valuesAt(fields, path)
      .map(asTokens)
      .find((number) => number !== undefined);
    if (tokens !== undefined) return { tokens, detail: `${path} of ${of}` };
  }
  return undefined;
}

/** The error of a window that no source names; `mend` says what the number should be. */
export function windowMissing(sources: WindowSources, model: string, mend: string): ContextWindowError {
  const { window } = sources.knobsFor;
  const places = [...(window === undefined ? [] : [window]), ...variablesOf(sources)];
  const set = places.length === 0 ? "" : `Set ${places.join(" or ")} `;
  return new ContextWindowError(
    `The context window of "${model}" is not known, and it is never guessed. Looked at: ` +
      `${windowOrder(sources).join("; ")}. ${set}${mend}`,
  );
}
