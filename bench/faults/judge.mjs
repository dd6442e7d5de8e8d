// What an outcome means, judged by what the server really sent: no contender's own word decides.
import { isDeepStrictEqual } from "node:util";

export const QUESTION = "Tell me about the sea, with an é and a 🌊.";
export const TOOL_QUESTION = 'use tool lookup {"city": "Oslo"}';

const oslo = { name: "lookup", arguments: { city: "Oslo" } };
/** The calls that are complete on the wire; no other may be handed on as one that can run. */
const completeCalls = {
  "tool-interleaved": [oslo, oslo],
  "tool-position-only": [oslo, oslo],
  "tool-empty-arguments": [{ name: "lookup", arguments: {} }],
  "tool-invalid-json": [],
  "tool-non-object": [],
  "tool-truncated": [],
};

export const isToolFault = (fault) => fault.startsWith("tool-");

/** Everything the server sent of the answer has arrived, and the caller is told if it failed. */
function isComplete(fault, { text, calls, finishReason }, wholeText) {
  if (isToolFault(fault)) {
    const runnable = calls.map(({ name, arguments: values }) => ({ name, arguments: values }));
    return isDeepStrictEqual(runnable, completeCalls[fault] ?? [oslo]);
  }
  if (fault === "finish-reason-error") return finishReason === "error";
  if (fault === "long-line") return text.length > 5_000_000;
  // The nested event holds no text: an empty answer is all that was sent.
  return text === (fault === "deep-json" ? "" : wholeText);
}

/**
 * One of: `complete` (the whole answer), `error`, `refused` (a good tool call was called invalid), `silent` (ended as if
 * well, but is not the answer that was sent), `hang` (nothing by the deadline), `crash` (the process died).
 */
export function judge(fault, outcome, wholeText) {
  if (outcome.end !== "result") return outcome.end;
  if (isComplete(fault, outcome, wholeText)) return "complete";
  return outcome.calls.length === 0 && outcome.invalid > 0 ? "refused" : "silent";
}
