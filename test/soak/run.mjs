// `npm run soak`: 1,000 sessions and 100,000 turns. `SOAK_SEED=<seed> npm run soak` repeats the choices of a run.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";

const seed = process.env.SOAK_SEED ?? String(randomInt(2 ** 31));
console.log(`seed ${seed}`);
const { status } = spawnSync(
  process.execPath,
  ["--expose-gc", fileURLToPath(new URL("soak.mjs", import.meta.url)), "1000", "100000", seed],
  { stdio: "inherit", timeout: 60 * 60 * 1000 },
);
process.exitCode = status ?? 1;
