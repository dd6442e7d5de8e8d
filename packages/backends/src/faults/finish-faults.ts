/** Ends that prove nothing, or mean something else than they seem to. */
import type { Frame } from "../chat/frames.js";
import { after, beforeEnd, chain, done, eachChoice, json, raw, until, without } from "./bend.js";
import type { FaultDefinition, FaultTruth } from "./definition.js";
import { failed, whole } from "./outcomes.js";

export const finishFaults = {
  "done-only-usage": failed("Nothing but usage, then [DONE].", (frames) =>
    without(frames, "opening", "content", "reasoning", "tool", "finish"),
  ),
  "done-after-thinking": {
    description: "Only reasoning, then [DONE] and no finish reason.",
    acts: "stream",
    truth: "failed",
    reply: () => ({ reasoning: "Let me think about this." }),
    frames: (frames) => without(frames, "finish"),
  },
  "finish-unknown": ending("mystery", "failed", "A finish reason that nobody knows."),
  "finish-number": failed("The finish reason is a number.", (frames) =>
    eachChoice(frames, (choice, role) => (role === "finish" ? { ...choice, finish_reason: 1 } : choice)),
  ),
  "finish-no-resource": ending(
    "insufficient_system_resource",
    "failed",
    "The finish reason of a server that ran out of resources.",
  ),
  "finish-network": ending("network_error", "failed", "The finish reason of a server that lost its engine."),
  "finish-timeout": ending("timeout", "failed", "The finish reason `timeout`."),
  "finish-failed": ending("failed", "failed", "The finish reason `failed`."),
  "finish-incomplete": ending("incomplete", "failed", "The finish reason `incomplete`."),
  "finish-malformed-call": ending("MALFORMED_FUNCTION_CALL", "failed", "The model's call could not be read."),
  "finish-model-length": ending("model_length", "cut", "The window was full: a cut, in Mistral's word."),
  "finish-max-tokens": ending("MAX_TOKENS", "cut", "The token limit, in Gemini's word."),
  "finish-recitation": ending("recitation", "cut", "The answer was withheld, in Gemini's word."),
  "finish-upper-case": ending("STOP", "whole", "The finish reason in upper case: a complete answer."),
  "finish-text-null": failed(
    'The finish reason is the text "null" throughout, and [DONE] follows.',
    (frames) => eachChoice(frames, (choice) => ({ ...choice, finish_reason: "null" })),
  ),
  "finish-on-every-chunk": whole("Every chunk has the finish reason `stop`", (frames) =>
    eachChoice(frames, (choice) => ({ ...choice, finish_reason: "stop" })),
  ),
  "finish-on-every-chunk-cut": failed(
    "Every chunk has the finish reason `stop`, and the connection ends in the middle. Reads `afterChunks` (3).",
    (frames, options) =>
      until(
        eachChoice(frames, (choice) => ({ ...choice, finish_reason: "stop" })),
        [{ kind: "hang-up" }],
        options.afterChunks,
      ),
  ),
  "finish-without-done-held": whole(
    "Finish reason and usage come, [DONE] does not, and the connection stays open",
    (frames) => chain(without(frames, "done"), [{ kind: "silence" }]),
  ),
  "done-held": whole("The connection stays open after [DONE]", (frames) =>
    after(frames, "done", [{ kind: "silence" }]),
  ),
  "done-with-blanks": doneAs("\t[DONE] ", "[DONE] has blanks around it"),
  "done-in-quotes": doneAs('"[DONE]"', "[DONE] is in quotes"),
  "done-lower-case": doneAs("[done]", "[DONE] is in lower case"),
  "junk-after-finish": afterFinish(
    [raw('data: {"choices":[{"del\n\n')],
    "Half a chunk follows the finish reason",
  ),
  "words-after-finish": afterFinish([raw("data: bye\n\n")], "Words follow the finish reason"),
  "error-after-finish": afterFinish(
    [json({ error: { message: "late" } })],
    "An error follows the finish reason",
  ),
  "reset-after-finish": whole("The connection is reset after the finish reason", (frames) =>
    after(frames, "finish", [{ kind: "reset" }]),
  ),
  "chunks-after-done": whole("More text follows [DONE]", (frames) =>
    after(frames, "done", [json({ choices: [{ index: 0, delta: { content: "never said" } }] })]),
  ),
  "answer-cut-then-done": failed(
    "The answer stops in the middle and [DONE] follows. Reads `afterChunks` (3).",
    (frames, options) => until(frames, [done], options.afterChunks),
  ),
  "finish-empty-text": failed("The finish reason is an empty text, and [DONE] follows.", (frames) =>
    beforeEnd(frames, [json({ choices: [{ index: 0, delta: {}, finish_reason: "" }] }), done]),
  ),
} as const satisfies Record<string, FaultDefinition>;

function ending(finishReason: string, truth: FaultTruth, description: string): FaultDefinition {
  return { description, acts: "stream", truth, reply: (reply) => ({ ...reply, finishReason }) };
}

function doneAs(text: string, what: string): FaultDefinition {
  return whole(what, (frames) => chain(without(frames, "done"), [raw(`data: ${text}\n\n`)]));
}

function afterFinish(extra: readonly Frame[], what: string): FaultDefinition {
  return whole(what, (frames) => after(frames, "finish", extra));
}
