/** One configured server: started when it is first needed, started once more when it died, and never waited for without end. */
import { safeLine } from "../../provider/untrusted.js";
import { VERSION } from "../../provider/version.js";
import type {
  LoadMcp,
  McpCallResult,
  McpClient,
  McpPromptInfo,
  McpRequestOptions,
  McpToolInfo,
  McpTransport,
} from "./mcp-module.js";
import type { McpServerSettings } from "./server-settings.js";
import { messageOf } from "../../provider/errors.js";

const START_MS = 60_000;
const ANSWER_MS = 60_000;
const LONGEST_MS = 600_000;
/** More than a person would read of what a server says about itself. */
const STDERR_LIMIT = 2_000;
const LOG_LIMIT = 100;

/** What a server may ask of, or tell, the user. */
export interface McpHost {
  /** Loads the official client packages. */
  load: LoadMcp;
  /** The folder that servers are started in. */
  workspace: string;
  /** Takes what a server logs, safe to show. */
  onLog?: (server: string, text: string) => void;
  /** Asks the user for the fields of a form; undefined when the user declines. */
  elicit?: (
    server: string,
    message: string,
    fields: readonly string[],
  ) => Promise<Record<string, unknown> | undefined>;
  /** Opens the way for a server that demands a login. */
  authorize?: (server: string, url: URL) => McpAuthorization;
}

/** A login by OAuth: what the transport needs, and how to wait for its end. */
export interface McpAuthorization {
  /** What the official client asks for tokens. */
  readonly provider: object;
  /** Resolves with what came back to the loopback address. */
  finished(): Promise<URLSearchParams>;
  /** Ends the waiting and frees the port. */
  close(): void;
}

/** One server: started when first needed, and again after it died. */
export class McpServer {
  /** What the profile calls it. */
  readonly name: string;
  readonly #settings: McpServerSettings;
  readonly #host: McpHost;
  #client: Promise<McpClient> | undefined;
  #complaints = "";
  #logs = 0;
  /** The tools have changed since they were listed. */
  #isStale = false;

  constructor(name: string, settings: McpServerSettings, host: McpHost) {
    this.name = name;
    this.#settings = settings;
    this.#host = host;
  }

  /** Whether it said that its tools have changed since they were listed. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** The tools it offers. */
  async listTools(): Promise<McpToolInfo[]> {
    const client = await this.#ready();
    const { tools } = await client.listTools({}, { timeout: ANSWER_MS });
    this.#isStale = false;
    return tools;
  }

  /** A server that died is started once more before the call counts as failed. */
  async call(name: string, args: object, options: McpRequestOptions): Promise<McpCallResult> {
    const client = await this.#ready();
    return client.callTool(
      { name, arguments: args },
      { timeout: ANSWER_MS, maxTotalTimeout: LONGEST_MS, resetTimeoutOnProgress: true, ...options },
    );
  }

  /** The prompts it offers. */
  async prompts(): Promise<McpPromptInfo[]> {
    const client = await this.#ready();
    if (!client.getServerCapabilities()?.["prompts"]) return [];
    return (await client.listPrompts({}, { timeout: ANSWER_MS })).prompts;
  }

  /** One of its prompts, filled in: messages for the model. */
  async prompt(name: string, args: Record<string, string>) {
    const client = await this.#ready();
    return (await client.getPrompt({ name, arguments: args }, { timeout: ANSWER_MS })).messages;
  }

  /** The resources it offers. */
  async resources(): Promise<{ uri: string; name: string }[]> {
    const client = await this.#ready();
    if (!client.getServerCapabilities()?.["resources"]) return [];
    return (await client.listResources({}, { timeout: ANSWER_MS })).resources;
  }

  /** What one of its resources holds. */
  async resource(uri: string) {
    const client = await this.#ready();
    return (await client.readResource({ uri }, { timeout: ANSWER_MS })).contents;
  }

  /** What it calls itself, for a person. */
  async title(): Promise<string> {
    const { name, version } = (await this.#ready()).getServerVersion() ?? { name: "unnamed", version: "" };
    return safeLine(`${name} ${version}`, 100);
  }

  /** Why it failed, with what it said itself before. */
  reason(error: unknown): string {
    const why = safeLine(messageOf(error));
    const said = safeLine(this.#complaints, 300);
    return `the MCP server ${this.name} failed: ${why}${said === "" ? "" : ` It said: ${said}`}`;
  }

  /** Ends it, with the program that was started for it. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  #ready(): Promise<McpClient> {
    this.#client ??= this.#start();
    this.#client.catch(() => (this.#client = undefined));
    return this.#client;
  }

  async #start(): Promise<McpClient> {
    const { client: sdk, stdio } = await this.#host.load();
    const { elicit } = this.#host;
    const client = new sdk.Client(
      { name: "framework", version: VERSION },
      // No sampling: a server does not get to ask the user's models.
      { capabilities: elicit ? { elicitation: { form: {} } } : {} },
    );
    client.onclose = () => (this.#client = undefined);
    client.onerror = () => undefined;
    client.setNotificationHandler("notifications/tools/list_changed", () => (this.#isStale = true));
    client.setNotificationHandler("notifications/message", ({ params }) => this.#log(params));
    if (elicit) client.setRequestHandler("elicitation/create", ({ params }) => this.#elicit(params));
    const { authorize } = this.#host;
    if ("command" in this.#settings) {
      const { command, args = [], env = {} } = this.#settings;
      const transport = new stdio.StdioClientTransport({
        command,
        args: [...args],
        // Not this process's environment: a server gets what its settings give it.
        env: { ...stdio.getDefaultEnvironment(), ...env },
        cwd: this.#host.workspace,
        stderr: "pipe",
      });
      transport.stderr?.on("data", (piece: Buffer) => {
        this.#complaints = (this.#complaints + piece.toString("utf8")).slice(-STDERR_LIMIT);
      });
      await client.connect(transport, { timeout: START_MS });
      return client;
    }
    const { headers } = this.#settings;
    const url = new URL(this.#settings.url);
    const login = authorize?.(this.name, url);
    const open = (): McpTransport =>
      new sdk.StreamableHTTPClientTransport(url, {
        requestInit: { headers: { ...headers } },
        ...(login && { authProvider: login.provider }),
      });
    try {
      const transport = open();
      try {
        await client.connect(transport, { timeout: START_MS });
      } catch (error) {
        if (!login || !(error instanceof sdk.UnauthorizedError)) throw error;
        await transport.finishAuth?.(await login.finished());
        await client.connect(open(), { timeout: START_MS });
      }
      return client;
    } finally {
      login?.close();
    }
  }

  /** A server that talks without end is heard for a while. */
  #log({ level, data }: { level: string; data: unknown }): void {
    this.#logs += 1;
    if (this.#logs > LOG_LIMIT || level === "debug" || level === "info") return;
    this.#host.onLog?.(this.name, safeLine(typeof data === "string" ? data : JSON.stringify(data), 300));
  }

  async #elicit({
    message,
    requestedSchema,
  }: {
    message: string;
    requestedSchema?: { properties?: object };
  }) {
    const fields = Object.keys(requestedSchema?.properties ?? {});
    const content = await this.#host.elicit?.(
      this.name,
      safeLine(message),
      fields.map((field) => safeLine(field)),
    );
    return content ? { action: "accept", content } : { action: "decline" };
  }
}
