/** Where something can be written over. */
import type { WriteStream } from "node:tty";

/** Whether it is a terminal whose cursor can be moved. */
export const canMoveIn = (terminal: WriteStream): boolean =>
  terminal.isTTY && (process.env["TERM"] ?? "dumb") !== "dumb";
