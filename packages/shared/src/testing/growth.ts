/** Whether work grows faster than its input, judged by CPU time so that other programs on the machine do not count. */

const ROUNDS = 5;

function cpuPerUnit(work: (units: number) => void, units: number): number {
  const before = process.cpuUsage();
  work(units);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / units;
}

/**
 * The cost per unit of the large input over that of the small one: about 1 when linear, `large / small` when quadratic. Turn and
 * turn about, so that neither has the better part of what the engine learns on the way.
 */
export function costGrowth(work: (units: number) => void, small: number, large: number): number {
  let [bestSmall, bestLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    bestSmall = Math.min(bestSmall, cpuPerUnit(work, small));
    bestLarge = Math.min(bestLarge, cpuPerUnit(work, large));
  }
  return bestLarge / bestSmall;
}
