/** The endpoint of the hosted service, and what became of it. */

export const DEFAULT_ENDPOINT = "https://models.github.ai/inference";
/** The day the hosted service was shut down for everyone. */
export const RETIRED_ON = "2026-07-30";
