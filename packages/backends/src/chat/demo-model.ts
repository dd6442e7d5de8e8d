import { demoAnswer } from "./demo-answers.js";
import type { ChatRequest } from "./request.js";
import type { Reply } from "./reply.js";

/**
 * The small deterministic model that answers when no reply is scripted: it repeats the last user
 * message, calls a tool when told "use tool NAME {…}", shows something when asked for a diagram, a
 * table, code or a diff, and reports what a tool returned.
 */
export function demoReply(request: ChatRequest): Reply {
  const last = request.messages.at(-1);
  if (last?.role === "tool") return { text: `The tool answered: ${last.text}` };
  const asked = request.messages.findLast((message) => message.role === "user")?.text ?? "";
  const call = request.toolChoice === "none" ? undefined : wantedCall(request, asked);
  if (call) return { toolCalls: [call] };
  return { text: demoAnswer(asked) ?? `You said: ${asked}` };
}

function wantedCall(request: ChatRequest, asked: string): { name: string; arguments: string } | undefined {
  const spoken = /\buse tool ([\w-]+)\s*(\{[\s\S]*\})?/i.exec(asked);
  const forced = request.toolChoice === "required" ? request.toolNames[0] : request.toolChoice;
  const name = request.toolNames.find((known) => known === (forcedName(forced) ?? spoken?.[1]));
  return name === undefined ? undefined : { name, arguments: spoken?.[2] ?? "{}" };
}

function forcedName(choice: string | undefined): string | undefined {
  return choice === "auto" ? undefined : choice;
}
