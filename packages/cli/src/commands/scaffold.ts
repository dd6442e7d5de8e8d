/** `framework-scaffold`, whose `explain provider` is `fw explain`. */
import { addExplain } from "./help-programs.js";
import { createProgram, runProgram } from "./program.js";

const program = createProgram("framework-scaffold", "Shows what the framework can be told.").addHelpText(
  "after",
  `
Examples:
  framework-scaffold explain provider
  framework-scaffold explain provider gateway`,
);
const command = program.command("explain").description("Explain a part of the framework.");
addExplain(command.command("provider"), "framework-scaffold explain provider");
await runProgram(program);
