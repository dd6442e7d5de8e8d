import type { ChatRequest } from "./request.js";
import type { Reply } from "./reply.js";

const diagram = `Here is a diagram:

\`\`\`mermaid
graph TD
  A[Prompt] --> B{Needs a tool?}
  B -->|yes| C[Run the tool]
  C --> B
  B -->|no| D[Answer]
\`\`\`

The loop ends when no tool is needed any more.`;

/**
 * The small deterministic model that answers when no reply is scripted: it repeats the last user
 * message, calls a tool when told "use tool NAME {…}", draws when asked for a diagram, and reports
 * what a tool returned.
 */
export function demoReply(request: ChatRequest): Reply {
  const last = request.messages.at(-1);
  if (last?.role === "tool") return { text: `The tool answered: ${last.text}` };
  const asked = request.messages.findLast((message) => message.role === "user")?.text ?? "";
  const call = request.toolChoice === "none" ? undefined : wantedCall(request, asked);
  if (call) return { toolCalls: [call] };
  if (/\b(diagram|mermaid|draw)/i.test(asked)) return { text: diagram };
  return { text: asked === "" ? "Hello! What shall we talk about?" : `You said: ${asked}` };
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
