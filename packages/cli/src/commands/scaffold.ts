/** `framework-scaffold explain provider [NAME]`: what can be set, what holds now, and why. */
import { type BackendFlags, loadProvider, providerNames, readConfiguration } from "@framework/shared";
import { explainProvider, explanationText } from "@framework/shared/explain";
import { say, sayJson } from "../output/print.js";
import { withFiles, withKnobs } from "./backend-options.js";
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
  const { options } = await readConfiguration({ ...flags, provider: name });
  const explanation = await explainProvider(definition, options.config, options);
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
const explainCommand = program.command("explain").description("Explain a part of the framework.");
withKnobs(withFiles(explainCommand.command("provider")))
  .argument("[name]", "which provider; without it, the list of them")
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
