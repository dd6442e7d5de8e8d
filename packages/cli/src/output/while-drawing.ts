/** Tells a person at the terminal that something is still being drawn, once that takes long. */
import { statusScreen } from "./screen.js";
import { spinner } from "./turn-meter.js";

/** Most drawings are done before anybody would have read it. */
const SOON_MS = 1000;

/** Waits for the drawing; nothing of what was told stays. */
export async function whileDrawing<Drawing>(
  terminal: NodeJS.WriteStream,
  drawing: Promise<Drawing>,
): Promise<Drawing> {
  const screen = statusScreen(terminal);
  const since = performance.now();
  const line = () => {
    const now = performance.now();
    return `${spinner(now)} drawing · ${((now - since) / 1000).toFixed(0)} s · Ctrl-C cancels`;
  };
  const soon = setTimeout(() => screen.status(line), SOON_MS);
  try {
    return await drawing;
  } finally {
    clearTimeout(soon);
    screen.status();
  }
}
