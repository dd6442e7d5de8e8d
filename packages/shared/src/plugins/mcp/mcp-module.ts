/** What is used of the official client packages. They are loaded only when a server is configured. */

export interface McpContent {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
  name?: string;
  resource?: { uri: string; text?: string; mimeType?: string };
}

export interface McpCallResult {
  content?: McpContent[];
  structuredContent?: unknown;
  isError?: boolean;
}

export interface McpToolInfo {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
}

export interface McpRequestOptions {
  signal?: AbortSignal;
  timeout?: number;
  maxTotalTimeout?: number;
  resetTimeoutOnProgress?: boolean;
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** A prompt that a server offers. */
export interface McpPromptInfo {
  /** What the server calls it. */
  name: string;
  /** What it is for. */
  description?: string;
  /** What it has to be told, each a text. */
  arguments?: { name: string; description?: string; required?: boolean }[];
}

export interface McpClient {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  connect(transport: McpTransport, options?: McpRequestOptions): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): { name: string; version: string } | undefined;
  getServerCapabilities(): Readonly<Record<string, unknown>> | undefined;
  listTools(params?: object, options?: McpRequestOptions): Promise<{ tools: McpToolInfo[] }>;
  callTool(params: object, options?: McpRequestOptions): Promise<McpCallResult>;
  listPrompts(params?: object, options?: McpRequestOptions): Promise<{ prompts: McpPromptInfo[] }>;
  getPrompt(
    params: object,
    options?: McpRequestOptions,
  ): Promise<{ messages: { role: string; content: McpContent }[] }>;
  listResources(
    params?: object,
    options?: McpRequestOptions,
  ): Promise<{ resources: { uri: string; name: string }[] }>;
  readResource(
    params: object,
    options?: McpRequestOptions,
  ): Promise<{ contents: { uri: string; text?: string; blob?: string; mimeType?: string }[] }>;
  setRequestHandler(method: string, handler: (request: { params: never }) => Promise<object>): void;
  setNotificationHandler(method: string, handler: (notification: { params: never }) => void): void;
}

export interface McpTransport {
  readonly stderr?: NodeJS.ReadableStream | null;
  finishAuth?(code: string | URLSearchParams): Promise<void>;
  close(): Promise<void>;
}

/** What is used of the official client package. */
export interface McpModule {
  /** Speaks with one server. */
  Client: new (info: { name: string; version: string }, options: object) => McpClient;
  /** Reaches a server over HTTP. */
  StreamableHTTPClientTransport: new (url: URL, options: object) => McpTransport;
  /** Thrown when a server demands a login. */
  UnauthorizedError: new (...args: never[]) => Error;
}

/** What is used of its part that starts servers as programs. */
export interface McpStdioModule {
  /** Starts a server and speaks over its standard input and output. */
  StdioClientTransport: new (options: object) => McpTransport;
  /** The few variables that a server is given without being told. */
  getDefaultEnvironment(): Record<string, string>;
}

/** Loads the packages; throws with the command that installs them when they are missing. */
export type LoadMcp = () => Promise<{ client: McpModule; stdio: McpStdioModule }>;
