/** Random numbers that are the same for every drawing. */

/** Replaces Math.random while `work` runs, so that the same diagram always looks the same. */
export async function withSeededRandom<T>(work: () => Promise<T>): Promise<T> {
  const original = Math.random;
  let state = 42;
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  try {
    return await work();
  } finally {
    Math.random = original;
  }
}
