/** One turn with everything around it: output, cancel. */
import type {
  CompleteOptions,
  Content,
  JsonSchema,
  Session,
  SessionTurn,
  StreamEvent,
} from "@framework/shared";
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
  return shown(question, output, signal, (message, call) => session.send(message, { ...options, ...call }));
}

/** The same for an answer that fits a schema; gives its JSON. */
export async function runObjectTurn(
  session: Session,
  question: Content,
  options: TurnOptions & { schema: JsonSchema },
  output: Output,
  signal: AbortSignal,
): Promise<string> {
  const { json } = await shown(question, output, signal, (message, call) =>
    session.object(message, { ...options, ...call }),
  );
  return json;
}

async function shown<Turn>(
  question: Content,
  output: Output,
  signal: AbortSignal,
  ask: (message: Content, call: CompleteOptions) => Promise<Turn>,
): Promise<Turn> {
  output.begin(signal);
  // A diagram of the last answer that could not be drawn is worth a word to the model that wrote it.
  const message = withRemarks(question, output.takeFeedback());
  try {
    const onOutput = (event: StreamEvent) => output.event(event);
    return await ask(message, { onOutput, signal, restarts: !output.isFinal });
  } finally {
    await output.end();
  }
}

function withRemarks(question: Content, remarks: readonly string[]): Content {
  if (remarks.length === 0) return question;
  const text = `[Not from the user, but from the terminal that shows your answers: ${remarks.join(" ")}]`;
  return typeof question === "string" ? `${question}\n\n${text}` : [...question, { type: "text", text }];
}
