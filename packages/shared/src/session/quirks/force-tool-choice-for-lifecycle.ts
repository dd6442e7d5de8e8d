/**
 * `force_tool_choice_for_lifecycle`: a model whose completion signal was refused for its payload often talks instead of mending it.
 * The next request, and only that one, names the tool it must call.
 */
import type { ToolChoice } from "../../provider/messages.js";
import type { Deliverable } from "../deliverable/deliverable.js";
import { SIGNAL_COMPLETION } from "../deliverable/tools.js";

/** The choice for the next request, if there is one; asking for it clears it. */
export function lifecycleToolChoice(deliverable: Deliverable): ToolChoice | undefined {
  return deliverable.takeValidationFailure()
    ? { type: "function", function: { name: SIGNAL_COMPLETION } }
    : undefined;
}
