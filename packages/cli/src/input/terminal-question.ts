/** Asks on the terminal outside the interactive chat. What reads keys is loaded by the first question: most turns ask none. */
import type { Asker } from "./prompter.js";

const load = () => import("./terminal-asker.js");

export const terminalAsker: Asker = {
  choose: async (question, words, signal) =>
    (await load()).withAsker(signal, (asker) => asker.choose(question, words, signal)),
  line: async (question, signal) => (await load()).withAsker(signal, (asker) => asker.line(question, signal)),
};
