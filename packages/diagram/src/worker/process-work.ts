/** How much another process has worked, where the system tells. */
import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever its clock is. */
const MS_PER_TICK = 10;
/** Where the time in the program and in the system stand, counted after the name, which may hold anything. */
const [USER, SYSTEM] = [11, 12];

/** Milliseconds of processor time of all its threads; 0 where nobody knows. */
export function workOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}
