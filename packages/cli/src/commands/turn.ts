/** One turn with everything around it: output, cancel. */
import type { Content, Session, SessionTurn } from "@framework/shared";
import type { TurnOptions } from "../configure/turn-options.js";
import type { Output } from "../output/output.js";

/** Runs a turn and puts it out; settles when all of it has been shown. */
export async function runTurn(
  session: Session,
  question: Content,
  options: TurnOptions,
  output: Output,
  signal: AbortSignal,
): Promise<SessionTurn> {
  output.begin(signal);
  // A diagram of the last answer that could not be drawn is worth a word to the model that wrote it.
  const message = withRemarks(question, output.takeFeedback());
  try {
    return await session.sendMessage(message, {
      onOutput: (event) => output.event(event),
      signal,
      ...options,
      restarts: !output.isFinal,
    });
  } finally {
    await output.end();
  }
}

function withRemarks(question: Content, remarks: readonly string[]): Content {
  if (remarks.length === 0) return question;
  const text = `[Not from the user, but from the terminal that shows your answers: ${remarks.join(" ")}]`;
  return typeof question === "string" ? `${question}\n\n${text}` : [...question, { type: "text", text }];
}
