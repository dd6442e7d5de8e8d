/** Who can put a question to the user at this moment: the interactive chat while it has the keyboard, else the terminal. */
import { exactText } from "@framework/shared";
import { withoutStatus } from "../output/screen.js";
import type { Asker } from "./prompter.js";

let current: Asker | undefined;

/** Lets this one ask until the returned function is called. */
export function letAsk(asker: Asker): () => void {
  current = asker;
  return () => {
    if (current === asker) current = undefined;
  };
}

/** Yes or no; no answer is a no. */
export async function askYesNo(question: string): Promise<boolean> {
  const asker = current ?? (await import("./terminal-question.js")).terminalAsker;
  const words = ["yes", "no"] as const;
  return withoutStatus(async () => {
    process.stderr.write(`${exactText(question).text}\n`);
    return (await asker.choose("[y]es, [n]o: ", words, new AbortController().signal)) === "yes";
  });
}
