/** A tool that must be called, for servers that know only the words `auto`, `none` and `required`. */
import type { ChatBody } from "./request.js";

/** The same wish without a name: that tool alone is offered, and one must be called. */
export function withoutNamedChoice(body: ChatBody): ChatBody {
  const { tool_choice: choice, tools } = body;
  if (typeof choice !== "object" || !tools) return body;
  const wanted = tools.filter((tool) => tool.function.name === choice.function.name);
  return wanted.length === 0 ? body : { ...body, tools: wanted, tool_choice: "required" };
}
