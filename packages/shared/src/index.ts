/** The provider interface, sessions and errors. Each provider is also importable by itself. */
export { Client, createClient, type ResumeOptions } from "./session/client.js";
export type {
  ChainStep,
  ClientOptions,
  OptionsOf,
  ProviderName,
  ProviderOptions,
} from "./session/client-options.js";
export type { AnyTool, CompleteCallOptions, Prompt, StreamOptions } from "./session/call-input.js";
export type * from "./plugins/provider-settings.js";
export { Session, type SessionOptions } from "./session/session.js";
export type {
  ObjectOptions,
  ObjectResult,
  ObjectStream,
  ObjectTurn,
  Unfinished,
} from "./session/object-types.js";
export { type Mismatch, SchemaMismatchError } from "./structured/schema-mismatch.js";
export type { SchemaIssue } from "./structured/read-schema.js";
export type { InferSchema, Schema, StandardSchema } from "./structured/standard-schema.js";
export type { ConversationAbout } from "./session/transcript-line.js";
export type { SavedConversation } from "./session/transcript-read.js";
export type { SessionTurn } from "./session/turn-loop.js";
export type { Approval, ApprovalQuestion, Approve } from "./session/approval.js";
export type { CompletenessCheck, DeliverableOptions } from "./session/deliverable/deliverable.js";
export type { Payload } from "./session/deliverable/payload.js";
export {
  exactText,
  type Grant,
  loadTools,
  schemaFaults,
  type SchemaFault,
  tool,
  type Preview,
  type ToolContext,
  type ToolDefinition,
  type ToolOptions,
  type ToolOutput,
  toolPluginNames,
  ToolRefusal,
  type ToolResult,
} from "./session/tools.js";
export * from "./provider/errors.js";
export type * from "./provider/call-events.js";
export type * from "./provider/events.js";
export { countedUsage, restartEvent, usageEvent } from "./provider/spelling.js";
export type * from "./provider/messages.js";
export type * from "./provider/provider.js";
export {
  chooseWindow,
  type ContextWindow,
  type FoundWindow,
  type WindowCandidate,
  type WindowSource,
} from "./provider/context-window.js";
export {
  type Credential,
  type DeclaredError,
  defineProvider,
  type KnobsFor,
  type KnobSchema,
  type ProviderDefinition,
  type Quirk,
  type Variable,
} from "./provider/definition.js";
export { knownProviders, loadProvider, profileChecks, providerNames } from "./plugins/registry.js";
export type {
  Candidate,
  CredentialUse,
  Environment,
  OriginKind,
  Settings,
  SettingSources,
} from "./provider/settings.js";
export {
  type BackendFlags,
  type Configuration,
  configurationOf,
  type People,
  profileIn,
  readConfiguration,
  readEnvironment,
} from "./config/configuration.js";
export { namedFlags } from "./config/named-flags.js";
export { ownProfile } from "./config/own-profile.js";
export { providerCalled } from "./plugins/product-names.js";
export { candidatesFor, resolveSettings, setValueAt } from "./settings/resolve.js";
export { looksSecret, maskSecret, redact } from "./provider/secrets.js";
export { defined } from "./provider/defined.js";
export { isRecord, jsonIn } from "./provider/untrusted.js";
export { sanitize } from "./terminal/sanitize.js";
export { closest, didYouMean } from "./provider/suggest.js";
export { estimatePrompt } from "./tokens/prompt.js";
export { tokensIn, type TokenRange } from "./tokens/range.js";
export type { Exchange, OnExchange } from "./provider/exchange.js";
