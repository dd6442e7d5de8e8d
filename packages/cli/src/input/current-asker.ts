/** Who can put a question to the user at this moment: the interactive chat while it has the keyboard, else the terminal. */
import { exactText } from "@framework/shared";
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
  process.stderr.write(`${exactText(question).text}\n`);
  const words = ["yes", "no"] as const;
  return (await asker.choose("[y]es, [n]o: ", words, new AbortController().signal)) === "yes";
}
