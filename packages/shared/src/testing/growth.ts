/** Whether work grows faster than its input, judged by CPU time so that other programs on the machine do not count. */

function cpuPerUnit(work: (units: number) => void, units: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    work(units);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / units);
  }
  return best;
}

/** The cost per unit of the large input over that of the small one: about 1 when linear, `large / small` when quadratic. */
export function costGrowth(work: (units: number) => void, small: number, large: number): number {
  work(small);
  return cpuPerUnit(work, large) / cpuPerUnit(work, small);
}
