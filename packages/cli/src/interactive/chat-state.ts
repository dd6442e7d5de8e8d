/** The conversation of an interactive chat: which backend, which model, which session. */
import type { Client, Session, SessionOptions } from "@framework/shared";
import { sanitize } from "@framework/shared/terminal";
import type { ChatFlags } from "../chat.js";
import { type Configured, configure } from "../client-options.js";
import { connect } from "../connect.js";
import type { Output } from "../output.js";

export interface ChatStateOptions {
  readonly configured: Configured;
  readonly flags: ChatFlags;
  readonly output: Output;
  /** What every session of this chat gets: tools and who approves them. */
  readonly session: Pick<SessionOptions, "tools" | "approve" | "autoApprove">;
}

export class ChatState {
  readonly flags: ChatFlags;
  readonly output: Output;
  readonly #sessionOptions: ChatStateOptions["session"];
  #client: Client;
  #session: Session;
  #models: Promise<readonly string[]> | undefined;
  #hasOwnClient = false;

  constructor({ configured, flags, output, session }: ChatStateOptions) {
    this.flags = flags;
    this.output = output;
    this.#sessionOptions = session;
    this.#client = configured.client;
    this.#session = this.#client.createSession({
      ...session,
      ...(flags.system !== undefined && { system: flags.system }),
    });
  }

  get client(): Client {
    return this.#client;
  }

  get session(): Session {
    return this.#session;
  }

  /** The ids of the models, asked for once; empty while the backend does not answer. */
  models(): Promise<readonly string[]> {
    this.#models ??= this.#client.listModels().then(
      (ids) => ids.map(sanitize),
      () => {
        this.#models = undefined;
        return [];
      },
    );
    return this.#models;
  }

  /** Goes on with another model of the same backend. */
  async switchModel(model: string, signal: AbortSignal): Promise<void> {
    await connect(this.#client, model, this.output, signal);
  }

  /** Goes on with the same conversation on another backend; the old one stays when the new one fails. */
  async switchProvider(provider: string, model: string | undefined, signal: AbortSignal): Promise<void> {
    const { model: _old, ...flags } = this.flags;
    const { client } = await configure({ ...flags, provider, ...(model !== undefined && { model }) });
    try {
      await connect(client, model, this.output, signal);
    } catch (error) {
      await client.close();
      throw error;
    }
    const { messages, system } = this.#session;
    if (this.#hasOwnClient) await this.#client.close();
    this.#hasOwnClient = true;
    this.#client = client;
    this.#models = undefined;
    this.#session = client.createSession({
      ...this.#sessionOptions,
      messages,
      ...(system !== undefined && { system }),
    });
  }

  /** Goes on with a saved conversation, and saves to its file from now on. */
  async load(file: string): Promise<void> {
    const onNotice = (text: string) => this.output.note(text);
    this.#session = await this.#client.resumeSession(file, { ...this.#sessionOptions, onNotice });
  }

  async close(): Promise<void> {
    if (this.#hasOwnClient) await this.#client.close();
  }
}
