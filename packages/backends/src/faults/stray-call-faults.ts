/** Further ways in which servers write tool calls. */
import { asRecord, type Fields } from "../json.js";
import { eachChoice } from "./bend.js";
import { bent, eachCall, ended, oneCall } from "./call-faults.js";
import type { FaultDefinition } from "./definition.js";
import { argumentsText, calling } from "./model-faults.js";

export const strayCallFaults = {
  "tool-index-from-one": bent(2, "standard", "The indices of two calls begin at one.", (call) => ({
    ...call,
    index: Number(call["index"]) + 1,
  })),
  "tool-index-gap": bent(2, "standard", "The indices of two calls are far apart.", (call) => ({
    ...call,
    index: Number(call["index"]) * 1000,
  })),
  "tool-index-null": bent(1, "standard", "The index of a call is null.", (call) => ({
    ...call,
    index: null,
  })),
  "tool-index-negative": bent(1, "standard", "The index of a call is below nought.", (call) => ({
    ...call,
    index: -1,
  })),
  "tool-no-type": bent(1, "standard", "A call has no type.", ({ type: _type, ...call }) => call),
  "tool-name-null-later": bent(
    1,
    "standard",
    "The later chunks of a call have a null for its name.",
    (call) => {
      const called = asRecord(call["function"]);
      return { ...call, function: { ...called, name: called["name"] ?? null } };
    },
  ),
  "tool-name-empty-later": bent(
    1,
    "standard",
    "The later chunks of a call have an empty name and id.",
    (call) => {
      const called = asRecord(call["function"]);
      return { ...call, id: call["id"] ?? "", function: { ...called, name: called["name"] ?? "" } };
    },
  ),
  "tool-null-arguments-first": bent(1, "standard", "The arguments of a call begin with null.", (call) => {
    const called = asRecord(call["function"]);
    return {
      ...call,
      function: { ...called, arguments: called["arguments"] === "" ? null : called["arguments"] },
    };
  }),
  "tool-new-id-each-chunk": numbered("Every chunk of one call has an id of its own."),
  "tool-double-encoded": written("The arguments are a JSON text that holds JSON.", (text) =>
    JSON.stringify(text),
  ),
  "tool-fenced": written("The arguments stand in a code fence.", (text) => `\`\`\`json\n${text}\n\`\`\``),
  "tool-two-objects": written("Two objects stand one behind the other.", (text) => `${text}${text}`),
  "tool-python": written("The arguments are written as Python writes them.", (text) =>
    text.replaceAll('"', "'"),
  ),
  "tool-words-after": written("Words follow the arguments.", (text) => `${text} I hope this helps!`),
  "tool-arguments-blanks": written(
    "Blanks and line ends stand around the arguments.",
    (text) => `\n  ${text}\n\t`,
  ),
  "tool-finish-length-late": ended(
    "max_tokens",
    "A whole call whose answer was cut at the token limit in its last chunk.",
  ),
  "tool-cumulative": oneCall("Every chunk of a call repeats all of its arguments so far.", (frames) => {
    let all = "";
    return eachChoice(frames, (choice) =>
      eachCall(choice, (call) => {
        const called = asRecord(call["function"]);
        all += typeof called["arguments"] === "string" ? called["arguments"] : "";
        return { ...call, function: { ...called, arguments: all } };
      }),
    );
  }),
} as const satisfies Record<string, FaultDefinition>;

function numbered(description: string): FaultDefinition {
  let next = 0;
  return bent(1, "standard", description, (call: Fields) => {
    next += 1;
    return { ...call, id: `call_${next}` };
  });
}

/** One call whose arguments are written in another way. */
function written(description: string, bend: (text: string) => string): FaultDefinition {
  return calling(description, (call) => ({ ...call, arguments: bend(argumentsText(call)) }));
}
