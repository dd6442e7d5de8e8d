import { expect } from "vitest";
import { chatBody, tool } from "../testing/client.js";
import { testFaults, type FaultTrial } from "../testing/fault-cases.js";
import { callFaults } from "./call-faults.js";

const asked = { tools: chatBody({ tools: [tool("lookup")] })["tools"] };

/** The stream holds these, and the text without white space lacks that. */
const holds =
  (patterns: RegExp[], lacks?: RegExp) =>
  async ({ chat }: FaultTrial) => {
    const { text } = await chat(asked);
    for (const pattern of patterns) expect(text).toMatch(pattern);
    if (lacks) expect(text).not.toMatch(lacks);
  };
const ended = (reason: string) => holds([/"tool_calls":\[/, new RegExp(`"finish_reason":"${reason}"`)]);

testFaults(callFaults, {
  "tool-index-text": holds([/"index":"0"/, /"index":"1"/]),
  "tool-one-index": holds([/"index":0,"id":"[^]*"index":0,"id":"/], /"index":1/),
  "tool-all-zero": holds([/"index":0,"function"[^]*"index":0,"function"/], /"index":1|"id":"call/),
  "tool-nothing-apart": holds([/"tool_calls":\[\{"function"/]),
  "tool-same-id": holds([/"id":"call_1"[^]*"id":"call_1"/]),
  "tool-flat": holds([/"name":"lookup","arguments":/], /"function":\{/),
  "tool-id-number": holds([/"id":7/]),
  "tool-repeated-final": holds([/("tool_calls":\[[^\n]*"finish_reason":"tool_calls")[^]*\1/]),
  "tool-message-at-end": holds([/"message":\{"role":"assistant","content":null,"tool_calls"/]),
  "tool-legacy": holds([/"function_call":\{"name"/], /"tool_calls":\[/),
  "tool-no-arguments": holds([/"function":\{"name":"lookup"\}/], /"arguments"/),
  "tool-cut-then-done": holds([/"arguments":""/, /\[DONE\]/], /"finish_reason":"/),
  "tool-done-without-finish": holds([/"name":"lookup"/, /\[DONE\]/], /"finish_reason":"/),
  "tool-unknown-finish": ended("mystery"),
  "tool-failed-finish": ended("insufficient_system_resource"),
  "tool-error-finish": ended("error"),
  "tool-filtered": ended("content_filter"),
  "tool-length-whole": ended("length"),
  "tool-then-error": holds([/"object":"error"/, /\[DONE\]/], /"finish_reason":"/),
  "tool-error-then-finish": holds([/"detail":[^]*"finish_reason":"tool_calls"/]),
  "tool-deep-arguments": holds([/\[{1000}/]),
  "tool-stop": ended("stop"),
  "tool-text-after": holds([/"finish_reason":"tool_calls"[^]*data: \{"choices":\[\{\n/]),
});
