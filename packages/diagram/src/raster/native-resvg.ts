/** resvg as native code. */
import { createRequire } from "node:module";
import type * as Native from "@resvg/resvg-js";

const require = createRequire(import.meta.url);

const OPEN = { configurable: true, writable: true, enumerable: true };
const USUAL = { getReport: () => ({ header: { glibcVersionRuntime: "2" } }) };

/**
 * Loads it. Its loader has Node write a report about the whole process to tell one C library from another, which takes longer
 * than the loading: it is told of the usual one first, where the runtime lets us.
 */
function load(): typeof Native {
  const { report } = process;
  const say = (value: object): boolean => Reflect.defineProperty(process, "report", { ...OPEN, value });
  try {
    say(USUAL);
    return require("@resvg/resvg-js");
  } catch {
    say(report);
    return require("@resvg/resvg-js");
  } finally {
    say(report);
  }
}

export const { Resvg } = load();
