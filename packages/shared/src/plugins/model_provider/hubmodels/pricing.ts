/** Paid usage is counted in token units: each model weighs its input and output tokens differently. */

export const USD_PER_TOKEN_UNIT = 0.000_01;

export interface Multipliers {
  input: number;
  output: number;
}

/** The units that a request used. */
export function tokenUnits(
  used: { prompt_tokens: number; output_tokens: number },
  multipliers: Multipliers,
): number {
  return used.prompt_tokens * multipliers.input + used.output_tokens * multipliers.output;
}

/** What so many units cost, in US dollars. */
export function unitsPrice(units: number): number {
  return units * USD_PER_TOKEN_UNIT;
}
