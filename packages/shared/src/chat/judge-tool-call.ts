/** Whether an assembled tool call may be handed on as one that can run. */
import type { InvalidToolCall, ToolCall } from "../provider/messages.js";
import { isRecord } from "../provider/untrusted.js";
import { DEEPEST, isDeeperThan } from "../provider/json-depth.js";
import type { RawToolCall } from "./tool-calls.js";
import { messageOf } from "../provider/errors.js";

export interface Judgement {
  /** Why no call of this answer may run; undefined when it finished well. */
  unfinished: string | undefined;
  /** The tool has no parameters, so that no arguments are all of its arguments. */
  takesNothing: boolean;
}

/** A call may run only if the answer finished well and its arguments were sent and are one complete JSON object. */
export function judgeToolCall(
  call: RawToolCall,
  { unfinished, takesNothing }: Judgement,
): ToolCall | InvalidToolCall {
  const { id, name, arguments: raw } = call;
  const invalid = (reason: string): InvalidToolCall => ({ id, name, raw, reason });
  if (unfinished !== undefined) return invalid(unfinished);
  if (name === "") return invalid("the call names no tool");
  if (call.tooDeep) return invalid(`the arguments nest deeper than ${DEEPEST} levels`);
  if (raw.trim() === "") {
    return takesNothing
      ? { id, name, arguments: {} }
      : invalid("no arguments were sent; for none, {} must be sent");
  }
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    return invalid(`the arguments are not valid JSON (${messageOf(error)})`);
  }
  if (!isRecord(value)) return invalid("the arguments are not a JSON object");
  if (isDeeperThan(value)) return invalid(`the arguments nest deeper than ${DEEPEST} levels`);
  return { id, name, arguments: value };
}
