// One contender, one task, one process: prints what it cost as JSON.
import { median } from "../lib/report.mjs";
import { contenders } from "./contenders.mjs";

const [name, base, task, count, parallel, turns] = process.argv.slice(2);
const ask = await contenders[name](base);
await ask("text 2000"); // what is measured is the stream, not the first compilation of the code
const before = process.cpuUsage();
const start = performance.now();
const firsts = [];
for (let turn = 0; turn < Number(turns); turn += 1) {
  const asked = performance.now();
  let first;
  const onFirst = () => (first ??= performance.now() - asked);
  await Promise.all(Array.from({ length: Number(parallel) }, () => ask(`${task} ${count}`, onFirst)));
  firsts.push(first);
}
const cpu = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({
    cpuMs: (cpu.user + cpu.system) / 1000,
    wallMs: performance.now() - start,
    firstMs: median(firsts),
    rssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
