/** `framework-doctor`: one line a check, from the files to the model's window. */
import path from "node:path";
import type { Check } from "@framework/shared";
import { examine } from "@framework/shared/doctor";
import type { BackendFlags } from "../configure/client-options.js";
import { profileFile } from "../configure/own-profile.js";
import { say, sayJson } from "../output/print.js";
import { createProgram, runProgram } from "./program.js";

interface DoctorFlags extends BackendFlags {
  json?: boolean;
}

/** One line a check, so that grep and a reader's eye find it. */
function print({ name, status, detail, mend }: Check): void {
  const line = `${status.toUpperCase()}  ${name}: ${detail}${mend === undefined ? "" : ` Mend: ${mend}`}`;
  say(line.replaceAll(/\s*\n\s*/g, " "));
}

async function doctor(flags: DoctorFlags): Promise<void> {
  const checks: Check[] = [];
  const profile = await profileFile(flags, process.env);
  const examination = examine({
    workspace: path.resolve(flags.workspace ?? "."),
    env: process.env,
    ...(flags.envFile !== undefined && { envFile: flags.envFile }),
    ...(profile !== undefined && { profile }),
    ...(flags.provider !== undefined && { providerName: flags.provider }),
    ...(flags.model !== undefined && { model: flags.model }),
  });
  for await (const check of examination) {
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

const program = createProgram(
  "framework-doctor",
  "Checks files, credentials, endpoint, model and window, and says how to mend what is wrong.",
)
  .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".")
  .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
  .option("--provider <name>", "which provider; else the profile's, else FW_PROVIDER")
  .option("--model <id>", "which model; else the profile's, else the provider's variable")
  .option("--profile <file>", "session profile (YAML)")
  .option("--json", "print JSON")
  .addHelpText(
    "after",
    `
Examples:
  framework-doctor --workspace . --env-file .env
  framework-doctor --provider selfhost --profile review.yaml --json

Nothing is changed and no model is loaded; a key may be tried with a chat of one token.
Exit status: 0 nothing failed, 1 a check failed, 2 usage.`,
  )
  .action(doctor);

await runProgram(program);
