/** How a backend is told how much to think. */
import type { Reasoning } from "../provider/provider.js";

/** The fields of the request; undefined where the backend cannot be told that. */
export type ReasoningFields = (wanted: Reasoning) => Record<string, unknown> | undefined;

/** As most services take it: a level, but no number of tokens. */
export const effortFields: ReasoningFields = (wanted) =>
  typeof wanted === "number" ? undefined : { reasoning_effort: wanted === "off" ? "none" : wanted };

/** What the user is told where a wish could not be sent. */
export const reasoningNotice = (provider: string, wanted: Reasoning): string =>
  `${provider} cannot be told ${typeof wanted === "number" ? "how many tokens it may think" : "how much to think"}: reasoning was not sent.`;
