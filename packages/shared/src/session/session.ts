/** A conversation. The provider keeps none: the session owns the messages, runs the tools, and sends everything. */
import path from "node:path";
import { RequestError } from "../provider/errors.js";
import type { Usage } from "../provider/events.js";
import type { Content, Message, SystemMessage } from "../provider/messages.js";
import { onAbort } from "../provider/on-abort.js";
import type { CompleteOptions, ModelProvider, TurnStream } from "../provider/provider.js";
import { secretValues } from "../provider/secrets.js";
import { createTurnStream, type EventSink } from "../provider/turn-stream.js";
import type { StopSignal } from "../provider/stop.js";
import type { ToolDefinition } from "../plugins/tools/tool.js";
import { Deliverable, type DeliverableOptions } from "./deliverable/deliverable.js";
import { deliverableTools } from "./deliverable/tools.js";
import type { PromptSize } from "../tokens/counter.js";
import { ContextGate } from "./context-gate.js";
import { History } from "./history.js";
import { AutoFinalizer } from "./quirks/auto-finalize-on-complete.js";
import { isNarrationPrompt } from "./quirks/force-narration-between-tools.js";
import type { InferSchema, Schema } from "../structured/standard-schema.js";
import type { Approve } from "./approval.js";
import type { ObjectOptions, ObjectTurn } from "./object-types.js";
import { checkCallOptions } from "./option-names.js";
import { ToolRunner } from "./tool-run.js";
import { Transcript } from "./transcript.js";
import type { ConversationAbout } from "./transcript-line.js";
import type { SavedConversation } from "./transcript-read.js";
import { type SessionTurn, TurnLoop } from "./turn-loop.js";
import { UsageMeter } from "./usage-meter.js";

/** What a conversation begins with, and what it may do. */
export interface SessionOptions {
  /** The system message. */
  system?: string;
  /** A conversation to go on with. */
  messages?: readonly Message[];
  /** What the model may call; `loadTools` gives the tools of a profile's plugins. */
  tools?: readonly ToolDefinition[];
  /** Asked before a call that changes something; without it such calls are refused. */
  approve?: Approve;
  /** Such calls run without asking. Reading where secrets live asks all the same. */
  autoApprove?: boolean;
  /** Files that may hold keys (an env file, a profile): a tool that would read one asks first. */
  privateFiles?: readonly string[];
  /** How many times one turn may run tools; 50 unless told. */
  roundLimit?: number;
  /** Prompts are sent although by every estimate they cannot fit into the window. */
  force?: boolean;
  /** What the work is to end with; gives the model the completion tools. */
  deliverable?: DeliverableOptions;
  /** The older name of `deliverable`. */
  completion?: DeliverableOptions;
  /** A new file in which the conversation is saved as it happens. */
  transcript?: string;
}

const ROUND_LIMIT = 50;

/** Whoever pulls a turn's events: where they go, and when nobody wants them any more. */
interface EventReader {
  sink: EventSink;
  left: StopSignal;
}

/**
 * A conversation: made by `client.createSession`, which begins one, or by `client.resumeSession`, which goes on with one.
 *
 * @example
 * const session = client.createSession({ system: "Be brief." });
 * await session.send("What is a monad?");
 * const { text } = await session.send("And for a cook?");
 */
export class Session {
  readonly #provider: ModelProvider;
  readonly #history: History;
  #gate = new ContextGate();
  #gatedModel: string | undefined;
  readonly #runner: ToolRunner;
  readonly #deliverable: Deliverable | undefined;
  readonly #finalizer: AutoFinalizer | undefined;
  readonly #roundLimit: number;
  readonly #force: boolean;
  readonly #meter: UsageMeter;
  readonly #openFiles: Set<Transcript>;
  #system: SystemMessage | undefined;
  #running: AbortController | undefined;

  /** `total` is moved together with the session's own usage; `openFiles` holds what its owner must close. */
  constructor(
    provider: ModelProvider,
    options: SessionOptions = {},
    total?: UsageMeter,
    openFiles = new Set<Transcript>(),
  ) {
    const { settings } = provider;
    this.#provider = provider;
    this.#meter = new UsageMeter(total);
    this.#openFiles = openFiles;
    this.#roundLimit = options.roundLimit ?? ROUND_LIMIT;
    this.#force = options.force ?? false;
    this.#history = new History(options.messages);
    const deliverable = options.deliverable ?? options.completion;
    this.#deliverable = deliverable && new Deliverable(deliverable);
    if (this.#deliverable && settings.quirks["auto_finalize_on_complete"])
      this.#finalizer = new AutoFinalizer(this.#deliverable);
    this.#runner = new ToolRunner({
      tools: [...(options.tools ?? []), ...this.#deliverableTools()],
      context: {
        workspace: settings.workspace,
        env: settings.env,
        secrets: [...settings.secrets, ...secretValues(settings.env)],
        privateFiles: options.privateFiles ?? [],
      },
      approve: options.approve,
      autoApprove: options.autoApprove,
    });
    this.system = options.system;
    if (options.transcript !== undefined) this.save(options.transcript);
  }

