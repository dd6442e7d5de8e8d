/** The events of a chat for a program. */
import { aside, notMoreThanEvery, type Output } from "./output.js";
import { sayJson } from "./print.js";

/** One JSON object per line on stdout, nothing else. */
export function jsonOutput(): Output {
  return {
    ...aside,
    isFinal: false,
    status: notMoreThanEvery(900, (text) => sayJson({ type: "notice", text })),
    start: (client) =>
      sayJson({
        type: "start",
        provider: client.providerName,
        model: client.model,
        context_length: client.contextWindow.tokens,
        context_source: client.contextWindow.source,
        ...(client.passedOver.length > 0 && { answered_by: `${client.providerName}/${client.model}` }),
      }),
    note: (text) => sayJson({ type: "notice", text }),
    begin: () => undefined,
    event: (event) => sayJson(event),
    end: async () => undefined,
  };
}
