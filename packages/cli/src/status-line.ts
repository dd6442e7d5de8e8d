/** What is shown while something takes long. */

export const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;

/** One line with a spinner that is written over again and again; without a text it is wiped away. */
export function statusLine(terminal: NodeJS.WriteStream): (text?: string) => void {
  let shown = "";
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    const spinner = FRAMES[(frame += 1) % FRAMES.length];
    // A line that wraps could not be written over.
    const line = Array.from(`${spinner} ${shown}`).slice(0, Math.max(1, (terminal.columns || 80) - 1));
    terminal.write(`\r\u001b[K\u001b[2m${line.join("")}\u001b[0m`);
  };
  return (text) => {
    if (text !== undefined) {
      shown = text.replaceAll(UNSAFE, "").replaceAll("\n", " ");
      timer ??= setInterval(draw, FRAME_MS);
      draw();
    } else if (timer) {
      clearInterval(timer);
      timer = undefined;
      terminal.write("\r\u001b[K");
    }
  };
}

/** Passes on the first text, and then one at most in every so many milliseconds. */
export function notMoreThanEvery(
  milliseconds: number,
  show: (text: string) => void,
): (text?: string) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    if (text === undefined || now < next) return;
    next = now + milliseconds;
    show(text);
  };
}
