/**
 * Hostile input for everything that reads some. A short run by default; `npm run fuzz` runs it for minutes
 * with a new seed, which it prints. `FUZZ_SEED=<seed> npm run fuzz` runs the same inputs again.
 */
import { shutdown } from "@framework/diagram";
import fc from "fast-check";
import { afterAll, it } from "vitest";
import { configTargets } from "./config-targets.js";
import { diagramTargets } from "./diagram-targets.js";
import { terminalTargets } from "./terminal-targets.js";
import { wireTargets } from "./wire-targets.js";

const targets = [...wireTargets, ...configTargets, ...terminalTargets, ...diagramTargets];
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 0);
const share = (seconds * 1000) / targets.length;

afterAll(shutdown);

it.each(targets)(
  "$name",
  async ({ runs, property }) => {
    await fc.assert(
      await property(),
      seconds > 0 ? { numRuns: 2 ** 30, interruptAfterTimeLimit: share } : { numRuns: runs },
    );
  },
  Math.max(30_000, share * 3),
);
