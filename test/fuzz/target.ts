import type { IRawProperty } from "fast-check";

/** One thing that reads hostile input, with what must hold whatever it is given. */
export interface Target {
  name: string;
  /** How many inputs, of which the suite takes a quarter (test/support/fast-check.ts); `npm run fuzz` goes by the clock. */
  runs: number;
  property: () => IRawProperty<unknown> | Promise<IRawProperty<unknown>>;
}

/** Runs an action and gives what it threw, if that is one of the errors it may throw; others are thrown on. */
export function allowing(
  errors: readonly (abstract new (...args: never[]) => Error)[],
  action: () => void,
): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Error && errors.some((kind) => error instanceof kind)) return error;
    throw error;
  }
}