  /** Goes on with a saved conversation; what happens from now on is saved to the same file. */
  static resume(
    provider: ModelProvider,
    { transcript, saved }: { transcript: Transcript; saved: SavedConversation },
    options: Omit<SessionOptions, "messages" | "transcript">,
    total: UsageMeter,
    openFiles: Set<Transcript>,
  ): Session {
    const session = new Session(provider, { ...options, messages: saved.messages }, total, openFiles);
    const history = session.#history;
    session.#system = systemMessage(saved.system);
    session.#deliverable?.restore(saved.payload);
    for (const usage of saved.usages) session.#meter.restore(usage);
    session.#saveTo(transcript);
    if (saved.provider !== provider.name || saved.model !== provider.model) session.#writeHead();
    if (options.system !== undefined) session.system = options.system;
    history.close(
      "Error: the session ended before this call had a result. It may have run or not.",
      saved.partial || "[The session ended before an answer.]",
    );
    return session;
  }

  /** The conversation without the system message. Those for which `isSynthetic` is true are not the user's own. */
  get messages(): readonly Message[] {
    return this.#history.messages;
  }

  /** Where the conversation is saved. */
  get file(): string | undefined {
    return this.#history.transcript?.file;
  }

  /** True for a message in the user's role that the session put there. */
  isSynthetic(message: Message): boolean {
    return isNarrationPrompt(message);
  }

  /** The system message; may be set between turns. */
  get system(): string | undefined {
    return typeof this.#system?.content === "string" ? this.#system.content : undefined;
  }

  set system(text: string | undefined) {
    if (text === this.system) return;
    this.#system = systemMessage(text);
    this.#history.transcript?.write({ type: "system", text: text ?? null });
  }

  /**
   * Runs one turn, tools included, and gives its last answer. A cancelled turn keeps what had come. A failed one throws and leaves the conversation as it was,
   * unless tools had run: what they did stays in it.
   *
   * @example
   * const { text, usage } = await session.send("And in one sentence?");
   */
  send(content: Content, options: CompleteOptions = {}): Promise<SessionTurn> {
    return this.#turn(content, options);
  }

  /** The older name of `send`. */
  sendMessage(content: Content, options: CompleteOptions = {}): Promise<SessionTurn> {
    return this.#turn(content, options);
  }

  /**
   * One turn as it comes, tools included: iterate it for the events, await its `turn` for the whole. Leaving the loop cancels the
   * turn; a reader that falls behind makes the server wait.
   *
   * @example
   * const stream = session.stream("Is it raining in Oslo?");
   * for await (const event of stream) if (event.type === "text-delta") process.stdout.write(event.text);
   * const { requests, usage } = await stream.turn;
   */
  stream(content: Content, options: Omit<CompleteOptions, "onOutput"> = {}): TurnStream<SessionTurn> {
    return createTurnStream((sink, left) =>
      this.#turn(content, { ...options, onOutput: (event) => sink.push(event) }, { sink, left }),
    );
  }

  /**
   * One turn, tools included, whose answer fits a schema; see `client.object`. What was asked and answered stays in the conversation.
   *
   * @example
   * const { object } = await session.object("Sum that up.", { schema: z.object({ title: z.string() }) });
   */
  async object<Given extends Schema>(
    content: Content,
    options: ObjectOptions<Given>,
  ): Promise<ObjectTurn<InferSchema<Given>, SessionTurn>> {
    const { sessionObject } = await import("./object-call.js");
    return sessionObject(this.#provider, content, options, (asked, call) => this.#turn(asked, call));
  }

  async #turn(content: Content, options: CompleteOptions, reader?: EventReader): Promise<SessionTurn> {
    checkCallOptions(options);
    if (this.#running) {
      throw new RequestError("A turn of this session is still running. Wait for its end, or cancel it.");
    }
    const running = new AbortController();
    const unlisten = onAbort(() => running.abort(), options.signal, reader?.left);
    this.#running = running;
    try {
      return await this.#loop(options, running.signal, reader?.sink).run({ role: "user", content });
    } finally {
      this.#running = undefined;
      unlisten();
      const text = this.#history.transcript?.takeFailure();
      if (text !== undefined) options.onOutput?.({ type: "notice", text });
    }
  }

