/** What a provider's definition says, as plain data: the source of `explain` and of the tables in the documentation. */
import type { ProviderDefinition } from "../provider/definition.js";
import { windowOrder } from "../provider/window-sources.js";
import { defaultOf, knobFields } from "../settings/schema.js";
import { knobType } from "./knob-type.js";
import { defined } from "../provider/defined.js";

/** One setting. */
export interface KnobFacts {
  /** A dotted path below `plugin_configs.<provider>`. */
  key: string;
  /** What it may be, in words. */
  type: string;
  /** Absent where there is none. */
  default?: unknown;
  /** What it does, in a sentence. */
  meaning: string;
  /** The variables that set it too, best first. */
  variables: string[];
}

/** One environment variable. */
export interface VariableFacts {
  /** What it is called. */
  name: string;
  /** The knob it sets; `model` is the default model. */
  sets: string;
  /** What it is for, in a sentence. */
  meaning: string;
}

/** One workaround. */
export interface QuirkFacts {
  /** What the profile calls it. */
  key: string;
  /** The framework server version that introduced it. */
  since: string;
  /** What it does, in a sentence. */
  effect: string;
}

/** One error that a provider throws. */
export interface ErrorFacts {
  /** Its class. */
  name: string;
  /** Its code, the same for all providers. */
  code: string;
  /** Whether it is worth another try. */
  retryable: boolean;
  /** When it happens, in a sentence. */
  cause: string;
}

/** What is known of a provider's key. */
export interface CredentialFacts {
  /** The knob that holds it. */
  knob: string;
  /** Whether nothing works without it. */
  required: boolean;
  /** Where it is looked for, best place first. */
  order: string[];
  /** The command that stores it. */
  command?: string;
  /** What holds without one. */
  otherwise?: string;
}

/** What a provider's definition says, as data: for tables, for JSON, for a page. */
export interface ProviderFacts {
  /** The provider's own name. */
  provider: string;
  /** The real product that speaks its protocol. */
  product: string;
  /** The kind of backend, in a few words. */
  kind: string;
  /** Every setting. */
  knobs: KnobFacts[];
  /** The environment variables it reads. */
  variables: VariableFacts[];
  /** Its key, and where that is looked for. */
  credential: CredentialFacts;
  /** Where the context window is looked for, best source first. */
  window_order: string[];
  /** Its workarounds. */
  quirks: QuirkFacts[];
  /** The errors it throws. */
  errors: ErrorFacts[];
}

function credentialFacts({ credential, variables }: ProviderDefinition): CredentialFacts {
  const { knob, required, command, otherwise } = credential;
  return {
    knob,
    required,
    order: [
      `${knob} in the profile`,
      ...variables
        .filter(({ knob: sets }) => sets === knob)
        .map(({ name, only }) => (only ? `${name} with ${only.knob}: ${only.value}` : name)),
      ...(command === undefined ? [] : [`the key stored by ${command}`]),
    ],
    ...defined({ command, otherwise }),
  };
}

/** Everything that is fixed about a provider, whatever the user has set. */
export async function providerFacts(definition: ProviderDefinition): Promise<ProviderFacts> {
  const { name, product, kind, variables, quirks, errors } = definition;
  const fields = knobFields(await definition.knobs());
  return {
    provider: name,
    product,
    kind,
    knobs: fields.map(({ path, schema, description }) => {
      const value = defaultOf(schema);
      return {
        key: path,
        type: knobType(schema),
        ...(value !== undefined && { default: value }),
        meaning: description,
        variables: variables.filter(({ knob }) => knob === path).map((variable) => variable.name),
      };
    }),
    variables: variables.map(({ name: variable, knob, meaning }) => ({
      name: variable,
      sets: knob,
      meaning,
    })),
    credential: credentialFacts(definition),
    window_order: windowOrder(definition),
    quirks: Object.entries(quirks).map(([key, quirk]) => ({ key, ...quirk })),
    errors: errors.map(({ error, cause }) => {
      const { name: className, code, retryable } = new error("");
      return { name: className, code, retryable, cause };
    }),
  };
}
