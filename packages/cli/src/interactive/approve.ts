/** Asks the user whether a call may run. */
import type { Approve } from "@framework/shared";
import type { Output } from "../output.js";
import { oneLine } from "../tool-display.js";
import type { Prompter } from "./prompter.js";

const ANSWERS = { y: "yes", n: "no", a: "always" } as const;

export function approveAtPrompt(prompter: Prompter, output: Output): Approve {
  return async (call, tool, { preview, signal }) => {
    const question = `Run ${oneLine(tool.name)}? [y]es, [n]o, [a]lways in this chat: `;
    await output.question(question, preview);
    const letter = await prompter.choose("yna", signal);
    const answer = letter === "y" || letter === "a" ? ANSWERS[letter] : "no";
    output.answered(answer);
    return answer;
  };
}
