// One contender, one task, one process: prints what it cost as JSON.
import { contenders } from "./contenders.mjs";

const [name, base, task, count, parallel] = process.argv.slice(2);
const ask = await contenders[name](base);
await ask("text 2000"); // what is measured is the stream, not the first compilation of the code
const before = process.cpuUsage();
const start = performance.now();
let first;
const onFirst = () => (first ??= performance.now() - start);
await Promise.all(Array.from({ length: Number(parallel) }, () => ask(`${task} ${count}`, onFirst)));
const cpu = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({
    cpuMs: (cpu.user + cpu.system) / 1000,
    wallMs: performance.now() - start,
    firstMs: first,
    rssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
