// What an outcome means, judged by what the server really sent: no contender's own word decides.
import { isDeepStrictEqual } from "node:util";
import { faults } from "../../packages/backends/dist/index.js";

export const QUESTION = "Tell me about the sea, with an é and a 🌊.";
export const TOOL_QUESTION = 'use tool lookup {"city": "Oslo"}';

const oslo = { name: "lookup", arguments: { city: "Oslo" } };
/** The calls that are complete on the wire; no other may be handed on as one that can run. */
const completeCalls = {
  "tool-interleaved": [oslo, oslo],
  "tool-position-only": [oslo, oslo],
  "tool-index-text": [oslo, oslo],
  "tool-one-index": [oslo, oslo],
  "tool-all-zero": [oslo, oslo],
  "tool-nothing-apart": [oslo, oslo],
  "tool-same-id": [oslo, oslo],
  "tool-empty-arguments": [],
  "tool-no-arguments": [],
  "tool-invalid-json": [],
  "tool-non-object": [],
  "tool-truncated": [],
  "tool-filtered": [],
  "tool-length-whole": [],
  "tool-deep-arguments": [],
  "tool-index-from-one": [oslo, oslo],
  "tool-index-gap": [oslo, oslo],
  "tool-double-encoded": [],
  "tool-fenced": [],
  "tool-two-objects": [],
  "tool-python": [],
  "tool-words-after": [],
  "tool-cumulative": [],
  "tool-finish-length-late": [],
};
const truths = new Map(faults.map(({ name, truth }) => [name, truth]));
/** Words by which a library says that all went well; any other finish reason tells the caller that something is amiss. */
const GOOD_ENDS = new Set([
  undefined,
  null,
  "",
  "null",
  "stop",
  "STOP",
  "tool_calls",
  "tool-calls",
  "function_call",
]);
const CUT_ENDS = new Set(["stop", "STOP", undefined, null, ""]);

/** Faults in which nothing that could run was sent. */
export const hasNoCall = (fault) =>
  isToolFault(fault) && (completeCalls[fault]?.length === 0 || truths.get(fault) === "failed");

export const isToolFault = (fault) => fault.startsWith("tool-");

/** Whether there is anything to be read: an answer that the server calls failed is none, however it is told. */
export const isReadable = (fault) =>
  truths.get(fault) !== "failed" && !hasNoCall(fault) && fault !== "deep-json";

/** Everything the server sent of the answer has arrived, and the caller is told if it failed. */
function isComplete(fault, { text, calls, finishReason }, wholeText) {
  const truth = truths.get(fault);
  if (truth === "failed") return calls.length === 0 && !GOOD_ENDS.has(finishReason);
  if (truth === "cut") return text === wholeText && !CUT_ENDS.has(finishReason);
  if (isToolFault(fault)) {
    const runnable = calls.map(({ name, arguments: values }) => ({ name, arguments: values }));
    return isDeepStrictEqual(runnable, completeCalls[fault] ?? [oslo]);
  }
  if (fault === "number-content") return text === "42 is the answer, or 4.5";
  if (fault === "long-line") return text.length > 5_000_000;
  // The nested event holds no text: an empty answer is all that was sent.
  return text === (fault === "deep-json" ? "" : wholeText);
}

/**
 * One of: `complete` (the whole answer), `error`, `refused` (a good tool call was called invalid), `wrong-call` (a call is handed
 * on that was not sent, or not in an answer that finished well), `silent` (ended as if well, but is not the answer that was
 * sent), `hang` (nothing by the deadline), `crash` (the process died).
 */
export function judge(fault, outcome, wholeText) {
  if (outcome.end !== "result") return outcome.end;
  if (isComplete(fault, outcome, wholeText)) return "complete";
  if (outcome.calls.length > 0) return "wrong-call";
  return outcome.invalid > 0 ? "refused" : "silent";
}
