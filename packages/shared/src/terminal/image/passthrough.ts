/** The multiplexers that can hand escape sequences on to the terminal outside. */
export type Multiplexer = "tmux" | "screen";

/** GNU screen drops a string that is longer than its buffer. */
const SCREEN_PIECE = 240;

/**
 * Wraps graphics sequences so that the multiplexer hands them on. Every sequence is wrapped by itself: one very
 * long string would be dropped whole.
 */
export function wrapForMultiplexer(sequences: string, multiplexer: Multiplexer): string {
  const wrap = multiplexer === "tmux" ? wrapForTmux : wrapForScreen;
  return splitSequences(sequences).map(wrap).join("");
}

/** Every graphics sequence ends in ST (ESC \), and ST occurs nowhere inside one. */
function splitSequences(text: string): string[] {
  return text.split(/(?<=\x1b\\)/);
}

const wrapForTmux = (sequence: string) => `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;

/** An ESC \ inside would end screen's own wrapper, so the two characters go into different pieces. */
function wrapForScreen(sequence: string): string {
  const pieces: string[] = [];
  for (const part of sequence.split(/(?<=\x1b)(?=\\)/)) {
    for (let start = 0; start < part.length; start += SCREEN_PIECE) {
      pieces.push(`\x1bP${part.slice(start, start + SCREEN_PIECE)}\x1b\\`);
    }
  }
  return pieces.join("");
}
