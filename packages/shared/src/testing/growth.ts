/** Whether work grows faster than its input, judged by CPU time so that other programs on the machine do not count. */

/** What other threads of the engine do counts as well, so that the least of several rounds is taken. */
const ROUNDS = 3;
/** Less time than this says nothing of what took it. */
const LEAST_MICROSECONDS = 2000;

type Work = (units: number) => void | Promise<void>;

async function cpuTime(work: Work, units: number): Promise<number> {
  const before = process.cpuUsage();
  await work(units);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * The cost per unit of the large input over that of the small one: about 1 when linear, `large / small` when quadratic. Turn and
 * turn about, so that neither has the better part of what the engine learns on the way.
 */
export async function costGrowth(work: Work, small: number, large: number): Promise<number> {
  let [leastSmall, leastLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    leastSmall = Math.min(leastSmall, await cpuTime(work, small));
    leastLarge = Math.min(leastLarge, await cpuTime(work, large));
  }
  return leastLarge / large / (Math.max(leastSmall, LEAST_MICROSECONDS) / small);
}
