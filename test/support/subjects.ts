/** The registered providers with what a test must know to put each in front of its emulator. */
import { type Backend, type BackendOptions, type FaultName, startBackend } from "@framework/backends";
import { type Client, type ClientOptions, createClient, loadProvider } from "@framework/shared";

/** Kinds of failure, to be translated into each provider's own class name. */
export type Kind =
  | "authentication"
  | "connection"
  | "contextLimit"
  | "creditsExhausted"
  | "infrastructure"
  | "midStream"
  | "modelNotFound"
  | "permissionDenied"
  | "rateLimit"
  | "request"
  | "serviceDisabled"
  | "serviceRetired"
  | "stall"
  | "unavailable";

export interface Subject {
  name: string;
  /** The emulator in front of which it stands. */
  backend: keyof BackendOptions;
  /** The provider's knobs for a running emulator. */
  config(backend: Backend): Record<string, unknown>;
  errors: Record<Kind, string>;
  /** Faults for which the provider has a class of its own. */
  faults?: Partial<Record<FaultName, string>>;
}

/** The classes of a provider that has none of its own. */
export const sharedErrors: Record<Kind, string> = {
  authentication: "AuthenticationError",
  connection: "ConnectionError",
  contextLimit: "ContextLimitError",
  creditsExhausted: "CreditsExhaustedError",
  infrastructure: "InfrastructureError",
  midStream: "MidStreamError",
  modelNotFound: "ModelNotFoundError",
  permissionDenied: "PermissionDeniedError",
  rateLimit: "RateLimitError",
  request: "RequestError",
  serviceDisabled: "PermissionDeniedError",
  serviceRetired: "ServiceRetiredError",
  stall: "StallTimeoutError",
  unavailable: "InfrastructureError",
};

/** Services with a key call a lost connection and a broken stream a fault of their infrastructure. */
const hosted: Record<Kind, string> = {
  ...sharedErrors,
  connection: "InfrastructureError",
  midStream: "InfrastructureError",
};

export const subjects: readonly Subject[] = [
  {
    name: "localdesk",
    backend: "localdesk",
    config: ({ url }) => ({ host: url }),
    errors: {
      ...sharedErrors,
      authentication: "LocalDeskAuthenticationError",
      connection: "LocalDeskConnectionError",
      modelNotFound: "LocalDeskModelNotFoundError",
    },
  },
  {
    name: "gpusrv",
    backend: "gpusrv",
    config: ({ urls }) => ({
      openai_url: urls.openai,
      control_url: urls.control,
      context_length: 32_768,
    }),
    errors: {
      ...sharedErrors,
      authentication: "GpuSrvAuthenticationError",
      connection: "GpuSrvConnectionError",
      midStream: "GpuSrvMidStreamError",
      modelNotFound: "GpuSrvModelNotFoundError",
    },
  },
  {
    name: "hubmodels",
    backend: "hubmodels",
    config: ({ url }) => ({ api_key: "github_pat_for_tests_0001", extra: { endpoint: url } }),
    errors: {
      ...sharedErrors,
      authentication: "TokenInvalidError",
      midStream: "InfrastructureError",
      serviceDisabled: "ModelsDisabledError",
    },
    faults: { "403": "TokenPermissionError" },
  },
  {
    name: "gateway",
    backend: "gateway",
    config: ({ url }) => ({
      api_key: "sk-gateway-for-tests-0001",
      framework_overrides: { base_url: url },
    }),
    errors: hosted,
  },
  {
    name: "serverless",
    backend: "serverless",
    config: ({ url }) => ({ base_url: url, api_key: "any-key-will-do" }),
    errors: hosted,
  },
  {
    name: "eucloud",
    backend: "eucloud",
    config: ({ url }) => ({ base_url: url, api_key: "any-key-will-do" }),
    errors: hosted,
  },
  {
    name: "selfhost",
    backend: "selfhost",
    config: ({ url }) => ({ host: url }),
    errors: {
      ...sharedErrors,
      authentication: "SelfHostAuthenticationError",
      connection: "SelfHostConnectionError",
      midStream: "SelfHostMidStreamError",
      modelNotFound: "SelfHostModelNotFoundError",
      unavailable: "SelfHostConnectionError",
    },
  },
  {
    name: "compatible",
    backend: "compatible",
    config: ({ url }) => ({ base_url: url }),
    errors: sharedErrors,
  },
];

/** A running emulator with a client that is connected to its first model. */
export interface Pair extends AsyncDisposable {
  backend: Backend;
  client: Client;
  model: string;
}

interface PairOptions {
  backend?: object;
  client?: Partial<ClientOptions>;
  /** The backend demands this key, and the client has it. */
  apiKey?: string;
}

export async function connectedPair(subject: Subject, options: PairOptions = {}): Promise<Pair> {
  const { apiKey } = options;
  const { credential } = await loadProvider(subject.name);
  const backend = await startBackend(subject.backend, {
    ...(apiKey !== undefined && { apiKey }),
    ...options.backend,
  });
  const client = createClient({
    providerName: subject.name,
    config: { ...subject.config(backend), ...(apiKey !== undefined && { [credential.knob]: apiKey }) },
    env: {},
    ...options.client,
  });
  const dispose = async () => {
    await client.close();
    await backend.close();
  };
  try {
    const [model = ""] = await client.listModels();
    await client.connect(null, null, model);
    return { backend, client, model, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
