/**
 * `force_tool_choice_for_lifecycle`: a model whose completion signal was refused for its payload often talks instead of mending it.
 * The next request, and only that one, names the tool it must call.
 */
import type { ToolChoice } from "../../provider/messages.js";
import type { Completion } from "../completion/completion.js";
import { SIGNAL_COMPLETION } from "../completion/tools.js";

/** The choice for the next request, if there is one; asking for it clears it. */
export function lifecycleToolChoice(completion: Completion): ToolChoice | undefined {
  return completion.takeValidationFailure()
    ? { type: "function", function: { name: SIGNAL_COMPLETION } }
    : undefined;
}
