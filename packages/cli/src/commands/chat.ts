/** `fw chat`: one turn, or an interactive chat. */
import { existsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { namedFlags, readEnvironment } from "@framework/shared";
import { type Configured, configure } from "../configure/client-options.js";
import { offerTrust } from "../configure/offer-trust.js";
import type { ChatFlags } from "../configure/chat-flags.js";
import { turnOptions } from "../configure/turn-options.js";
import { continued } from "../conversations/continue.js";
import { reportFailure } from "../output/failure-text.js";
import { WithoutRemarks } from "../output/held-output.js";
import { createOutput } from "../output/create-output.js";
import { remark } from "../output/print.js";
import type { ChatServers } from "../mcp/servers.js";
import type { Output } from "../output/output.js";
import { createTracer } from "../output/trace.js";
import { readAttachments } from "../question/attachment.js";
import type { Beginning } from "../question/beginning.js";
import { type Question, readQuestion } from "../question/question.js";
import { withRole, withTools } from "../roles/with-role.js";

export async function chat(named: string | undefined, given: ChatFlags): Promise<void> {
  try {
    const { asked, traced } = readTrace(named, given);
    const inRole = await withRole(traced);
    const meant = await namedFlags(inRole.flags, await readEnvironment(inRole.flags.envFile));
    const { prompt, flags, conversation } = await continued(asked, meant);
    const notes: string[] = [];
    const attachments = await readAttachments(flags.file ?? [], process.cwd(), (text) => notes.push(text));
    const isInteractive = prompt === undefined && process.stdin.isTTY;
    const question = isInteractive
      ? undefined
      : await readQuestion({
          prompt,
          attachments,
          stdin: process.stdin,
          notice: flags.json || flags.quiet ? () => undefined : remark,
        });
    const { role } = inRole;
    const file = conversation?.file;
    const beginning = { attachments, notes, ...(role && { role }), ...(file !== undefined && { file }) };
    const tracer = createTracer(flags);
    const configured = await configure(flags, {
      retries: flags.retries,
      ...(tracer && { onExchange: (exchange) => tracer.take(exchange) }),
    });
    try {
      await converse(withTools(configured, role), question, flags, beginning);
    } finally {
      await tracer?.close();
    }
  } catch (error) {
    reportFailure(error, given.json ?? false);
  }
}

/** What follows `--trace` and is no file of that kind is the question. */
function readTrace(
  prompt: string | undefined,
  flags: ChatFlags,
): { asked: string | undefined; traced: ChatFlags } {
  const { trace } = flags;
  if (prompt !== undefined || typeof trace !== "string" || /\.(?:har|json)$/i.test(trace)) {
    return { asked: prompt, traced: flags };
  }
  return { asked: trace, traced: { ...flags, trace: true } };
}

const NOTHING: Beginning = { attachments: [], notes: [] };

/** Connects, says what it connected to, and runs one turn, or without a question many. */
export async function converse(
  configured: Configured,
  question: Question | string | undefined,
  flags: ChatFlags,
  beginning: Beginning = NOTHING,
): Promise<void> {
  // So ended, the process still restores the terminal and takes the programs of its tools with it.
  for (const signal of ENDING_SIGNALS) process.on(signal, endBySignal);
  const closing = [() => configured.client.close()];
  try {
    await offerTrust(configured.workspace, configured.env);
    const plain = await createOutput({ ...configured, json: flags.json ?? false });
    const output = flags.quiet ? new WithoutRemarks(plain) : plain;
    const options = turnOptions(flags, configured.profile, beginning.role);
    for (const note of beginning.notes) output.note(note);
    const servers = await openServers(configured, output);
    if (servers) closing.push(() => servers.close());
    const equipped = { ...configured, ...(servers && { servers }) };
    if (question === undefined) {
      const { interactive } = await import("./chat-loop.js");
      await interactive(equipped, flags, { output, options, beginning });
    } else {
      const asked = typeof question === "string" ? { text: question, attachments: [] } : question;
      const { oneTurn } = await import("./one-turn.js");
      await oneTurn({ configured: equipped, question: asked, flags, options, output, file: beginning.file });
    }
  } finally {
    await Promise.all(closing.map((close) => close()));
    for (const signal of ENDING_SIGNALS) process.off(signal, endBySignal);
  }
}

const ENDING_SIGNALS = ["SIGTERM", "SIGHUP"] as const;
const endBySignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);

/** The profile's MCP servers; nothing of theirs is loaded when there are none. */
async function openServers(configured: Configured, output: Output): Promise<ChatServers | undefined> {
  const { workspace, profile } = configured;
  if (!profile?.mcpServers && !existsSync(path.join(workspace, ".mcp.json"))) return undefined;
  const { ChatServers, configuredServers } = await import("../mcp/servers.js");
  const { servers, notes } = await configuredServers(configured);
  for (const note of notes) output.note(note);
  return Object.keys(servers).length === 0 ? undefined : new ChatServers(servers, configured, output);
}
