// `npm run fuzz`: ten minutes of new inputs, and every property of the packages with the same new seed; `FUZZ_SECONDS` and `FUZZ_SEED` say otherwise. Ends with the suite's status.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const env = { FUZZ_SECONDS: "600", FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env };
console.log(`seed ${env.FUZZ_SEED}; the same inputs again: FUZZ_SEED=${env.FUZZ_SEED} npm run fuzz`);
const properties = readdirSync(path.join(root, "packages"), { recursive: true, encoding: "utf8" })
  .filter((file) => /^\w+\/src\/.*\.test\.ts$/.test(file))
  .map((file) => path.join("packages", file))
  .filter((file) => readFileSync(path.join(root, file), "utf8").includes('from "fast-check"'));
const { status, signal } = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "test/fuzz", ...properties, "--reporter=verbose"],
  {
    cwd: root,
    env,
    stdio: "inherit",
    // An input that never ends is a finding too.
    timeout: (Number(env.FUZZ_SECONDS) * 2 + 120) * 1000,
  },
);
if (signal)
  console.error(`Ended by ${signal}: the target that was running does not end. Seed ${env.FUZZ_SEED}.`);
process.exitCode = status ?? 1;