  /** Ends the running turn, whatever it is doing. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Everything the conversation has used. */
  getTokenUsage(): Usage {
    return this.#meter.total;
  }

  /** How much of the window the conversation fills: counted by the backend as far as it has counted, else estimated. */
  promptSize(): PromptSize {
    const messages = this.#system ? [this.#system, ...this.messages] : this.messages;
    return this.#gateOfModel().measure(messages, this.#runner.wireTools);
  }

  /** Takes back the last question with all that followed it, and returns it. */
  undo(): Content | undefined {
    this.#refuseWhileRunning();
    const place = this.messages.findLastIndex(
      (message) => message.role === "user" && !this.isSynthetic(message),
    );
    const question = this.messages[place];
    if (question?.role !== "user") return undefined;
    this.#history.cut(place);
    return question.content;
  }

  /** Begins anew; the system message and the usage stay. */
  clear(): void {
    this.#refuseWhileRunning();
    this.#history.cut(0);
    this.#deliverable?.restore({});
    this.#writePayload();
  }

  /** Saves the conversation to a new file, now and from now on. To save it where it is saved already is no error. */
  save(file: string, about: ConversationAbout = {}): void {
    if (path.resolve(file) === this.file) return;
    const transcript = Transcript.create(file, this.#provider.settings.secrets);
    this.#saveTo(transcript);
    this.#writeHead(about);
    if (this.system !== undefined) transcript.write({ type: "system", text: this.system });
    for (const message of this.messages) transcript.write({ type: "message", message });
    const usage = this.getTokenUsage();
    if (usage.total_tokens > 0) transcript.write({ type: "usage", usage });
    this.#writePayload();
  }

  /** Ends the saving: another process may go on with the file. */
  close(): void {
    const { transcript } = this.#history;
    if (!transcript) return;
    this.#history.transcript = undefined;
    this.#openFiles.delete(transcript);
    transcript.close();
  }

  /** What `await using` does at the end of its block: a running turn is cancelled, and the saving ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel();
    this.close();
  }

  #saveTo(transcript: Transcript): void {
    this.close();
    this.#history.transcript = transcript;
    this.#openFiles.add(transcript);
  }

  #writeHead(about: ConversationAbout = {}): void {
    const { name: provider, model } = this.#provider;
    const time = new Date().toISOString();
    this.#history.transcript?.write({ type: "session", version: 1, provider, model, time, ...about });
  }

  #deliverableTools() {
    return this.#deliverable ? deliverableTools(this.#deliverable, () => this.#writePayload()) : [];
  }

  #writePayload(): void {
    if (!this.#deliverable) return;
    this.#history.transcript?.write({ type: "completion", payload: this.#deliverable.payload });
  }

  #loop(options: CompleteOptions, signal: AbortSignal, sink: EventSink | undefined): TurnLoop {
    const { settings } = this.#provider;
    const context = {
      provider: this.#provider,
      sink,
      system: this.#system,
      history: this.#history,
      gate: this.#gateOfModel(),
      runner: this.#runner,
      deliverable: this.#deliverable,
      finalizer: this.#finalizer,
      narrate: settings.quirks["force_narration_between_tools"] === true,
      forceToolChoice: settings.quirks["force_tool_choice_for_lifecycle"] === true,
      roundLimit: this.#roundLimit,
      force: this.#force,
      maxTokens: settings.answerLimit,
      onUsage: (usage: Usage) => {
        this.#meter.add(usage);
        this.#history.transcript?.write({ type: "usage", usage });
      },
    };
    return new TurnLoop(context, options, signal);
  }

  /** Another model counts otherwise. */
  #gateOfModel(): ContextGate {
    const { model } = this.#provider;
    if (this.#gatedModel !== model) this.#gate = new ContextGate();
    this.#gatedModel = model;
    return this.#gate;
  }

  #refuseWhileRunning(): void {
    if (this.#running) throw new RequestError("The conversation cannot change while a turn is running.");
  }
}

const systemMessage = (text: string | undefined): SystemMessage | undefined =>
  text === undefined ? undefined : { role: "system", content: text };
