/** One turn with everything around it: output, cancel by Ctrl-C. */
import type { EventEmitter } from "node:events";
import type { Session, Turn } from "@framework/shared";
import type { Output } from "./output.js";

export interface TurnFlags {
  stream: boolean;
  retries: number;
}

/** Runs a turn; Ctrl-C cancels it, and a second one leaves at once. A line editor reports Ctrl-C itself. */
export async function runTurn(
  session: Session,
  question: string,
  flags: TurnFlags,
  output: Output,
  keyboard: EventEmitter = process,
): Promise<Turn> {
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  keyboard.on("SIGINT", onSignal);
  try {
    const turn = await session.sendMessage(question, {
      onOutput: (event) => output.event(event),
      signal: abort.signal,
      stream: flags.stream,
      retries: flags.retries,
      keepOutput: output.isFinal,
    });
    output.end();
    return turn;
  } catch (error) {
    output.end();
    throw error;
  } finally {
    keyboard.off("SIGINT", onSignal);
  }
}
