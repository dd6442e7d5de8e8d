/** Runs the tool calls of one answer: checks them, asks where something would change, and answers every one. */
import type { InvalidToolCall, Tool, ToolCall } from "../provider/messages.js";
import { didYouMean } from "../provider/suggest.js";
import { checkArguments } from "../plugins/tools/arguments.js";
import type { ToolContext, ToolDefinition, ToolResult } from "../plugins/tools/tool.js";
import { toolResult } from "../plugins/tools/tool-output.js";
import type { ApprovalEvent, WaitingEvent } from "../provider/events.js";
import { redact } from "../provider/secrets.js";
import { wireTool } from "./call-input.js";
import { Approver, type ApproverOptions, CANCELLED } from "./approval.js";
import { settleAfterAbort } from "./settle-after-abort.js";
import { messageOf } from "../provider/errors.js";

/** A tool of the session itself runs in its turn, without asking, and checks its arguments in its own words. */
export interface SessionTool extends ToolDefinition {
  lifecycle?: true;
}

/** A call with its answer. */
export interface CallResult extends ToolResult {
  id: string;
  name: string;
}

export interface ToolRunnerOptions extends ApproverOptions {
  tools: readonly SessionTool[];
  context: Omit<ToolContext, "signal">;
}

/** Told of questions, and of how far long calls are. */
type OnToolEvent = (event: ApprovalEvent | WaitingEvent) => void;
type AnyCall = ToolCall | InvalidToolCall;

/** How many calls that change nothing run at the same time. */
const MOST_AT_ONCE = 8;
/** How long a cancelled tool has to end by itself before it is left behind. */
const GRACE_MS = 5000;

const PROGRESS_MS = 500;

/** Progress as events, no more of them than a person can read. */
function progressTo(onEvent: OnToolEvent, name: string): (text: string) => void {
  const startedAt = performance.now();
  let next = 0;
  return (text) => {
    const now = performance.now();
    if (now < next) return;
    next = now + PROGRESS_MS;
    onEvent({
      type: "waiting",
      for: "tool",
      seconds: Math.round((now - startedAt) / 1000),
      detail: `${name}: ${text}`,
    });
  };
}

const refused = (content: string): ToolResult => ({ ok: false, content });

export class ToolRunner {
  /** The tools as a request carries them. */
  readonly wireTools: readonly Tool[];
  readonly #options: ToolRunnerOptions;
  readonly #tools: ReadonlyMap<string, SessionTool>;
  readonly #approver: Approver;

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
    this.#approver = new Approver(options);
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.wireTools = [...this.#tools.values()].map(wireTool);
  }

  /**
   * Answers all calls, in their order. Neighbours that change nothing run at the same time; everything else runs one after
   * the other. Never throws for what a call or a tool does.
   */
  async run(
    calls: readonly AnyCall[],
    signal: AbortSignal,
    onResult: (result: CallResult) => void,
    onEvent: OnToolEvent,
  ): Promise<void> {
    for (let next = 0; next < calls.length;) {
      const batch = this.#batch(calls, next);
      const answers = await Promise.all(batch.map((call) => this.#answer(call, signal, onEvent)));
      batch.forEach(({ id, name }, place) => {
        const answer = answers[place];
        if (answer) onResult({ id, name, ...answer });
      });
      next += batch.length;
    }
  }

  #batch(calls: readonly AnyCall[], from: number): readonly AnyCall[] {
    let end = from;
    while (end < calls.length && end < from + MOST_AT_ONCE && this.#runsBeside(calls[end])) end += 1;
    return calls.slice(from, Math.max(end, from + 1));
  }

  #runsBeside(call: AnyCall | undefined): boolean {
    const tool = call && this.#tools.get(call.name);
    return !tool?.changes && !tool?.lifecycle;
  }

  async #answer(call: AnyCall, signal: AbortSignal, onEvent: OnToolEvent): Promise<ToolResult> {
    if (signal.aborted) return refused(CANCELLED);
    if (!("arguments" in call)) return refused(`Not run: ${call.reason}. Send the call again, complete.`);
    const tool = this.#tools.get(call.name);
    if (!tool) return refused(this.#unknown(call.name));
    const { arguments: args } = call;
    const context = { ...this.#options.context, signal };
    try {
      const reason = tool.lifecycle ? undefined : await checkArguments(tool.parameters, args);
      if (reason !== undefined) return refused(reason);
      const decision = await this.#approver.decide(call, tool, context, onEvent);
      if ("refusal" in decision) return refused(decision.refusal);
      const { approved } = decision;
      const onProgress = progressTo(onEvent, tool.name);
      const result = await settleAfterAbort(tool.run(args, { ...context, approved, onProgress }), signal, {
        graceMs: GRACE_MS,
        otherwise: refused("Cancelled by the user; the tool did not end and was left behind."),
      });
      return this.#withoutSecrets(toolResult(result));
    } catch (error) {
      const reason = messageOf(error);
      return this.#withoutSecrets(refused(`The tool failed: ${reason}`));
    }
  }

  /** What a tool found goes to the model's host; the user's keys do not. */
  #withoutSecrets(answer: ToolResult): ToolResult {
    const { secrets = [] } = this.#options.context;
    return {
      ...answer,
      content: redact(answer.content, secrets),
      ...(answer.display !== undefined && { display: redact(answer.display, secrets) }),
    };
  }

  #unknown(name: string): string {
    const known = [...this.#tools.keys()];
    const list = known.length === 0 ? "There are no tools." : `There are: ${known.join(", ")}.`;
    return `Not run: there is no tool ${JSON.stringify(name)}${didYouMean(name, known)}. ${list}`;
  }
}
