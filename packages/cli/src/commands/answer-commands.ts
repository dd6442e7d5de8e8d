/** Commands of the interactive chat about the last question and its answer, and about the next question. */
import path from "node:path";
import { ConfigurationError, type Content } from "@framework/shared";
import { fileCandidates } from "../input/file-completion.js";
import { countOf } from "../output/count-of.js";
import { codeBlocks } from "../output/code-blocks.js";
import type { Command } from "./chat-command.js";
import { type ChatState, wordsOf } from "./chat-state.js";
import { titleOf } from "../conversations/keeper.js";

const completeFiles = (_chat: ChatState, typed: string) => fileCandidates(typed, process.cwd());

/** The text of the last answer. */
function lastAnswer({ session }: ChatState): string {
  const answers = session.messages.flatMap((message) =>
    message.role === "assistant" ? [textOf(message.content)] : [],
  );
  const last = answers.findLast((text) => text !== "");
  if (last !== undefined) return last;
  throw new ConfigurationError("There is no answer yet.");
}

const textOf = (content: Content | null | undefined): string =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

function block(chat: ChatState, number: string): string {
  const blocks = codeBlocks(lastAnswer(chat));
  const found = blocks[Number(number) - 1];
  if (found !== undefined) return found;
  const there = blocks.length === 0 ? "has no code" : `has the code blocks 1 to ${blocks.length}`;
  throw new ConfigurationError(`There is no code block ${number}: the last answer ${there}.`);
}

export const answerCommands: Readonly<Record<string, Command>> = {
  undo: {
    usage: "",
    help: "take back the last question with its answer",
    run: ({ chat }) => {
      const question = chat.session.undo();
      const text =
        question === undefined
          ? "There is no question to take back."
          : `Taken back: ${titleOf(wordsOf(question))}`;
      chat.output.note(text);
    },
  },
  retry: {
    usage: "",
    help: "ask the last question again, without its answer",
    run: async ({ chat: { session, output }, ask }) => {
      const question = session.undo();
      if (question === undefined) output.note("There is no question to ask again.");
      else await ask(question);
    },
  },
  edit: {
    usage: "[TEXT]",
    help: "change the last question in your editor and ask it again; with a TEXT, write a new one",
    run: async ({ chat, ask, lend, env }, text) => {
      const last = text === "" ? chat.lastQuestion() : undefined;
      const { editText } = await import("../input/editor-program.js");
      const edited = (await lend(() => editText(last ?? text, env))).trimEnd();
      if (edited === "" || edited === last)
        return chat.output.note("Nothing was changed, and nothing was asked.");
      if (last !== undefined) chat.session.undo();
      chat.output.note(`> ${edited}`, "plain");
      return ask(chat.takeQuestion(edited));
    },
  },
  copy: {
    usage: "[N]",
    help: "copy the last answer, or its code block N",
    run: async ({ chat, env }, number) => {
      const text = number === "" ? lastAnswer(chat) : block(chat, number);
      const { copy } = await import("../output/clipboard.js");
      const ways = await copy(text, env, (sequence) => void process.stdout.write(sequence));
      const length = countOf(text.length, "character");
      chat.output.note(
        ways.length === 0
          ? `Not copied: ${length} are too many for the terminal, and no program for it is here.`
          : `Copied ${length}, by ${ways.join(" and ")}.`,
      );
    },
  },
  code: {
    usage: "[N FILE]",
    help: "the code blocks of the last answer; with N and a FILE, write one to a new file",
    complete: completeFiles,
    run: async ({ chat }, argument) => {
      const [, number = "", file = ""] = /^(\d*)\s*([^]*)$/.exec(argument) ?? [];
      if (number === "" && file !== "")
        throw new ConfigurationError("/code N FILE needs the number of a code block first.");
      if (number === "") return chat.output.note(listOfBlocks(lastAnswer(chat)), "plain");
      const code = block(chat, number);
      if (file === "") return chat.output.note(code, "plain");
      await writeNew(file, `${code}\n`);
      return chat.output.note(`Code block ${number} is written to ${file}.`);
    },
  },
  file: {
    usage: "[PATH]",
    help: "attach a file, a folder or a pattern to the next question; - attaches nothing",
    complete: completeFiles,
    run: async ({ chat }, wanted) => {
      const { attachments, output } = chat;
      if (wanted === "-") attachments.length = 0;
      else if (wanted !== "") {
        const { readAttachments } = await import("../question/attachment.js");
        attachments.push(...(await readAttachments([wanted], process.cwd(), (text) => output.note(text))));
      }
      const names = attachments.map(({ name }) => name).join(", ");
      output.note(names === "" ? "Nothing is attached." : `Goes along with the next question: ${names}`);
    },
  },
};

function listOfBlocks(answer: string): string {
  const blocks = codeBlocks(answer);
  if (blocks.length === 0) return "The last answer has no code.";
  return blocks
    .map((code, index) => {
      const lines = code.split("\n");
      const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
      return `${index + 1}  ${first}  (${lines.length} ${lines.length === 1 ? "line" : "lines"})`;
    })
    .join("\n");
}

async function writeNew(file: string, text: string): Promise<void> {
  const { atomicWrite } = await import("@framework/shared/config");
  await atomicWrite(path.resolve(file), text, { exclusive: true }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "EEXIST" ? "it exists already; choose another name" : cause.message;
    throw new ConfigurationError(`${file} was not written: ${why}.`, { cause });
  });
}
