// Sessions and turns against emulators with random faults: `soak.mjs <sessions> <turns> <seed>`. Prints what came of
// them as JSON; fails when a turn ends in neither a result nor a typed error, or when something is held at the end.
// Run with --expose-gc.
import { fork } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, providerNames } from "../../packages/shared/dist/index.js";
import { settingsOf } from "../../bench/faults/settings.mjs";
import { heapInUse, holdings, leaks } from "./leaks.mjs";
import { randomFrom } from "./random.mjs";
import { runTurn } from "./turn.mjs";

const [sessions, turns, seed] = process.argv.slice(2).map(Number);
const PARALLEL = Math.min(20, sessions);
/** Growth below this is noise of the measurement; a leak of a hundred bytes a turn shows above it in a long run. */
const NOISE_BYTES = 6 * 1024 * 1024;

const random = randomFrom(seed);
const outcomes = {};
const faults = [];
// All sessions listen to this one signal, so a listener that stays behind is seen. As many as run at once may be there.
const { signal } = new AbortController();
setMaxListeners(PARALLEL * 4, signal);
process.on("warning", (warning) => faults.push(`warning: ${warning.message}`));
process.on("unhandledRejection", (error) => faults.push(`unhandled: ${error?.stack ?? error}`));

async function runSession(addresses, number, length) {
  const providerName = providerNames[number % providerNames.length];
  const client = createClient({
    providerName,
    env: {},
    ...settingsOf(providerName, addresses[providerName]),
    timeouts: { connect: 2000, request: 2000, streamIdle: 1000 },
  });
  try {
    const [model] = await patiently(() => client.listModels());
    await patiently(() => client.connect(null, null, model));
    const session = client.createSession();
    for (let turn = 0; turn < length; turn += 1) {
      const outcome = await runTurn(session, { client, signal, random });
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  } catch (error) {
    faults.push(`${providerName}: ${error?.stack ?? error}`);
  } finally {
    await client.close();
  }
}

/** The port may be closed for a moment when a session begins. */
async function patiently(action) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      if (tries === 100 || !error.retryable) throw error;
      await setTimeout(20);
    }
  }
}

async function runBatch(first, count) {
  const emulators = fork(
    fileURLToPath(new URL("emulators.mjs", import.meta.url)),
    [String(seed + first), ...providerNames],
    { execArgv: [] },
  );
  const [addresses] = await once(emulators, "message");
  const length = Math.ceil(turns / sessions);
  await Promise.all(
    Array.from({ length: count }, (_, index) => runSession(addresses, first + index, length)),
  );
  let openSockets = -1;
  // The server hears of a closed connection a moment after the client closed it.
  for (let looks = 0; looks < 100 && openSockets !== 0; looks += 1) {
    emulators.send("calm");
    [{ openSockets }] = await once(emulators, "message");
    if (openSockets !== 0) await setTimeout(20);
  }
  if (openSockets !== 0) faults.push(`${openSockets} connections stayed open after session ${first + count}`);
  emulators.disconnect();
  await once(emulators, "exit");
}

const began = performance.now();
const heap = [];
let before;
const showProgress = process.stderr.isTTY;
for (let first = 0; first < sessions && faults.length === 0; first += PARALLEL) {
  await runBatch(first, Math.min(PARALLEL, sessions - first));
  // The first batch loads modules and opens what stays open; from then on nothing may be added.
  before ??= holdings(signal);
  heap.push(heapInUse());
  if (showProgress) process.stderr.write(`\r${first + PARALLEL} sessions`);
}
faults.push(...(await leaks(before, signal)));
const settled = heap[Math.floor(heap.length / 5)] ?? 0;
const growth = (heap.at(-1) ?? 0) - settled;
if (growth > NOISE_BYTES) faults.push(`the heap grew by ${growth} bytes after the first fifth`);

const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
console.log(
  JSON.stringify(
    {
      seed,
      sessions,
      turns: ended,
      seconds: Math.round((performance.now() - began) / 1000),
      heapMb: heap
        .filter((_, index) => index % Math.ceil(heap.length / 10) === 0 || index === heap.length - 1)
        .map((bytes) => Number((bytes / 2 ** 20).toFixed(1))),
      outcomes,
      faults: faults.slice(0, 10),
    },
    undefined,
    2,
  ),
);
process.exitCode = faults.length > 0 ? 1 : 0;
