// Every backend in one process, with another fault, or none, for each chat request. Started by soak.mjs.
import { faults, startBackend } from "../../packages/backends/dist/index.js";
import { randomFrom } from "./random.mjs";

const [seed, ...names] = process.argv.slice(2);
const random = randomFrom(Number(seed));

/** Switches that keep a fault's kind but not its cost. */
const lighter = {
  "huge-body": { bytes: 200_000 },
  "long-line": { bytes: 100_000 },
  "slow-first-byte": { delayMs: 5 },
  "stall-mid-stream": { delayMs: 10 },
  "keep-alive-stall": { delayMs: 1, comments: 3 },
  "deep-json": { depth: 1000 },
};
/** Each needs tens of megabytes to show itself. */
const tooHeavy = new Set(["endless-line"]);
const FAULTY = 0.4;

const isChat = ({ method, path }) => method === "POST" && path.endsWith("/chat/completions");

const backends = await Promise.all(names.map((name) => startBackend(name)));
for (const backend of backends) {
  const known = faults.filter(({ name, backends: at }) => at.includes(backend.name) && !tooHeavy.has(name));
  const next = () => {
    if (random() > FAULTY) return backend.setFault(undefined);
    const { name } = known[Math.floor(random() * known.length)];
    backend.setFault({ name, ...lighter[name] });
    // A closed port sees no request that could end the fault.
    if (name === "refuse") setTimeout(() => backend.setFault(undefined), 20);
  };
  const follow = () =>
    backend.nextRequest(isChat).then(
      () => {
        next();
        return follow();
      },
      () => undefined,
    );
  void follow();
}

process.on("message", async (message) => {
  if (message === "calm") for (const backend of backends) backend.setFault(undefined);
  process.send({ openSockets: backends.reduce((sum, { openSockets }) => sum + openSockets, 0) });
});
process.on("disconnect", () => process.exit(0));
process.send(Object.fromEntries(backends.map(({ name, url, urls }) => [name, { url, urls }])));
