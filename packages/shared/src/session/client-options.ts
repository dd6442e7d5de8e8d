/** What a client is made from. Where a provider is named in the program, the compiler knows its settings. */
import type { ProviderTypes } from "../plugins/provider-settings.js";
import { ConfigurationError } from "../provider/errors.js";
import type { SettingSources } from "../provider/settings.js";
import { didYouMean } from "../provider/suggest.js";

/** The providers that come with the package. */
export type ProviderName = keyof ProviderTypes;

/** A client for one provider, with its settings. */
export interface OptionsOf<Name extends ProviderName> extends Omit<SettingSources, "quirks"> {
  /** The provider, or the product that it speaks to: `gateway` or `openrouter`. */
  provider: Name | ProviderTypes[Name]["products"];
  /** The provider's settings, as under `plugin_configs.<provider>` in a profile. */
  config?: ProviderTypes[Name]["settings"];
  /** Workarounds, each off unless it is turned on here. */
  quirks?: { readonly [Quirk in ProviderTypes[Name]["quirks"]]?: boolean };
}

/**
 * A client for a provider that is named in the program: its settings are checked by the compiler and completed by the editor.
 *
 * @example
 * createClient({ provider: "gateway", config: { api_params: { thinking_level: "high" } } });
 */
export type ProviderOptions = { [Name in ProviderName]: OptionsOf<Name> }[ProviderName];

/** A client for a provider that is known only when the program runs; its settings are checked then. */
export interface ClientOptions extends SettingSources {
  /** Belongs to the other form of options, which knows its provider when it is compiled. */
  provider?: undefined;
  /** One of `providerNames`, or a product's name; without it `FW_PROVIDER` decides. */
  providerName?: string;
  /** The provider's settings, as under `plugin_configs.<provider>` in a profile. */
  config?: Record<string, unknown>;
  /** Several backends in order, instead of one: when one fails, the next answers. */
  chain?: readonly ChainStep[];
}

/** One backend of a chain. */
export interface ChainStep {
  /** One of `providerNames`, or a product's name. */
  provider: ProviderName | (string & {});
  /** Without it, the provider's own default. */
  model?: string;
  /** The provider's settings. */
  config?: Record<string, unknown>;
}

/** Every option there is; the compiler sees to it that none is missing. */
const OPTIONS: Readonly<Record<keyof ClientOptions, true>> = {
  provider: true,
  providerName: true,
  config: true,
  chain: true,
  env: true,
  flags: true,
  commonFlags: true,
  unset: true,
  profileName: true,
  profileIsOwn: true,
  model: true,
  quirks: true,
  workspace: true,
  timeouts: true,
  retries: true,
  onProgress: true,
  onCall: true,
  onExchange: true,
  callContent: true,
  stored: true,
  keyCommand: true,
  guard: true,
};

/** Refuses options that do not exist: a mistyped one would be left out in silence. */
export function checkOptionNames(options: object): void {
  const wrong = Object.keys(options).filter((name) => !Object.hasOwn(OPTIONS, name));
  if (wrong.length === 0) return;
  const known = Object.keys(OPTIONS);
  const reasons = wrong.map(
    (name) =>
      `  there is no option "${name}"${didYouMean(name, known) || "; a provider's own settings stand under config"}`,
  );
  throw new ConfigurationError(`The options of the client are wrong:\n${reasons.join("\n")}`);
}
