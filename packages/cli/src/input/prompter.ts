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

/** Whoever can put a question to the user. Nothing typed before a question, or in its first moment, answers it. */
export interface Asker {
  /** Gives undefined when the user backs out. */
  choose: Choose;
  /** A line ended with Enter; undefined when the user backs out. */
  line(question: string, signal: AbortSignal): Promise<string | undefined>;
}

/** What the user did at the prompt. */
export type Entry =
  | { readonly kind: "text"; readonly text: string }
  /** Ctrl-C at an empty prompt. */
  | { readonly kind: "interrupt" }
  /** Ctrl-D, or no more input. */
  | { readonly kind: "end" };

export interface Prompter extends Asker {
  read(): Promise<Entry>;
  /** Called on Ctrl-C while a turn runs. */
  onInterrupt: (() => void) | undefined;
  /** Gives the terminal to another program for a while. */
  lend<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Gives the terminal back. */
  close(): Promise<void>;
}
