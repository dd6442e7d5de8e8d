/** The interactive chat: an entry, an answer, until the user leaves. */
import type { Content } from "@framework/shared";
import {
  capabilitiesFromEnvironment,
  createStyle,
  detectTerminal,
  shadeOf,
} from "@framework/shared/terminal";
import { createKeeper, openSession } from "../conversations/keeper.js";
import type { Beginning } from "../question/beginning.js";
import type { ChatFlags } from "../configure/chat-flags.js";
import type { Configured } from "../configure/client-options.js";
import { connect } from "../configure/connect.js";
import { asFrameworkError } from "../output/failure-text.js";
import type { Output } from "../output/output.js";
import { sessionOptions } from "../configure/session-options.js";
import { checkPictures } from "../question/check-pictures.js";
import type { TurnOptions } from "../configure/turn-options.js";
import { runTurn } from "./turn.js";
import { ChatState } from "./chat-state.js";
import { completedCommands, isCommand, isLeaving, runCommand } from "./chat-commands.js";
import { letAsk } from "../input/current-asker.js";
import { withResources } from "./server-commands.js";
import { commandCompletion, type Complete } from "../input/tab-completion.js";
import { fileCandidates } from "../input/file-completion.js";
import { historyFile } from "../input/history-file.js";
import { History } from "../input/history.js";
import { Keyboard } from "../input/keyboard.js";
import { LineEditor } from "../input/line-editor.js";
import { PlainPrompter } from "../input/plain-prompter.js";
import type { Prompter } from "../input/prompter.js";

interface Surroundings {
  readonly output: Output;
  readonly options: TurnOptions;
  readonly beginning: Beginning;
}

/** Connects and chats. Ctrl-C cancels whatever is going on; twice, or at an empty prompt twice, it leaves. */
export async function interactive(
  configured: Configured,
  flags: ChatFlags,
  { output, options: turn, beginning }: Surroundings,
): Promise<void> {
  let chat: ChatState | undefined;
  const complete: Complete = async (text, cursor) =>
    chat &&
    commandCompletion(completedCommands(chat), (typed) => fileCandidates(typed, process.cwd()))(text, cursor);
  const prompter = await openPrompter(configured.env, flags.json ? process.stderr : process.stdout, complete);
  /** Runs something that Ctrl-C cancels; a second one leaves the program. */
  const cancellable = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const abort = new AbortController();
    prompter.onInterrupt = () => {
      if (abort.signal.aborted) process.exit(130);
      abort.abort();
    };
    try {
      return await work(abort.signal);
    } finally {
      prompter.onInterrupt = undefined;
    }
  };
  const stopAsking = letAsk(prompter);
  try {
    const options = await sessionOptions(configured, flags, output, prompter);
    await cancellable((signal) => connect(configured.client, flags.model, output, signal));
    const keeper = createKeeper(configured, flags, output);
    const { file, attachments } = beginning;
    const notice = (text: string) => output.note(text);
    const session = await openSession(configured.client, options, { file, keeper, notice });
    chat = new ChatState(configured.client, session, {
      flags,
      output,
      options,
      turn,
      keeper,
      servers: configured.servers,
    });
    chat.attachments.push(...attachments);
    if (file !== undefined) output.note(chat.whereItWas());
    output.note("Type a message. /help lists commands, Ctrl-C cancels an answer, /quit leaves.");
    await loop(chat, prompter, cancellable, configured.env);
  } finally {
    stopAsking();
    await prompter.close();
    await chat?.close();
  }
}

type Cancellable = (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;

async function loop(
  chat: ChatState,
  prompter: Prompter,
  cancellable: Cancellable,
  env: Configured["env"],
): Promise<void> {
  const { output } = chat;
  const ask = async (question: Content, signal: AbortSignal) => {
    await checkPictures(chat.client, question);
    chat.keep(question);
    await runTurn(chat.session, question, chat.turn, output, signal);
    output.summary(chat.client, chat.session);
  };
  for (let interrupts = 0; interrupts < 2;) {
    const entry = await prompter.read();
    if (entry.kind === "end") return;
    if (entry.kind === "interrupt") {
      interrupts += 1;
      if (interrupts === 1) output.note("Ctrl-C again leaves.");
      continue;
    }
    interrupts = 0;
    const text = entry.text.trim();
    if (text === "") continue;
    if (isLeaving(text)) return;
    try {
      await cancellable(async (signal) => {
        if (!isCommand(text)) {
          return ask(chat.takeQuestion(await withResources(entry.text, chat.servers)), signal);
        }
        // A command may wait for the backend without a word of its own.
        signal.addEventListener("abort", () => chat.client.cancel(), { once: true });
        return runCommand(text, {
          chat,
          signal,
          ask: (question) => ask(question, signal),
          lend: (work) => prompter.lend(work),
          env,
        });
      });
    } catch (error) {
      const { name, code, message } = asFrameworkError(error);
      output.note(code === "cancelled" ? message : `${name}: ${message}`, "failure");
    }
  }
}

/** The line editor where the terminal can move its cursor, else a reader of whole lines. */
async function openPrompter(
  env: Configured["env"],
  preferred: typeof process.stdout | typeof process.stderr,
  complete: Complete,
): Promise<Prompter> {
  const terminal = preferred.isTTY ? preferred : process.stderr;
  if (!terminal.isTTY || (env["TERM"] ?? "dumb") === "dumb") {
    return new PlainPrompter(process.stdin, (text) => terminal.write(text));
  }
  const { color, background } = process.stdout.isTTY
    ? await detectTerminal(env)
    : capabilitiesFromEnvironment(env, { isTerminal: true }).capabilities;
  const keyboard = new Keyboard(process.stdin, terminal);
  keyboard.open();
  const history = await History.open(historyFile(env));
  return new LineEditor({
    keyboard,
    terminal,
    style: createStyle(color, shadeOf(background)),
    history,
    complete,
  });
}
