/** resvg as native code. */
import { createRequire } from "node:module";
import type * as Native from "@resvg/resvg-js";

const require = createRequire(import.meta.url);

/**
 * Loads it. Its loader has Node write a report about the whole process to tell one C library from another, which takes longer
 * than the loading: it is told of the usual one first.
 */
function load(): typeof Native {
  const { report } = process;
  const { getReport } = report;
  report.getReport = () => ({ header: { glibcVersionRuntime: "2" } });
  try {
    return require("@resvg/resvg-js");
  } catch {
    report.getReport = getReport;
    return require("@resvg/resvg-js");
  } finally {
    report.getReport = getReport;
  }
}

export const { Resvg } = load();
