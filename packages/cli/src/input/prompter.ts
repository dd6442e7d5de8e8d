/** What the chat asks of whoever reads the user's input, by keys or by whole lines. */

/** Asks a question that one of these words answers, or its first letter. */
export type Choose = <Word extends string>(
  question: string,
  words: readonly Word[],
  signal: AbortSignal,
) => Promise<Word | undefined>;

/** The word a line means. */
export const wordOf = <Word extends string>(line: string, words: readonly Word[]): Word | undefined => {
  const text = line.trim().toLowerCase();
  return words.find((word) => text === word || text === word.charAt(0));
};

/** What the user did at the prompt. */
export type Entry =
  | { readonly kind: "text"; readonly text: string }
  /** Ctrl-C at an empty prompt. */
  | { readonly kind: "interrupt" }
  /** Ctrl-D, or no more input. */
  | { readonly kind: "end" };

export interface Prompter {
  read(): Promise<Entry>;
  /** Gives undefined when the user backs out. Nothing typed before the question counts. */
  choose: Choose;
  /** Called on Ctrl-C while a turn runs. */
  onInterrupt: (() => void) | undefined;
  /** Gives the terminal back. */
  close(): Promise<void>;
}
