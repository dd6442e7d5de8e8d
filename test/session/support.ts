/** A session in front of an emulated backend, with the requests it got. */
import { type Backend, type Reply, type SelfHostOptions, startBackend } from "@framework/backends";
import {
  type Client,
  type ClientOptions,
  createClient,
  type Session,
  type SessionOptions,
  type StreamEvent,
  type ToolDefinition,
} from "@framework/shared";

export interface Talk extends AsyncDisposable {
  backend: Backend;
  client: Client;
  session: Session;
  events: StreamEvent[];
  /** The bodies of the chat requests so far. */
  bodies(): ChatBody[];
  onOutput: (event: StreamEvent) => void;
}

export interface ChatBody {
  messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
  tool_choice?: unknown;
  max_tokens?: number;
}

interface TalkOptions {
  backend?: SelfHostOptions & { reply?: Reply | Reply[] };
  client?: ClientOptions;
  session?: SessionOptions;
}

export async function talk(options: TalkOptions = {}): Promise<Talk> {
  const backend = await startBackend("selfhost", options.backend);
  const client = createClient({
    providerName: "selfhost",
    env: {},
    ...options.client,
    config: { host: backend.url, ...options.client?.config },
  });
  await client.connect(null, null, options.backend?.models?.[0]?.id ?? "demo-model");
  const events: StreamEvent[] = [];
  return {
    backend,
    client,
    session: client.createSession(options.session),
    events,
    bodies: () =>
      backend.requests
        .filter(({ path }) => path === "/v1/chat/completions")
        .map(({ body }) => body as ChatBody),
    onOutput: (event) => events.push(event),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await backend.close();
    },
  };
}

/** A tool that takes a `city` and does what it is told. */
export const tool = (
  name: string,
  run: ToolDefinition["run"],
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name,
  description: name,
  changes: false,
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  run,
  ...more,
});

/** A scripted answer that calls tools. */
export const calling = (...calls: [id: string, name: string, args: Record<string, unknown> | string][]) => ({
  toolCalls: calls.map(([id, name, args]) => ({ id, name, arguments: args })),
});
