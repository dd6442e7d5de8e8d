// Finds the three numbers of each kind: a line through the counts, and the two below and above which hardly any count lies.
const STEPS = 400;

/**
 * Least squares in which a count above the line weighs `share` and one below it the rest; errors are relative, and no number
 * is negative or outside `bounds`. A share near 0 gives the low end, near 1 the high end, one half the middle.
 */
export function fit(samples, share, bounds = () => [0, Infinity]) {
  const size = samples[0].amounts.length;
  const numbers = new Float64Array(size);
  for (let at = 0; at < size; at += 1) numbers[at] = Math.max(bounds(at)[0], Math.min(0.5, bounds(at)[1]));
  const guesses = samples.map(({ amounts }) =>
    amounts.reduce((sum, amount, at) => sum + amount * numbers[at], 0),
  );
  for (let step = 0; step < STEPS; step += 1) {
    const weights = samples.map(({ count }, row) => (count > guesses[row] ? share : 1 - share) / count ** 2);
    for (let at = 0; at < size; at += 1) {
      let [pull, mass] = [0, 1e-9];
      samples.forEach(({ amounts, count }, row) => {
        pull += (count - guesses[row]) * amounts[at] * weights[row];
        mass += amounts[at] ** 2 * weights[row];
      });
      const [least, most] = bounds(at);
      const better = Math.min(most, Math.max(least, numbers[at] + pull / mass));
      const change = better - numbers[at];
      if (change === 0) continue;
      numbers[at] = better;
      samples.forEach(({ amounts }, row) => (guesses[row] += change * amounts[at]));
    }
  }
  return numbers;
}
