// `npm run fuzz`: ten minutes of new inputs; `FUZZ_SECONDS` and `FUZZ_SEED` say otherwise. Ends with the suite's status.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const env = { FUZZ_SECONDS: "600", FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env };
console.log(`seed ${env.FUZZ_SEED}; the same inputs again: FUZZ_SEED=${env.FUZZ_SEED} npm run fuzz`);
const { status, signal } = spawnSync("node_modules/.bin/vitest", ["run", "test/fuzz", "--reporter=verbose"], {
  cwd: root,
  env,
  stdio: "inherit",
  // An input that never ends is a finding too.
  timeout: (Number(env.FUZZ_SECONDS) * 2 + 120) * 1000,
});
if (signal)
  console.error(`Ended by ${signal}: the target that was running does not end. Seed ${env.FUZZ_SEED}.`);
process.exitCode = status ?? 1;
