/** What a provider's definition says, as plain data: the source of `explain` and of the tables in the documentation. */
import type { ProviderDefinition } from "../provider/definition.js";
import { windowOrder } from "../provider/window-sources.js";
import { defaultOf, knobFields } from "../settings/schema.js";
import { knobType } from "./knob-type.js";

export interface KnobFacts {
  /** A dotted path below `plugin_configs.<provider>`. */
  key: string;
  type: string;
  /** Absent where there is none. */
  default?: unknown;
  meaning: string;
  /** The variables that set it too, best first. */
  variables: string[];
}

export interface VariableFacts {
  name: string;
  /** The knob it sets; `model` is the default model. */
  sets: string;
  meaning: string;
}

export interface QuirkFacts {
  key: string;
  since: string;
  effect: string;
}

export interface ErrorFacts {
  name: string;
  code: string;
  retryable: boolean;
  cause: string;
}

export interface CredentialFacts {
  knob: string;
  required: boolean;
  /** Where it is looked for, best place first. */
  order: string[];
  command?: string;
  /** What holds without one. */
  otherwise?: string;
}

export interface ProviderFacts {
  provider: string;
  product: string;
  kind: string;
  knobs: KnobFacts[];
  variables: VariableFacts[];
  credential: CredentialFacts;
  window_order: string[];
  quirks: QuirkFacts[];
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
    ...(command !== undefined && { command }),
    ...(otherwise !== undefined && { otherwise }),
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
