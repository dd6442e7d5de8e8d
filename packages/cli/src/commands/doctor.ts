/** `fw doctor` and `framework-doctor`: one line a check, from the files to the model's window. */
import path from "node:path";
import type { BackendFlags, Check } from "@framework/shared";
import { examine } from "@framework/shared/doctor";
import { say, sayJson } from "../output/print.js";

interface DoctorFlags extends BackendFlags {
  json?: boolean;
}

/** One line a check, so that grep and a reader's eye find it. */
function print({ name, status, detail, mend }: Check): void {
  const line = `${status.toUpperCase()}  ${name}: ${detail}${mend === undefined ? "" : ` Mend: ${mend}`}`;
  say(line.replaceAll(/\s*\n\s*/g, " "));
}

export async function doctor(flags: DoctorFlags): Promise<void> {
  const checks: Check[] = [];
  const workspace = path.resolve(flags.workspace ?? ".");
  for await (const check of examine({ ...flags, workspace }, process.env)) {
    checks.push(check);
    if (!flags.json) print(check);
  }
  const ok = checks.every(({ status }) => status !== "fail");
  if (flags.json) {
    const rows = checks.map(({ name, status, detail, mend, error }) => ({
      name,
      status: status.toUpperCase(),
      detail,
      ...(mend !== undefined && { mend }),
      ...(error && { error: error.name }),
    }));
    sayJson({ ok, checks: rows }, 2);
  }
  if (!ok) process.exitCode = 1;
}
