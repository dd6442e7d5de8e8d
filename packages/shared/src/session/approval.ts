/** The question whether a call may run: what is asked, who is asked, and what the answer stands for. */
import type { ApprovalEvent } from "../provider/events.js";
import type { ToolCall } from "../provider/messages.js";
import { approvalEvent } from "../provider/spelling.js";
import { exactText } from "../plugins/tools/exact-text.js";
import {
  type Grant,
  type Preview,
  type ToolContext,
  type ToolDefinition,
  ToolRefusal,
} from "../plugins/tools/tool.js";
import { settleAfterAbort } from "./settle-after-abort.js";

/** `always` stands for this tool until the session ends; with a grant, for what the grant says. */
export type Approval = "yes" | "no" | "always" | { always: Grant };

/** A call as it is put to a person. Every text in it is safe to show. */
export interface ApprovalQuestion {
  /** What the call would do, exactly: what cannot be seen stands there as `\u{…}`. */
  preview: string;
  /** Whether `preview` is a difference of lines, to be shown in colours. */
  isDiff: boolean;
  /** How many characters a person could not see; each is written out in `preview`. */
  hiddenCharacters: number;
  /** What is worth knowing beside it. */
  notes: readonly string[];
  /** What should make a person look twice. */
  warnings: readonly string[];
  /** What "always" can be said for; empty where each call is asked for. */
  grants: readonly Grant[];
  /** Aborted when the answer is no longer of interest: take the question away. */
  signal: AbortSignal;
}

/** Decides whether a call may run. */
export type Approve = (
  call: ToolCall,
  tool: ToolDefinition,
  question: ApprovalQuestion,
) => Approval | Promise<Approval>;

export interface ApproverOptions {
  approve?: Approve | undefined;
  /** Calls that change something run without asking. */
  autoApprove?: boolean | undefined;
}

/** Why a call may not run, or that it may; `approved` when a person said so. */
export type Decision = { refusal: string } | { approved: boolean };

type CallContext = ToolContext & { signal: AbortSignal };

export const CANCELLED = "Not run: the user cancelled.";

export class Approver {
  readonly #options: ApproverOptions;
  /** What "always" was said for. */
  readonly #always = new Set<string>();
  /** One question at a time: calls that run beside each other may both ask. */
  #questions: Promise<unknown> = Promise.resolve();

  constructor(options: ApproverOptions) {
    this.#options = options;
  }

  /** Whether a call may run. `onEvent` is told before somebody is asked. */
  async decide(
    call: ToolCall,
    tool: ToolDefinition,
    context: CallContext,
    onEvent: (event: ApprovalEvent) => void,
  ): Promise<Decision> {
    try {
      const reason = tool.changes ? undefined : await tool.asks?.(call.arguments, context);
      if (!tool.changes && reason === undefined) return { approved: false };
      // What reads secrets is not what "run without asking" was said for.
      if (tool.changes && this.#options.autoApprove) return { approved: false };
      const next = this.#questions.then(() => this.#ask(call, tool, context, reason, onEvent));
      this.#questions = next.catch(() => undefined);
      return await next;
    } catch (error) {
      // A call that cannot be carried out is not worth a question.
      if (error instanceof ToolRefusal) return { refusal: error.message };
      throw error;
    }
  }

  async #ask(
    call: ToolCall,
    tool: ToolDefinition,
    context: CallContext,
    reason: string | undefined,
    onEvent: (event: ApprovalEvent) => void,
  ): Promise<Decision> {
    const { approve } = this.#options;
    const { signal } = context;
    if (signal.aborted) return { refusal: CANCELLED };
    const question = questionOf(await previewOf(call, tool, context), reason, signal);
    if (this.#isGranted(tool, question)) return { approved: true };
    const asked = {
      id: call.id,
      name: tool.name,
      shown: question.preview,
      hidden_characters: question.hiddenCharacters,
      ...(question.warnings.length > 0 && { warnings: [...question.warnings] }),
    };
    onEvent(approvalEvent(asked));
    if (!approve) {
      const why = tool.changes ? "changes something" : "asks first here";
      return {
        refusal: `Not run: ${tool.name} ${why}, and nobody is there to allow it. Go on without it, and say what you would have done.`,
      };
    }
    const decision = await settleAfterAbort(Promise.resolve(approve(call, tool, question)), signal, {
      graceMs: 0,
      otherwise: "cancelled" as const,
    });
    if (decision === "cancelled") return { refusal: CANCELLED };
    if (decision === "always") this.#always.add(tool.name);
    else if (typeof decision === "object") this.#always.add(keyOf(tool, decision.always));
    return decision === "no" ? { refusal: "Not run: the user did not allow this call." } : { approved: true };
  }

  #isGranted(tool: ToolDefinition, { warnings, grants }: ApprovalQuestion): boolean {
    if (warnings.length > 0) return false;
    return this.#always.has(tool.name) || grants.some((grant) => this.#always.has(keyOf(tool, grant)));
  }
}

const keyOf = (tool: ToolDefinition, { key }: Grant) => `${tool.name} ${key}`;

async function previewOf(call: ToolCall, tool: ToolDefinition, context: CallContext): Promise<Preview> {
  const preview = await tool.preview?.(call.arguments, context);
  if (typeof preview === "object") return preview;
  return { text: preview ?? JSON.stringify(call.arguments, undefined, 2) };
}

function questionOf(preview: Preview, reason: string | undefined, signal: AbortSignal): ApprovalQuestion {
  const { text, hidden, remarks } = exactText(preview.text);
  const warnings = [...(reason === undefined ? [] : [reason]), ...(preview.warnings ?? []), ...remarks];
  const safe = (line: string) => exactText(line).text;
  return {
    preview: text,
    isDiff: preview.isDiff === true,
    hiddenCharacters: hidden,
    notes: (preview.notes ?? []).map(safe),
    warnings: warnings.map(safe),
    // What carries a warning is asked for each time.
    grants:
      warnings.length > 0
        ? []
        : (preview.grants ?? []).map(({ key, words }) => ({ key, words: safe(words) })),
    signal,
  };
}
