/** What the chat asks of whoever reads the user's input, by keys or by whole lines. */

/** What the user did at the prompt. */
export type Entry =
  | { readonly kind: "text"; readonly text: string }
  /** Ctrl-C at an empty prompt. */
  | { readonly kind: "interrupt" }
  /** Ctrl-D, or no more input. */
  | { readonly kind: "end" };

export interface Prompter {
  read(): Promise<Entry>;
  /** One of these letters, or undefined when the user backs out. Nothing typed before the question counts. */
  choose(letters: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called on Ctrl-C while a turn runs. */
  onInterrupt: (() => void) | undefined;
  /** Called when a signal ends the program, before it does. */
  onEnding: (() => void) | undefined;
  /** Gives the terminal back. */
  close(): Promise<void>;
}
