/** What `compatible` declares of itself, and what each preset declares under its own name. */
import { chatProvider } from "../../../chat/chat-provider.js";
import { type DeclaredError, defineProvider, type ProviderDefinition } from "../../../provider/definition.js";
import type { FoundWindow, WindowSource } from "../../../provider/context-window.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { compatibleDialect } from "./dialect.js";
import * as errors from "./errors.js";
import type { Preset } from "./preset.js";
import { PRESETS, presetCalled } from "./presets.js";
import { placeInWords, USUAL_PLACES } from "./window.js";

const ERRORS: readonly DeclaredError[] = [
  { error: errors.CredentialsNotFoundError, cause: "The preset needs a key, and there is none." },
  { error: errors.AuthenticationError, cause: "Key rejected (401, 403)." },
  {
    error: errors.PermissionDeniedError,
    cause: "Key good, request forbidden (403 for moderation or region).",
  },
  { error: errors.ModelNotFoundError, cause: "Model not in the list, or refused by the server." },
  { error: errors.ContextLimitError, cause: "Prompt exceeds the model's context window." },
  { error: errors.RateLimitError, cause: "Too many requests (429); may carry `retryAfter` in seconds." },
  { error: errors.CreditsExhaustedError, cause: "No credits left (402); a RateLimitError." },
  { error: errors.ConnectionError, cause: "Server unreachable; tried again." },
  { error: errors.InfrastructureError, cause: "Server answered 5xx; tried again." },
  { error: errors.MidStreamError, cause: "The answer broke off; tried again before its first word." },
  { error: errors.StallTimeoutError, cause: "Stream open but silent; an InfrastructureError." },
  { error: errors.ServiceRetiredError, cause: "Service no longer exists (410)." },
];

/** A source under whose name the server's statement was found. */
const source = (name: "live" | "catalog", words: string): WindowSource<FoundWindow | undefined> => ({
  source: name,
  words,
  find: (found) => (found?.source === name ? found : undefined),
});

const STATED: readonly WindowSource<unknown>[] = [
  { stated: "profile", note: "which narrows what the server states" },
  { stated: "env", note: "likewise" },
];

const USUAL_WORDS = USUAL_PLACES.map((place) => ("entry" in place ? place.entry : "")).join(", ");

const compatible = defineProvider({
  name: "compatible",
  product: "any server that speaks chat completions",
  kind: "any other chat-completions server or service, by its address or as one of the presets",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "COMPATIBLE_BASE_URL", knob: "base_url", meaning: "Base address of the server." },
    { name: "COMPATIBLE_API_KEY", knob: "api_key", meaning: "Key, where the server demands one." },
    { name: "COMPATIBLE_MODEL", knob: "model", meaning: "Default model." },
    {
      name: "COMPATIBLE_CONTEXT_LENGTH",
      knob: "context_length",
      meaning: "Context window where the server does not state it.",
    },
    ...PRESETS.flatMap(({ name, product, key }) =>
      key.variables.map((variable) => ({
        name: variable,
        knob: "api_key",
        meaning: `${product}'s own variable; only with \`preset: ${name}\`.`,
        only: { knob: "preset", value: name },
      })),
    ),
  ],
  credential: { knob: "api_key", required: false },
  knobsFor: { addresses: ["base_url", "preset"], window: "context_length", headers: "headers" },
  windows: [
    source("live", "what the running server says, where its preset knows the place"),
    source("catalog", `the model's entry in the list: where the preset says, else ${USUAL_WORDS}`),
    ...STATED,
  ],
  quirks: {},
  errors: ERRORS,
  // Its address is everybody's own, on no usual port.
  localPorts: [],
  create: (): ModelProvider =>
    chatProvider(compatible, (access) => {
      const { values } = access.settings;
      return compatibleDialect(access, values, presetCalled(values.preset));
    }),
});

export default compatible;

const upper = (name: string): string => name.toUpperCase();

/** Where a server is asked, beside what the user states. */
function placesOf(windows: Preset["windows"]): readonly WindowSource<FoundWindow | undefined>[] {
  if (windows === undefined) return [source("catalog", `the model's entry in the list: ${USUAL_WORDS}`)];
  if (windows.length === 0) return [];
  return [
    source("live", "what the running server says"),
    source("catalog", windows.map(placeInWords).join("; ")),
  ];
}

/** A preset under its own name: the same provider, with variables of its own and no other service's key in reach. */
export function presetDefinition(preset: Preset): ProviderDefinition {
  const { name, product, key, addressVariables = [], ports, marks, windows, models } = preset;
  const own = upper(name);
  const unique = (names: readonly string[]) => [...new Set(names)];
  const definition = defineProvider({
    name,
    product,
    kind: `${ports || !key.isRequired ? "server of one's own" : "service"} that speaks chat completions: the preset \`${name}\` of compatible`,
    knobs: async () => (await import("./knobs.js")).boundKnobs,
    variables: [
      ...unique([...addressVariables, `${own}_BASE_URL`]).map((variable) => ({
        name: variable,
        knob: "base_url",
        meaning: "Base address.",
      })),
      ...unique([...key.variables, `${own}_API_KEY`]).map((variable) => ({
        name: variable,
        knob: "api_key",
        meaning: "Key.",
      })),
      { name: `${own}_MODEL`, knob: "model", meaning: "Default model." },
      { name: `${own}_CONTEXT_LENGTH`, knob: "context_length", meaning: "Context window." },
    ],
    credential: { knob: "api_key", required: key.isRequired, command: `fw auth ${name}` },
    knobsFor: { addresses: ["base_url"], window: "context_length", headers: "headers" },
    windows: [...placesOf(windows), ...STATED],
    quirks: {},
    errors: ERRORS,
    ...(models && models.isOpen && { hasOpenCatalog: true }),
    ...((ports || preset.address === undefined) && { localPorts: ports ?? [] }),
    ...(marks && { marks }),
    create: (): ModelProvider =>
      chatProvider(definition, (access) => compatibleDialect(access, access.settings.values, preset)),
  });
  return definition;
}
