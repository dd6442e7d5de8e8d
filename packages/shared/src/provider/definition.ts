/**
 * What a provider declares of itself. Profile checks, `explain`, `doctor`, the generated docs and the contract
 * suite all read this one object, so a fact is written once.
 */
import type { WindowSource } from "./context-window.js";
import type { ErrorClass } from "./errors.js";
import type { ModelProvider } from "./provider.js";
import type { OutputOf, Schema } from "./schema.js";

/** A map whose every key has a description. */
export type KnobSchema = Schema<Record<string, unknown>>;

/** An environment variable that sets a knob. */
export interface Variable {
  /** What it is called. */
  name: string;
  /** The knob it sets, as a dotted path; `model` for the default model. */
  knob: string;
  /** What it is for, in a sentence of the documentation. */
  meaning: string;
  /** An empty value is a value (it suppresses a header) instead of counting as unset. */
  emptyCounts?: boolean;
  /** It counts only where a flag or the profile gives this knob this value: a key of one service is no other's. */
  only?: { knob: string; value: string };
}

/** What a server is known by: an answer that no other kind of server gives. Nothing secret is sent to get it. */
export interface Mark {
  /** From the root of the server: `/props`. */
  path: string;
  /** What the answer says, all of it. */
  text?: string;
  /** A field of the answer, as a dotted path; without `is` it is enough that it is there. */
  field?: string;
  is?: string;
}

/** A workaround for what some servers do wrong; off unless the profile switches it on. */
export interface Quirk {
  /** The framework server version that introduced it. */
  since: string;
  /** What changes with it, in a sentence of the documentation. */
  effect: string;
}

/** A server that never names a finish reason: `[DONE]` after an answer counts as its end. */
export const ACCEPT_DONE = "accept_done_without_finish";

/** Quirks of every provider, beside those of its own. */
export const COMMON_QUIRKS: Readonly<Record<string, Quirk>> = {
  [ACCEPT_DONE]: {
    since: "0.7.0",
    effect:
      "An answer that ends with [DONE] and no finish reason counts as complete. Only for servers that never name a reason: cut answers end the same way.",
  },
};

/** An error that a provider throws, with when it happens. */
export interface DeclaredError {
  /** Its class. */
  error: ErrorClass;
  /** When it happens, in a sentence of the documentation. */
  cause: string;
}

/** The key of a backend, and what holds without one. */
export interface Credential {
  /** The knob that holds it. */
  knob: string;
  /** False where the backend usually runs without one. */
  required: boolean;
  /** The command that stores it, where one exists; the store is then looked at last. */
  command?: string;
  /** What holds when there is none, in words. */
  otherwise?: string;
}

/** What a knob is for, where programs must know: nothing is guessed from the spelling of its name. Each is a dotted path. */
export interface KnobsFor {
  /** Where requests go; the first is what `--host` sets and `fw init` asks for. */
  addresses: readonly [string, ...string[]];
  /** The context window as a person states it. */
  window?: string;
  /** The upper bound of an answer in tokens. */
  answerLimit?: string;
  /** What is loaded at connect; without a value nothing is. */
  load?: string;
  /** Headers that a user adds: as often a key under another name as not. */
  headers?: string;
}

/**
 * Everything that is known of a provider without talking to it. Its code, its documentation and its checks
 * read it here. `Evidence` is what its window sources look at.
 */
export interface ProviderDefinition<Knobs extends KnobSchema = KnobSchema, Evidence = never> {
  /** What `provider:` and `FW_PROVIDER` call it. */
  name: string;
  /** The real product that speaks this protocol. */
  product: string;
  /** The kind of backend, in a few words. */
  kind: string;
  /** Loaded on demand: lists of providers need no settings. */
  knobs: () => Promise<Knobs>;
  /** In order of priority among variables of the same knob. */
  variables: readonly Variable[];
  /** Which knob holds the key, and what holds without one. */
  credential: Credential;
  /** What the knobs are for. */
  knobsFor: KnobsFor;
  /** Where the window is looked for and how it is found there, best source first. The code, the error and the docs read this list. */
  windows: readonly WindowSource<Evidence>[];
  /** The workarounds that a user can switch, by name. */
  quirks: Readonly<Record<string, Quirk>>;
  /** The errors it throws, each with when it happens. */
  errors: readonly DeclaredError[];
  /** The list of models is open to everybody: it can be asked for although `initialize` found no credential. */
  hasOpenCatalog?: boolean;
  /** The ports on which a server of this kind listens on its owner's machine; absent for services run by others, empty where only the user knows. */
  localPorts?: readonly number[];
  /** What a server of this kind is known by, whatever port it listens on; one of them is enough. */
  marks?: readonly Mark[];
  /** What the operator of a server should know about a model, if there is anything; `framework-doctor` shows it. */
  modelHint?: (model: string) => string | undefined;
  /** Makes a provider; nothing is read or sent yet. */
  create: () => ModelProvider;
}

export type KnobValues<Knobs extends KnobSchema> = OutputOf<Knobs>;

/** Declares a provider; the one export a provider folder needs. */
export function defineProvider<Knobs extends KnobSchema, Evidence>(
  definition: ProviderDefinition<Knobs, Evidence>,
): ProviderDefinition<Knobs, Evidence> {
  return { ...definition, quirks: { ...definition.quirks, ...COMMON_QUIRKS } };
}
