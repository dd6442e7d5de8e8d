/** `framework-scaffold explain provider [NAME]`: what can be set, what holds now, and why. */
import { loadProvider, providerNames } from "@framework/shared";
import { storedCredential } from "@framework/shared/auth";
import { explainProvider, explanationText } from "@framework/shared/explain";
import { type BackendFlags, readConfiguration } from "../configure/client-options.js";
import { say, sayJson } from "../output/print.js";
import { createProgram, runProgram } from "./program.js";

interface ExplainFlags extends BackendFlags {
  json?: boolean;
}

async function list(json: boolean): Promise<void> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  if (json) {
    const rows = definitions.map(({ name, kind, product }) => ({ provider: name, kind, product }));
    sayJson(rows, 2);
    return;
  }
  const width = Math.max(...definitions.map(({ name }) => name.length));
  for (const { name, kind, product } of definitions) {
    say(`${name.padEnd(width)}  ${kind}; ${product}`);
  }
}

async function explain(name: string | undefined, flags: ExplainFlags): Promise<void> {
  const json = flags.json ?? false;
  if (name === undefined) return list(json);
  const definition = await loadProvider(name);
  const { options, env, workspace } = await readConfiguration({ ...flags, provider: name });
  const { config = {}, providerName: _name, ...sources } = options;
  const explanation = await explainProvider(definition, config, {
    ...sources,
    ...(definition.credential.command !== undefined && { stored: storedCredential(env, workspace) }),
  });
  if (json) sayJson(explanation, 2);
  else say(explanationText(explanation).trimEnd());
  if (explanation.problem !== undefined) process.exitCode = 2;
}

const program = createProgram("framework-scaffold", "Shows what the framework can be told.").addHelpText(
  "after",
  `
Examples:
  framework-scaffold explain provider
  framework-scaffold explain provider gateway`,
);
program
  .command("explain")
  .description("Explain a part of the framework.")
  .command("provider")
  .argument("[name]", "which provider; without it, the list of them")
  .option("--profile <file>", "session profile (YAML)")
  .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
  .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".")
  .option("--json", "print JSON")
  .description("Knobs, variables, credential, window, quirks and errors, with the values that hold now.")
  .addHelpText(
    "after",
    `
Examples:
  framework-scaffold explain provider
  framework-scaffold explain provider selfhost
  framework-scaffold explain provider gateway --profile work.yaml --env-file .env --json

Exit status: 0 explained, 2 usage, or settings that are wrong (they are explained all the same).`,
  )
  .action(explain);

await runProgram(program);
