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

export interface McpPromptInfo {
  name: string;
  description?: string;
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

export interface McpModule {
  Client: new (info: { name: string; version: string }, options: object) => McpClient;
  StreamableHTTPClientTransport: new (url: URL, options: object) => McpTransport;
  UnauthorizedError: new (...args: never[]) => Error;
}

export interface McpStdioModule {
  StdioClientTransport: new (options: object) => McpTransport;
  getDefaultEnvironment(): Record<string, string>;
}

/** Loads the packages; throws with the command that installs them when they are missing. */
export type LoadMcp = () => Promise<{ client: McpModule; stdio: McpStdioModule }>;
