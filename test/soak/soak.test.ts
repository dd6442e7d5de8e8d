/** The short version of `npm run soak`: some sessions against emulators with random faults, in a process of their own. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const soak = fileURLToPath(new URL("soak.mjs", import.meta.url));

interface Report {
  turns: number;
  outcomes: Record<string, number>;
  faults: string[];
}

it("ends every turn in a result or a typed error and holds nothing afterwards", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--expose-gc",
    soak,
    "28",
    "280",
    "7",
  ]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  const report: Report = JSON.parse(stdout);
  expect(report.faults).toEqual([]);
  expect(report.turns).toBe(280);
  expect(report.outcomes["stop"]).toBeGreaterThan(50);
  // The faults did strike, in more than one way.
  expect(Object.keys(report.outcomes).filter((name) => name.endsWith("Error")).length).toBeGreaterThan(3);
}, 120_000);
