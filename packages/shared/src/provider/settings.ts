/** Settings as the contract knows them: where values may come from, and what a provider gets in the end. */
import type { OnCall } from "./call-events.js";
import type { OnExchange } from "./exchange.js";

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** Who said a value: a flag, the profile, a variable, the store of keys, or the provider itself. */
export type OriginKind = "flag" | "profile" | "env" | "stored" | "default";

/** A value that a setting could have, and who said so. */
export interface Candidate {
  /** What it would be. */
  value: unknown;
  /** What kind of place it came from. */
  kind: OriginKind;
  /** For a person: `SELFHOST_HOST`, `profile.yaml`, `--model`. */
  origin: string;
  /** A stored key belongs to the origin (scheme, host, port) that accepted it. */
  belongsTo?: string;
}

/** A provider is about to talk to its backend: what it would send, where to, and who said so. */
export interface CredentialUse {
  /** The provider's own name. */
  provider: string;
  /** The key that would be sent, if there is one. */
  key: Candidate | undefined;
  /** Where requests would go. */
  endpoints: readonly URL[];
  /** Who named the address. */
  addressFrom: OriginKind;
}

/**
 * Where settings come from. Flags win over variables, these over the profile, unless the profile was named on
 * the call.
 */
export interface SettingSources {
  /** The environment variables to read; those of the process by default. */
  env?: Environment;
  /** Knob values given on the command line, by dotted path; `model` is the model. A text is read as a variable's is. */
  flags?: Readonly<Record<string, unknown>>;
  /** The same by what the knob is for: `--host`, `--context-length`. */
  commonFlags?: { address?: string; window?: string };
  /** Knobs that count as not set, whatever says otherwise. */
  unset?: readonly string[];
  /** What to call the profile in messages; its file name. */
  profileName?: string;
  /** Nobody named the profile on this call: what the call itself says, its variables too, then wins over it. */
  profileIsOwn?: boolean;
  /** The profile's `model`. */
  model?: string;
  /** The profile's workarounds, switched on or off. */
  quirks?: Readonly<Record<string, boolean>>;
  /** The folder that files are looked for in; the current one by default. */
  workspace?: string;
  /**
   * The clocks in milliseconds; 0 disables one. They win over the provider's own. `retryWait` is the longest wait that a server
   * may ask for, `total` the time from the beginning of a call to the beginning of its last try.
   */
  timeouts?: { connect?: number; request?: number; streamIdle?: number; retryWait?: number; total?: number };
  /** Tries after the first one, of chats and of everything that `connect` asks; 4 unless told. */
  retries?: number;
  /** Told what `initialize` waits for. */
  onProgress?: (text: string) => void;
  /** Told of every call; see `CallEvent`. */
  onCall?: OnCall;
  /** Told of every request and its answer as they went over the wire, without credentials. */
  onExchange?: OnExchange;
  /** Messages and answers are part of what `onCall` is told. */
  callContent?: boolean;
  /** Reads a stored credential; called only for a provider that stores one, and when no better source has it. */
  stored?: (provider: string) => Promise<{ value: string; origin: string; belongsTo?: string } | undefined>;
  /** The key that a command of the profile prints; undefined where it names none. */
  keyCommand?: (provider: string) => Promise<string | undefined>;
  /** Asked before anything is sent; throws when the key must not go there. */
  guard?: (use: CredentialUse) => Promise<void>;
}

/** A provider's settings, resolved. */
export interface Settings<Values = Record<string, unknown>> {
  /** Every knob with the value that won. */
  readonly values: Values;
  /** The model that the settings name. */
  readonly model: string | undefined;
  /** The variables that were looked at. */
  readonly env: Environment;
  /** The workarounds that are switched on or off. */
  readonly quirks: Readonly<Record<string, boolean>>;
  /** The folder that files are looked for in. */
  readonly workspace: string;
  /** Every value a knob could have had, the winner first. */
  candidates(knob: string): readonly Candidate[];
  /** The upper bound of an answer that the settings name. */
  readonly answerLimit: number | undefined;
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
}
