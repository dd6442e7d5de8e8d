/** A line editor for text of many lines: history, completion, paste, and a cursor that knows wide characters. */
import type { WriteStream } from "node:tty";
import type { Style } from "@framework/shared/terminal";
import { commonStart, type Complete, inColumns, inRows, type TabCompletion } from "./tab-completion.js";
import { EditBuffer } from "./edit-buffer.js";
import { EDITING_KEYS } from "./editing-keys.js";
import type { History } from "./history.js";
import { HistorySearch } from "./history-search.js";
import type { Keyboard } from "./keyboard.js";
import type { Key, KeyName } from "./keys.js";
import { indexAt, type Layout, layOut, shorten } from "../output/layout.js";
import { chooseByKey, lineByKeys } from "./key-question.js";
import type { Entry, Prompter } from "./prompter.js";

export interface LineEditorOptions {
  readonly keyboard: Keyboard;
  readonly terminal: WriteStream;
  readonly style: Style;
  readonly history: History;
  readonly complete: Complete;
}

const PROMPT = "> ";
const CONTINUATION = "  ";
const MOST_HINT_ROWS = 6;

export class LineEditor implements Prompter {
  readonly #keyboard: Keyboard;
  readonly #terminal: WriteStream;
  readonly #style: Style;
  readonly #history: History;
  readonly #complete: Complete;
  readonly #buffer = new EditBuffer();
  /** Keys that are not worked off yet. */
  readonly #queue: Key[] = [];
  /** The search that the keys wait for. */
  #completing: Promise<void> | undefined;
  /** Ends the reading, as long as there is one. */
  #finish: ((entry: Entry) => void) | undefined;
  /** The search in the history that the keys go to. */
  #search: HistorySearch | undefined;
  /** What is shown under the text. */
  #hints: string[] = [];
  /** The row of the cursor in what was drawn last. A terminal that breaks rows anew may leave parts of it above. */
  #drawnRow = 0;

  constructor({ keyboard, terminal, style, history, complete }: LineEditorOptions) {
    this.#keyboard = keyboard;
    this.#terminal = terminal;
    this.#style = style;
    this.#history = history;
    this.#complete = complete;
  }

