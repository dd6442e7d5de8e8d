/** The context window with its origin. A window is found or it is an error; it is never guessed. */

export interface WindowCandidate {
  /** How many tokens the prompt and the answer may have together. */
  tokens: number;
  /** Short and stable: `catalog`, `live`, `profile`, `env`, `family`. */
  source: string;
  /** Where exactly, for a person: `max_model_len of "qwen" in GET /v1/models`. */
  detail: string;
}

/** The context window that won. */
export interface ContextWindow extends WindowCandidate {
  /** The other candidates, in order of preference. */
  rejected: WindowCandidate[];
}

/** What a source says: a number that may be usable, and where it stood. */
export interface FoundWindow {
  /** What stood there, read by `asTokens`. */
  tokens: unknown;
  /** Where exactly, for a person. */
  detail: string;
  /** The name that is shown, where it is not that of the source. */
  source?: string;
}

/** A place where a window is looked for; `Evidence` is what the backend has said of the model. */
export type WindowSource<Evidence = never> =
  /** What a backend or a table says, under the name that `ContextWindow.source` gives it; `words` tell where, and `find` looks there. */
  | { source: string; words: string; find: (evidence: Evidence) => FoundWindow | undefined }
  /** What a person states: in a flag or a profile, or in a variable. `note` says how it is used. */
  | { stated: "profile" | "env"; note?: string };

/** A window a server or a person may name: a positive whole number, also as text. */
export function asTokens(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The first candidate wins; those without a usable number are left out. Undefined when none is left. */
export function chooseWindow(
  candidates: readonly { tokens: unknown; source: string; detail: string }[],
): ContextWindow | undefined {
  const usable = candidates.flatMap(({ tokens, source, detail }) => {
    const number = asTokens(tokens);
    return number === undefined ? [] : [{ tokens: number, source, detail }];
  });
  const [first, ...rejected] = usable;
  return first && { ...first, rejected };
}
