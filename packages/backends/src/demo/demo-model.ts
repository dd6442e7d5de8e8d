/** A small model without a mind, for demos and tests. */
import type { Reply } from "../chat/reply.js";
import { type ChatRequest, readChatRequest } from "../chat/request.js";
import type { RecordedRequest } from "../http/recording.js";
import { demoAnswer } from "./demo-answers.js";
import { demandedJson } from "./fitting-json.js";

const REPEATED = "You said: ";

/**
 * The small deterministic model that answers when no reply is scripted: it repeats the last user
 * message, calls a tool when told to, draws a diagram of what it is asked for, shows a table, code or a
 * diff, and reports what a tool returned. Where an answer by schema is demanded, it gives the least JSON that fits.
 */
export function demoReply(request: ChatRequest): Reply {
  const last = request.messages.at(-1);
  if (last?.role === "tool") return { text: `The tool answered: ${last.text}` };
  const asked = request.messages.findLast((message) => message.role === "user")?.text ?? "";
  const call = request.toolChoice === "none" ? undefined : wantedCall(request, asked);
  if (call) return { toolCalls: [call] };
  const json = demandedJson(request.body, asked.split("\n")[0] ?? "");
  if (json !== undefined) return { text: json };
  return demoAnswer(asked) ?? { text: `${REPEATED}${asked}` };
}

/** The same model for a person: it says what it is, and can speak at a pace that can be watched. */
export const demoModel =
  ({ chunkDelayMs = 0 }: Pick<Reply, "chunkDelayMs"> = {}) =>
  ({ body }: RecordedRequest): Reply => {
    const request = readChatRequest(body);
    if ("flaw" in request) return {};
    const reply = demoReply(request);
    const isRepeated = reply.text?.startsWith(REPEATED) ?? false;
    const remark = '\n\nI am only a demo, so I repeat it. "help" shows what I can do.';
    return { ...reply, ...(isRepeated && { text: `${reply.text}${remark}` }), chunkDelayMs };
  };

interface Call {
  name: string;
  arguments: string;
}

function wantedCall(request: ChatRequest, asked: string): Call | undefined {
  const spoken = spokenCall(asked);
  const forced = request.toolChoice === "required" ? request.toolNames[0] : request.toolChoice;
  const name = request.toolNames.find((known) => known === (forcedName(forced) ?? spoken?.name));
  return name === undefined ? undefined : { name, arguments: spoken?.arguments ?? "{}" };
}

/** "use tool NAME {…}", and in plain words "read FILE" and "run PROGRAM ARGUMENTS". */
function spokenCall(asked: string): Call | undefined {
  const [, name, json] = /\buse tool ([\w-]+)\s*(\{[\s\S]*\})?/i.exec(asked) ?? [];
  if (name !== undefined) return { name, arguments: json ?? "{}" };
  const [, file] = /^\s*read (?:the file )?([\w./-]+)\s*$/i.exec(asked) ?? [];
  if (file !== undefined) return { name: "read_file", arguments: JSON.stringify({ path: file }) };
  const [, command] = /^\s*run ([^\n]+)$/i.exec(asked) ?? [];
  if (command === undefined) return undefined;
  const [program, ...args] = command.trim().split(/\s+/);
  return { name: "run_command", arguments: JSON.stringify({ program, args }) };
}

function forcedName(choice: string | undefined): string | undefined {
  return choice === "auto" ? undefined : choice;
}
