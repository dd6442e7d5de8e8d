/** One question and its answer: whole, as the last code block, or as JSON that fits a schema. */
import { type Content, restartEvent, type Session, type SessionTurn } from "@framework/shared";
import type { Configured } from "../configure/client-options.js";
import { connect } from "../configure/connect.js";
import { sessionOptions } from "../configure/session-options.js";
import type { TurnOptions } from "../configure/turn-options.js";
import { createKeeper, openSession } from "../conversations/keeper.js";
import { codeBlocks } from "../output/code-blocks.js";
import { WithoutText } from "../output/held-output.js";
import type { Output } from "../output/output.js";
import { remark, say } from "../output/print.js";
import { usageLine } from "../output/usage-line.js";
import { checkPictures } from "../question/check-pictures.js";
import { contentOf, type Question } from "../question/question.js";
import { sizeNote } from "../question/size-note.js";
import type { ChatFlags } from "../configure/chat-flags.js";
import { runTurn } from "./turn.js";

export interface OneTurn {
  readonly configured: Configured;
  readonly question: Question;
  readonly flags: ChatFlags;
  readonly options: TurnOptions;
  readonly output: Output;
  /** The file of the conversation that goes on. */
  readonly file: string | undefined;
}

/** Ctrl-C cancels the turn, and a second one leaves at once. */
export async function oneTurn({
  configured,
  question,
  flags,
  options,
  output,
  file,
}: OneTurn): Promise<void> {
  const { client } = configured;
  const { terminalAsker } = await import("../input/terminal-question.js");
  // A plugin that does not exist is told before anything is sent.
  const surroundings = await sessionOptions(configured, flags, output, terminalAsker);
  const content = contentOf(question);
  const keeper = createKeeper(configured, flags, output);
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on("SIGINT", onSignal);
  let session: Session | undefined;
  try {
    await connect(client, flags.model, output, abort.signal);
    await checkPictures(client, content);
    const size = sizeNote(content, question.attachments, client.contextWindow);
    if (size !== undefined) output.note(size);
    const opened = await openSession(client, surroundings, {
      file,
      keeper,
      notice: (text) => output.note(text),
    });
    session = opened;
    keeper.keep(opened, question.text);
    const started = performance.now();
    const shown = isHeld(flags) ? new WithoutText(output) : output;
    const ask = (asked: Content, more: Partial<TurnOptions> = {}): Promise<SessionTurn> =>
      runTurn(opened, asked, { ...options, ...more }, shown, abort.signal);
    await answer(content, flags, output, ask);
    if (flags.usage && !flags.json) remark(usageLine(opened.getTokenUsage(), performance.now() - started));
    if (abort.signal.aborted) process.exitCode = 130;
  } finally {
    if (session) keeper.end(session);
    process.off("SIGINT", onSignal);
  }
}

/** Whether something else than the answer itself is printed. Programs that read events get all of them. */
const isHeld = ({ json, schema, extract }: ChatFlags): boolean =>
  !json && (schema !== undefined || extract === true);

async function answer(
  content: Content,
  flags: ChatFlags,
  output: Output,
  ask: (content: Content, more?: Partial<TurnOptions>) => Promise<SessionTurn>,
): Promise<void> {
  if (flags.schema !== undefined) {
    const { askForJson, readSchema, schemaFormat } = await import("./structured.js");
    const schema = await readSchema(flags.schema);
    const text = await askForJson(
      content,
      schema,
      (asked) => ask(asked, { responseFormat: schemaFormat(schema) }),
      (reason) => output.event(restartEvent({ attempt: 2, wait_ms: 0, reason })),
    );
    if (text !== undefined && !flags.json) say(text);
    return;
  }
  const turn = await ask(content);
  if (!flags.extract || flags.json || turn.finishReason === "cancelled") return;
  const block = codeBlocks(turn.text).at(-1);
  if (block !== undefined) return say(block);
  remark("The answer has no code block, so nothing was printed.");
  process.exitCode = 1;
}
