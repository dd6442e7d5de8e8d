/** The fields of a request as a preset's server takes them: renamed, left out, added. */
import { withoutNamedChoice } from "../../../chat/named-tool.js";
import type { ChatBody } from "../../../chat/request.js";
import type { ReasoningFields } from "../../../chat/reasoning-wish.js";
import type { Preset } from "./preset.js";

/** What goes out, and which wishes of the user's do not. */
export interface Fitted {
  body: ChatBody;
  unsent: string[];
}

export function fitted(
  given: ChatBody,
  preset: Pick<Preset, "renames" | "refuses" | "namelessMessages" | "toolChoice"> | undefined,
  options: Readonly<Record<string, unknown>>,
): Fitted {
  const { renames = {}, refuses = [], namelessMessages = false, toolChoice } = preset ?? {};
  const body = toolChoice === undefined ? given : withoutNamedChoice(given);
  const chosen = toolChoice === "ignored" ? withoutChoice(body) : { body, isLost: false };
  const left = new Set<string>(refuses);
  const fields: Record<string, unknown> = { ...options };
  for (const [name, value] of Object.entries(chosen.body)) {
    if (!left.has(name)) fields[Object.hasOwn(renames, name) ? (renames[name] ?? name) : name] = value;
  }
  const messages = namelessMessages ? body.messages.map(withoutName) : body.messages;
  const { model, stream } = body;
  return {
    body: { ...fields, model, stream, messages },
    unsent: [...refuses.filter((name) => name in body), ...(chosen.isLost ? ["tool_choice"] : [])],
  };
}

/** Without a choice a model may call or not; that none may be called is said by offering none. */
function withoutChoice({ tool_choice: choice, ...body }: ChatBody): { body: ChatBody; isLost: boolean } {
  if (choice !== "none") return { body, isLost: choice === "required" };
  const { tools: _tools, ...rest } = body;
  return { body: rest, isLost: false };
}

function withoutName(message: ChatBody["messages"][number]): ChatBody["messages"][number] {
  if (!("name" in message)) return message;
  const { name: _name, ...rest } = message;
  return rest;
}

/** As the templates of open models take it: a level for those that know levels, else a switch. */
const templateFields: ReasoningFields = (wanted) => {
  if (typeof wanted === "number") return undefined;
  return wanted === "off"
    ? { chat_template_kwargs: { enable_thinking: false } }
    : { reasoning_effort: wanted };
};

/** How thinking is asked for, where it is not as most take it. */
export const thinkingFields = (thinking: NonNullable<Preset["thinking"]>): ReasoningFields =>
  thinking === "template" ? templateFields : () => undefined;
