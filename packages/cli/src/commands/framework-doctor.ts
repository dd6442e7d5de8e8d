/** `framework-doctor`, which `fw doctor` is too. */
import { createDoctor } from "./help-programs.js";
import { runProgram } from "./program.js";

await runProgram(createDoctor());
