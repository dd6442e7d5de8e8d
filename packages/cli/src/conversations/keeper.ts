/** Saves the conversations of a chat, each to a private file of its own, from its first question on. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import {
  type Client,
  type ConversationAbout,
  defined,
  type Environment,
  messageOf,
  type Session,
  type SessionOptions,
} from "@framework/shared";
import { sanitize } from "@framework/shared/terminal";
import type { ChatFlags } from "../configure/chat-flags.js";
import type { Configured } from "../configure/client-options.js";
import type { Output } from "../output/output.js";
import { conversationsFolder, newFileName } from "./store.js";

export interface KeeperOptions {
  readonly env: Environment;
  /** False where the user wants nothing kept. */
  readonly isOn: boolean;
  /** What is noted beside the title. */
  readonly about: ConversationAbout;
  /** Told once when nothing can be kept. */
  readonly notice: (text: string) => void;
}

/** A longer title is no title. */
const LONGEST_TITLE = 80;

export class Keeper {
  readonly #folder: string | undefined;
  readonly #about: ConversationAbout;
  readonly #notice: (text: string) => void;
  #isOn: boolean;

  constructor({ env, isOn, about, notice }: KeeperOptions) {
    this.#folder = conversationsFolder(env);
    this.#about = about;
    this.#notice = notice;
    // Accounts of services have no home, and nobody who would look for a conversation there.
    const hasPlace = env["FW_CONVERSATIONS"] || env["XDG_STATE_HOME"] || existsSync(env["HOME"] || homedir());
    this.#isOn = isOn && this.#folder !== undefined && Boolean(hasPlace);
  }

  /** Has the session saved, unless it is already, or is not to be. */
  keep(session: Session, question: string): void {
    if (!this.#isOn || this.#folder === undefined || session.file !== undefined) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = path.join(this.#folder, newFileName(new Date()));
      session.save(file, { title: titleOf(question), ...this.#about });
    } catch (error) {
      this.#isOn = false;
      const why = messageOf(error);
      this.#notice(`This conversation is not saved: ${why} --no-save or FW_CONVERSATIONS=off leaves it so.`);
    }
  }

  /** Whether anything is kept at all. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether the session's file is one of ours, rather than one the user named. */
  owns({ file }: Session): boolean {
    return file !== undefined && path.dirname(file) === this.#folder;
  }

  /** A conversation in which nothing was said leaves no file. */
  end(session: Session): void {
    const { file } = session;
    if (file === undefined || !this.owns(session) || session.messages.length > 0) return;
    session.close();
    rmSync(file, { force: true });
  }
}

/** The keeper of a chat command. */
export function createKeeper({ env, workspace }: Configured, flags: ChatFlags, output: Output): Keeper {
  return new Keeper({
    env,
    isOn: flags.save,
    about: {
      folder: workspace,
      ...(flags.profile !== undefined && { profile: path.resolve(flags.profile) }),
    },
    notice: (text) => output.note(text),
  });
}

/** A new session, or the one of a file. Where nothing is to be kept, what was said is taken over and the file left as it is. */
export async function openSession(
  client: Client,
  options: SessionOptions,
  { file, keeper, notice }: { file: string | undefined; keeper: Keeper; notice: (text: string) => void },
): Promise<Session> {
  if (file === undefined) return client.createSession(options);
  const { system: given, ...rest } = options;
  if (keeper.isOn) {
    return client.resumeSession(file, { ...rest, ...defined({ system: given }), onNotice: notice });
  }
  const { readConversation } = await import("@framework/shared/conversation");
  const { messages, system } = await readConversation(file);
  return client.createSession({ ...defined({ system }), ...options, messages });
}

/** The first line of a question, as a title. */
export function titleOf(question: string): string {
  const line = sanitize(question)
    .split("\n")
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .find((text) => text !== "");
  const letters = Array.from(line ?? "");
  return letters.length <= LONGEST_TITLE
    ? letters.join("")
    : `${letters.slice(0, LONGEST_TITLE - 1).join("")}…`;
}
