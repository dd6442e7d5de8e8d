/** `framework-scaffold`, whose `explain provider` is `fw explain`. */
import { createScaffold } from "./help-programs.js";
import { runProgram } from "./program.js";

await runProgram(createScaffold());
