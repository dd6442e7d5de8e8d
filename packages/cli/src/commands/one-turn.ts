/** One question and its answer: whole, as the last code block, or as JSON that fits a schema. */
import {
  CancelledError,
  type Content,
  type JsonSchema,
  type Session,
  type SessionTurn,
} from "@framework/shared";
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
import { runObjectTurn, runTurn } from "./turn.js";

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
    await answer(content, flags, {
      ask: (asked) => runTurn(opened, asked, options, shown, abort.signal),
      askForObject: (asked, schema) =>
        runObjectTurn(opened, asked, { ...options, schema }, shown, abort.signal),
    }).catch((error: unknown) => {
      // What a cancelled turn has not given is nothing to report.
      if (!(error instanceof CancelledError && abort.signal.aborted)) throw error;
    });
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

interface Asking {
  ask: (content: Content) => Promise<SessionTurn>;
  askForObject: (content: Content, schema: JsonSchema) => Promise<string>;
}

async function answer(content: Content, flags: ChatFlags, { ask, askForObject }: Asking): Promise<void> {
  if (flags.schema !== undefined) {
    const { readSchema } = await import("./schema-file.js");
    const json = await askForObject(content, await readSchema(flags.schema));
    if (!flags.json) say(json);
    return;
  }
  const turn = await ask(content);
  if (!flags.extract || flags.json || turn.finishReason === "cancelled") return;
  const block = codeBlocks(turn.text).at(-1);
  if (block !== undefined) return say(block);
  remark("The answer has no code block, so nothing was printed.");
  process.exitCode = 1;
}
