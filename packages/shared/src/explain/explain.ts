/** A provider's facts together with what holds now and where it came from. */
import type { ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Candidate, Settings, SettingSources } from "../provider/settings.js";
import { resolveSettings } from "../settings/resolve.js";
import {
  type KnobFacts,
  type ProviderFacts,
  providerFacts,
  type QuirkFacts,
  type VariableFacts,
} from "./facts.js";
import { shownValue } from "./shown-value.js";

/** A value that holds, secrets masked. */
export interface Effective {
  /** The value; of a secret only as much as may be shown. */
  value: unknown;
  /** `default`, a variable's name, or a file. */
  origin: string;
}

/** What a provider can be told, with what holds now. */
export interface Explanation extends Omit<ProviderFacts, "knobs" | "variables" | "quirks"> {
  /** `effective` is null where nothing is set; `overruled` holds the values that lost, best first. */
  knobs: (KnobFacts & { effective: Effective | null; overruled: Effective[] })[];
  /** The default model; null where nothing names one. */
  model: Effective | null;
  /** The variables it reads, and whether each is set. */
  variables: (VariableFacts & { set: boolean })[];
  /** The workarounds, and whether each is on. */
  quirks: (QuirkFacts & { value: boolean })[];
  /** What is wrong with the settings; then only the facts hold. */
  problem?: string;
}

/** Explains a provider under these settings. Settings that are wrong are told, not thrown. */
export async function explainProvider(
  definition: ProviderDefinition,
  config: Readonly<Record<string, unknown>> = {},
  sources: SettingSources = {},
): Promise<Explanation> {
  const facts = await providerFacts(definition);
  const env = sources.env ?? process.env;
  let settings: Settings | undefined;
  let problem: string | undefined;
  try {
    settings = await resolveSettings(definition, config, sources);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    problem = error.message;
  }
  const shown =
    (knob: string) =>
    ({ value, origin }: Candidate): Effective => ({
      value: shownValue(value, knob === definition.credential.knob || knob === definition.knobsFor.headers),
      origin,
    });
  const effective = (knob: string): Effective[] => settings?.candidates(knob).map(shown(knob)) ?? [];
  return {
    ...facts,
    knobs: facts.knobs.map((knob) => {
      const [first = null, ...overruled] = effective(knob.key);
      return { ...knob, effective: first, overruled };
    }),
    model: effective("model")[0] ?? null,
    variables: facts.variables.map((variable) => ({ ...variable, set: Boolean(env[variable.name]?.trim()) })),
    quirks: facts.quirks.map((quirk) => ({ ...quirk, value: sources.quirks?.[quirk.key] ?? false })),
    ...(problem !== undefined && { problem }),
  };
}
