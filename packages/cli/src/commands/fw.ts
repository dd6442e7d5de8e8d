/** `fw`. */
import { createFw } from "./fw-program.js";
import { runProgram } from "./program.js";

await runProgram(createFw());