  get onInterrupt(): (() => void) | undefined {
    return this.#keyboard.onInterrupt;
  }
  set onInterrupt(handler: (() => void) | undefined) {
    this.#keyboard.onInterrupt = handler;
  }
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#keyboard.close();
    try {
      return await work();
    } finally {
      this.#keyboard.open();
    }
  }
  async close(): Promise<void> {
    this.#keyboard.close();
    await this.#history.close();
  }

  read(): Promise<Entry> {
    this.#buffer.set("");
    this.#drawnRow = 0;
    this.#draw();
    return new Promise((resolve) => {
      const release = this.#keyboard.take((keys) => this.#take(keys));
      const redraw = () => this.#draw();
      this.#terminal.on("resize", redraw);
      this.#keyboard.onResume = () => {
        this.#drawnRow = 0;
        this.#draw();
      };
      this.#finish = (entry) => {
        this.#finish = undefined;
        release();
        this.#terminal.off("resize", redraw);
        this.#keyboard.onResume = undefined;
        this.#keyboard.putBack(this.#queue.splice(0));
        this.#leave();
        resolve(entry);
      };
    });
  }

  #take(keys: readonly Key[]): void {
    this.#queue.push(...keys);
    // Nothing waits longer for a completion than the user wants to.
    if (keys.some((key) => key.kind === "key" && key.name === "interrupt")) this.#completing = undefined;
    this.#work();
  }

  /** Works off the keys; those after a Tab wait until it has done its work, or they would be lost on what it finds. */
  #work(): void {
    while (!this.#completing && this.#finish) {
      const key = this.#queue.shift();
      if (!key) return this.#draw();
      const entry = this.#press(key);
      if (entry) this.#finish(entry);
    }
    if (this.#completing) this.#draw();
  }

  choose<Word extends string>(
    question: string,
    words: readonly Word[],
    signal: AbortSignal,
  ): Promise<Word | undefined> {
    return chooseByKey(this.#place, question, words, signal);
  }

  line(question: string, signal: AbortSignal): Promise<string | undefined> {
    return lineByKeys(this.#place, question, signal);
  }

  get #place() {
    return { keyboard: this.#keyboard, terminal: this.#terminal };
  }

  #press(key: Key): Entry | undefined {
    this.#hints = [];
    if (this.#search && this.#searchOn(key)) return undefined;
    if (key.kind === "key") return this.#command(key.name);
    this.#buffer.insert(key.text);
    return undefined;
  }

  /** What a key does that is no text; an entry ends the reading. */
  #command(name: KeyName): Entry | undefined {
    const isEmpty = this.#buffer.text === "";
    switch (name) {
      case "enter":
        return this.#enter();
      case "hang-up":
        return { kind: "end" };
      case "interrupt":
        if (isEmpty) return { kind: "interrupt" };
        this.#buffer.set("");
        break;
      case "delete-or-end":
        if (isEmpty) return { kind: "end" };
        this.#buffer.delete();
        break;
      case "up":
        this.#vertical(-1);
        break;
      case "down":
        this.#vertical(1);
        break;
      case "clear-screen":
        this.#terminal.write("\x1b[H\x1b[2J");
        this.#drawnRow = 0;
        break;
      case "tab":
        this.#tab();
        break;
      case "search-history":
        this.#search = new HistorySearch(this.#history, this.#buffer.text);
        this.#hints = [this.#search.hint];
        break;
      default:
        EDITING_KEYS[name]?.(this.#buffer);
    }
    return undefined;
  }

  /** Gives a key to the search in the history; false when it ends the search and still has its own meaning. */
  #searchOn(key: Key): boolean {
    const search = this.#search;
    if (!search) return false;
    const outcome = search.press(key);
    this.#buffer.set(search.text);
    if (outcome === "searching") this.#hints = [search.hint];
    else this.#search = undefined;
    return outcome !== "ended";
  }

  /** Enters the text; after a backslash, Enter begins a new line instead. */
  #enter(): Entry | undefined {
    const { text, cursor } = this.#buffer;
    if (text.trim() === "") this.#buffer.set("");
    else if (cursor === text.length && text.endsWith("\\")) this.#buffer.replace(cursor - 1, cursor, "\n");
    else {
      this.#history.add(text);
      return { kind: "text", text };
    }
    return undefined;
  }

  /** To the row above or below; from the first and the last row, into the history. */
  #vertical(step: -1 | 1): void {
    const { text, cursor } = this.#buffer;
    const { rows, cursorRow, cursorColumn } = this.#layOut();
    const row = rows[cursorRow + step];
    if (row) return this.#buffer.moveTo(indexAt(text, row, cursorColumn));
    const entry = this.#history.move(step, text);
    if (entry !== undefined) this.#buffer.set(entry);
    else this.#buffer.moveTo(step < 0 ? 0 : Math.max(cursor, text.length));
    return undefined;
  }

  #tab(): void {
    const { text, cursor } = this.#buffer;
    const search = this.#complete(text, cursor).then((completion) => {
      // Given up, or found too late.
      if (this.#completing !== search) return;
      this.#completing = undefined;
      if (completion) this.#apply(completion);
      this.#work();
    });
    this.#completing = search;
  }

  #apply({ from, to, candidates }: TabCompletion): void {
    if (candidates.length === 0) return;
    const texts = candidates.map(({ text }) => text);
    const start = commonStart(texts);
    // A folder is not the end of a name.
    if (texts.length === 1) this.#buffer.replace(from, to, start.endsWith("/") ? start : `${start} `);
    else if (start.length > to - from) this.#buffer.replace(from, to, start);
    else if (candidates.some(({ help }) => help !== undefined)) {
      this.#hints = inRows(candidates, Math.max(MOST_HINT_ROWS, (this.#terminal.rows || 24) - 4));
    } else this.#hints = inColumns(texts, this.#columns - 1, MOST_HINT_ROWS);
  }

  #layOut(): Layout {
    const { text, cursor } = this.#buffer;
    // The last cell stays free: at the edge, terminals differ.
    return layOut(text, cursor, this.#columns - PROMPT.length - 1);
  }

  get #columns(): number {
    return this.#terminal.columns || 80;
  }

  #draw(): void {
    const { rows, cursorRow, cursorColumn } = this.#layOut();
    const room = Math.max(1, (this.#terminal.rows || 24) - this.#hints.length - 1);
    const top = Math.max(0, Math.min(cursorRow - room + 1, rows.length - room));
    const lines = rows
      .slice(top, top + room)
      .map(({ shown }, index) => (top + index === 0 ? this.#style.bold(PROMPT) : CONTINUATION) + shown);
    const hints = this.#hints.map((hint) => this.#style.dim(shorten(hint, this.#columns - 1)));
    const body = [...lines, ...hints].map((line) => `${line}\x1b[K`).join("\r\n");
    const row = cursorRow - top;
    const back = up(lines.length + hints.length - 1 - row);
    const column = PROMPT.length + cursorColumn;
    this.#terminal.write(`${up(this.#drawnRow)}\r${body}\x1b[J${back}\r\x1b[${column}C`);
    this.#drawnRow = row;
  }

  /** Leaves the text on the screen as it was entered, with the cursor on a new line. */
  #leave(): void {
    this.#hints = [];
    this.#buffer.moveTo(this.#buffer.text.length);
    this.#draw();
    this.#terminal.write("\r\n");
    this.#drawnRow = 0;
  }
}

const up = (rows: number) => (rows > 0 ? `\x1b[${rows}A` : "");
