/** Refusals become answers that the model can act on. */
import { codeOf, reasonOf } from "../../system/system-error.js";
import { type ToolDefinition, ToolRefusal } from "./tool.js";

/** Turns a refusal, and what the operating system refuses, into an answer the model can act on. */
export function answering(run: ToolDefinition["run"]): ToolDefinition["run"] {
  return async (args, context) => {
    try {
      return await run(args, context);
    } catch (error) {
      if (error instanceof ToolRefusal) return { ok: false, content: error.message };
      if (codeOf(error) !== undefined) return { ok: false, content: `Failed: ${reasonOf(error)}.` };
      throw error;
    }
  };
}
