/** `fw chat`: one turn, or an interactive chat. */
import { constants } from "node:os";
import type { Session } from "@framework/shared";
import { type Configured, configure } from "../configure/client-options.js";
import { connect } from "../configure/connect.js";
import { reportFailure } from "../output/failure-text.js";
import { createOutput, type Output } from "../output/output.js";
import { sessionOptions } from "../configure/session-options.js";
import { continued } from "../conversations/continue.js";
import { createKeeper, openSession } from "../conversations/keeper.js";
import { readAttachments } from "../question/attachment.js";
import { checkPictures } from "../question/check-pictures.js";
import { contentOf, type Question, readQuestion } from "../question/question.js";
import { sizeNote } from "../question/size-note.js";
import type { ChatFlags } from "./chat-flags.js";
import { runTurn } from "./turn.js";

export type { ChatFlags } from "./chat-flags.js";

export async function chat(named: string | undefined, given: ChatFlags): Promise<void> {
  try {
    const { prompt, flags, conversation } = await continued(named, given);
    const notes: string[] = [];
    const attachments = await readAttachments(flags.file ?? [], process.cwd(), (text) => notes.push(text));
    const isInteractive = prompt === undefined && process.stdin.isTTY;
    const question = isInteractive
      ? undefined
      : await readQuestion({ prompt, attachments, stdin: process.stdin });
    const beginning = { attachments, notes, ...(conversation && { file: conversation.file }) };
    await converse(await configure(flags), question, flags, beginning);
  } catch (error) {
    reportFailure(error, given.json ?? false);
  }
}

/** What a chat begins with. */
export interface Beginning {
  readonly attachments: Question["attachments"];
  /** What is worth a word before anything else. */
  readonly notes: readonly string[];
  /** The file of the conversation that goes on. */
  readonly file?: string;
}

const NOTHING: Beginning = { attachments: [], notes: [] };

/** Connects, says what it connected to, and runs one turn, or without a question many. */
export async function converse(
  configured: Configured,
  question: Question | string | undefined,
  flags: ChatFlags,
  beginning: Beginning = NOTHING,
): Promise<void> {
  // So ended, the process still restores the terminal and takes the programs of its tools with it.
  for (const signal of ENDING_SIGNALS) process.on(signal, endBySignal);
  try {
    const output = await createOutput({ ...configured, json: flags.json ?? false });
    for (const note of beginning.notes) output.note(note);
    if (question === undefined) {
      const { interactive } = await import("./chat-loop.js");
      await interactive(configured, flags, output, beginning);
    } else {
      const asked = typeof question === "string" ? { text: question, attachments: [] } : question;
      await oneTurn(configured, asked, flags, output, beginning.file);
    }
  } finally {
    await configured.client.close();
    for (const signal of ENDING_SIGNALS) process.off(signal, endBySignal);
  }
}

const ENDING_SIGNALS = ["SIGTERM", "SIGHUP"] as const;
const endBySignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);

/** Ctrl-C cancels the turn, and a second one leaves at once. */
async function oneTurn(
  configured: Configured,
  question: Question,
  flags: ChatFlags,
  output: Output,
  file: string | undefined,
): Promise<void> {
  const { client } = configured;
  // A plugin that does not exist is told before anything is sent.
  const { terminalAsker } = await import("../input/terminal-question.js");
  const options = await sessionOptions(configured, flags, output, terminalAsker);
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
    session = await openSession(client, options, { file, keeper, notice: (text) => output.note(text) });
    keeper.keep(session, question.text);
    await runTurn(session, content, flags, output, abort.signal);
    if (abort.signal.aborted) process.exitCode = 130;
  } finally {
    if (session) keeper.end(session);
    process.off("SIGINT", onSignal);
  }
}
