/** Runs the tool calls of one answer: checks them, asks where something would change, and answers every one. */
import type { InvalidToolCall, Tool, ToolCall } from "../provider/messages.js";
import { didYouMean } from "../provider/suggest.js";
import { checkArguments } from "../plugins/tools/arguments.js";
import { type ToolContext, type ToolDefinition, ToolRefusal } from "../plugins/tools/tool.js";
import { coerceArguments } from "./quirks/coerce-typed-tool-args.js";
import { settleAfterAbort } from "./settle-after-abort.js";

/** `always` stands for this tool until the session ends. */
export type Approval = "yes" | "no" | "always";

/** Decides whether a call that changes something may run. `preview` says what it would do, where the tool can tell. */
export type Approve = (
  call: ToolCall,
  tool: ToolDefinition,
  about: { preview?: string; signal: AbortSignal },
) => Approval | Promise<Approval>;

/** A tool of the session itself runs in its turn, without asking, and checks its arguments in its own words. */
export interface SessionTool extends ToolDefinition {
  lifecycle?: true;
}

/** A call with its answer. */
export interface CallResult {
  id: string;
  name: string;
  ok: boolean;
  content: string;
  display?: string;
}

export interface ToolRunnerOptions {
  tools: readonly SessionTool[];
  context: Omit<ToolContext, "signal">;
  approve?: Approve | undefined;
  /** Calls that change something run without asking. */
  autoApprove?: boolean | undefined;
  /** The quirk `coerce_typed_tool_args`. */
  coerce: boolean;
}

type AnyCall = ToolCall | InvalidToolCall;
type Answer = Omit<CallResult, "id" | "name">;

/** How many calls that change nothing run at the same time. */
const MOST_AT_ONCE = 8;
/** How long a cancelled tool has to end by itself before it is left behind. */
const GRACE_MS = 5000;
const CANCELLED = "Not run: the user cancelled.";

const refused = (content: string): Answer => ({ ok: false, content });

export class ToolRunner {
  /** The tools as a request carries them. */
  readonly wireTools: readonly Tool[];
  readonly #options: ToolRunnerOptions;
  readonly #tools: ReadonlyMap<string, SessionTool>;
  readonly #always = new Set<string>();

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.wireTools = [...this.#tools.values()].map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    }));
  }

  /**
   * Answers all calls, in their order. Neighbours that change nothing run at the same time; everything else runs one after
   * the other. Never throws for what a call or a tool does.
   */
  async run(
    calls: readonly AnyCall[],
    signal: AbortSignal,
    onResult: (result: CallResult) => void,
  ): Promise<void> {
    for (let next = 0; next < calls.length;) {
      const batch = this.#batch(calls, next);
      const answers = await Promise.all(batch.map((call) => this.#answer(call, signal)));
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

  async #answer(call: AnyCall, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return refused(CANCELLED);
    if (!("arguments" in call)) return refused(`Not run: ${call.reason}. Send the call again, complete.`);
    const tool = this.#tools.get(call.name);
    if (!tool) return refused(this.#unknown(call.name));
    const args = this.#options.coerce ? coerceArguments(tool.parameters, call.arguments) : call.arguments;
    const context = { ...this.#options.context, signal };
    try {
      const reason = tool.lifecycle ? undefined : await checkArguments(tool.parameters, args);
      if (reason !== undefined) return refused(reason);
      const denied = tool.changes
        ? await this.#denied({ ...call, arguments: args }, tool, context)
        : undefined;
      if (denied !== undefined) return refused(denied);
      return await settleAfterAbort(tool.run(args, context), signal, {
        graceMs: GRACE_MS,
        otherwise: refused("Cancelled by the user; the tool did not end and was left behind."),
      });
    } catch (error) {
      return refused(`The tool failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Why a call that changes something may not run; undefined when it may. */
  async #denied(
    call: ToolCall,
    tool: SessionTool,
    context: ToolContext & { signal: AbortSignal },
  ): Promise<string | undefined> {
    const { approve, autoApprove } = this.#options;
    const { signal } = context;
    if (autoApprove || this.#always.has(tool.name)) return undefined;
    if (!approve) {
      return `Not run: ${tool.name} changes something, and nobody is there to allow it. Go on without it, and say what you would have done.`;
    }
    let preview: string | undefined;
    try {
      preview = await tool.preview?.(call.arguments, context);
    } catch (error) {
      // A call that cannot be carried out is not worth a question.
      if (error instanceof ToolRefusal) return error.message;
      throw error;
    }
    const about = { signal, ...(preview !== undefined && { preview }) };
    const decision = await settleAfterAbort(Promise.resolve(approve(call, tool, about)), signal, {
      graceMs: 0,
      otherwise: "cancelled" as const,
    });
    if (decision === "cancelled") return CANCELLED;
    if (decision === "always") this.#always.add(tool.name);
    return decision === "no" ? "Not run: the user did not allow this call." : undefined;
  }

  #unknown(name: string): string {
    const known = [...this.#tools.keys()];
    const list = known.length === 0 ? "There are no tools." : `There are: ${known.join(", ")}.`;
    return `Not run: there is no tool ${JSON.stringify(name)}${didYouMean(name, known)}. ${list}`;
  }
}
