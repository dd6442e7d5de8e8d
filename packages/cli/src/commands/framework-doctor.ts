/** `framework-doctor`, which `fw doctor` is too. */
import { addDoctor } from "./help-programs.js";
import { createProgram, runProgram } from "./program.js";

await runProgram(addDoctor(createProgram("framework-doctor", ""), "framework-doctor"));
