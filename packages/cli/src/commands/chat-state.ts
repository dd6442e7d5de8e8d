/** The conversation of an interactive chat: which backend, which model, which session. */
import { namedFlags } from "@framework/shared";
import type { Client, Content, Session, SessionOptions } from "@framework/shared";
import { sanitize } from "@framework/shared/terminal";
import type { ChatFlags } from "../configure/chat-flags.js";
import { configure, type ToolServers } from "../configure/client-options.js";
import { connect } from "../configure/connect.js";
import type { TurnOptions } from "../configure/turn-options.js";
import { type Keeper, titleOf } from "../conversations/keeper.js";
import type { Output } from "../output/output.js";
import type { Attachment } from "../question/attachment.js";
import { contentOf } from "../question/question.js";
import { sizeNote } from "../question/size-note.js";

/** What a chat is held with, beside the model. */
export interface ChatSurroundings {
  readonly flags: ChatFlags;
  readonly output: Output;
  readonly options: SessionOptions;
  /** What every turn is told. */
  readonly turn: TurnOptions;
  readonly keeper: Keeper;
  readonly servers: ToolServers | undefined;
}

export class ChatState {
  readonly flags: ChatFlags;
  readonly output: Output;
  readonly turn: TurnOptions;
  readonly servers: ToolServers | undefined;
  /** What goes along with the next question. */
  readonly attachments: Attachment[] = [];
  /** What every session of this chat gets. */
  readonly #options: SessionOptions;
  readonly #keeper: Keeper;
  #client: Client;
  #session: Session;
  #models: Promise<readonly string[]> | undefined;
  /** Whether the client is one that this chat made itself. */
  #hasOwnClient = false;

  constructor(
    client: Client,
    session: Session,
    { flags, output, options, turn, keeper, servers }: ChatSurroundings,
  ) {
    this.servers = servers;
    this.flags = flags;
    this.output = output;
    this.#options = options;
    this.turn = turn;
    this.#keeper = keeper;
    this.#client = client;
    this.#session = session;
  }

  get client(): Client {
    return this.#client;
  }

  get session(): Session {
    return this.#session;
  }

  /** A question with what was attached to it, which is told when it is a lot. */
  takeQuestion(text: string): Content {
    const attachments = this.attachments.splice(0);
    const content = contentOf({ text, attachments });
    const size = sizeNote(content, attachments, this.#client.contextWindow);
    if (size !== undefined) this.output.note(size);
    return content;
  }

  /** Has the conversation saved from its first question on. */
  keep(question: Content): void {
    this.#keeper.keep(this.#session, wordsOf(question));
  }

  /** Forgets the conversation. What was kept of it stays, and the next question begins another one. */
  clear(): void {
    if (this.#keeper.owns(this.#session)) {
      this.#keeper.end(this.#session);
      this.#session.close();
    }
    this.#session.clear();
  }

  /** The end of the conversation that goes on, so that the user knows where it was. */
  whereItWas(): string {
    const { messages } = this.#session;
    const text = titleOf(this.lastQuestion() ?? "");
    const count = `${messages.length} ${messages.length === 1 ? "message" : "messages"}`;
    return text === "" ? `Loaded ${count}.` : `Loaded ${count}. The last question was: ${text}`;
  }

  /** What was typed as the last question. */
  lastQuestion(): string | undefined {
    const last = this.#session.messages.findLast(
      (message) => message.role === "user" && !this.#session.isSynthetic(message),
    );
    return last?.role === "user" ? wordsOf(last.content) : undefined;
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
    const meant = await namedFlags({ model }, process.env);
    if ("provider" in meant && typeof meant.provider === "string") {
      return this.switchProvider(meant.provider, meant.model, signal);
    }
    return connect(this.#client, model, this.output, signal);
  }

  /** Goes on with the same conversation on another backend; the old one stays when the new one fails. */
  async switchProvider(provider: string, model: string | undefined, signal: AbortSignal): Promise<void> {
    const { model: _old, ...flags } = this.flags;
    const { client } = await configure({ ...flags, provider, ...(model !== undefined && { model }) });
    const { messages, system, file } = this.#session;
    let session: Session;
    try {
      await connect(client, model, this.output, signal);
      if (file === undefined) session = client.createSession({ ...this.#options, messages });
      else session = await this.#resume(client, file);
    } catch (error) {
      await client.close();
      throw error;
    }
    session.system = system;
    this.#session.close();
    if (this.#hasOwnClient) await this.#client.close();
    this.#hasOwnClient = true;
    this.#client = client;
    this.#models = undefined;
    this.#session = session;
  }

  /** Goes on with a saved conversation, and saves to its file from now on. */
  async load(file: string): Promise<void> {
    const session = await this.#resume(this.#client, file);
    this.#session.close();
    this.#session = session;
  }

  #resume(client: Client, file: string): Promise<Session> {
    const { system: _given, ...options } = this.#options;
    return client.resumeSession(file, { ...options, onNotice: (text) => this.output.note(text) });
  }

  async close(): Promise<void> {
    this.#keeper.end(this.#session);
    if (this.#hasOwnClient) await this.#client.close();
  }
}

/** The last words of a question: what was typed, after what was attached. */
export function wordsOf(question: Content): string {
  const text =
    typeof question === "string"
      ? question
      : question.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  return text.split(/\n`{3,}\n\n/).at(-1) ?? text;
}
