/** What a provider can be told, what holds now, and where that came from. */
export { type Effective, explainProvider, type Explanation } from "./explain.js";
export {
  type CredentialFacts,
  type ErrorFacts,
  type KnobFacts,
  type ProviderFacts,
  providerFacts,
  type QuirkFacts,
  type VariableFacts,
} from "./facts.js";
export { type NamedDefinition, settingsTypes } from "./settings-types.js";
export { withTables } from "./tables.js";
export { explanationText } from "./text.js";
