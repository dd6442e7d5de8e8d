/** The search in what was entered before: Ctrl-R, and every letter narrows it. */
import type { History } from "./history.js";
import type { Key } from "./keys.js";

/** What a key did: the search goes on, it is over, or it is over and the key means what it always means. */
export type SearchOutcome = "searching" | "left" | "ended";

export class HistorySearch {
  readonly #history: History;
  /** What was being written when the search began. */
  readonly #draft: string;
  #wanted = "";
  #found: { place: number; entry: string } | undefined;
  #isMissing = false;

  constructor(history: History, draft: string) {
    this.#history = history;
    this.#draft = draft;
  }

  /** What the prompt shows. */
  get text(): string {
    return this.#found?.entry ?? this.#draft;
  }

  get hint(): string {
    const state = this.#isMissing ? "nothing older has" : "search";
    return `${state}: ${this.#wanted}_   (Ctrl-R older · Enter sends · Tab edits · Esc leaves)`;
  }

  press(key: Key): SearchOutcome {
    if (key.kind !== "key") return this.#look(this.#wanted + key.text.replaceAll("\n", " "));
    switch (key.name) {
      case "search-history":
        return this.#older();
      case "backspace":
        return this.#look(Array.from(this.#wanted).slice(0, -1).join(""));
      case "escape":
      case "interrupt":
        this.#found = undefined;
        return "left";
      case "tab":
        return "left";
      default:
        return "ended";
    }
  }

  #look(wanted: string): SearchOutcome {
    this.#wanted = wanted;
    this.#found = wanted === "" ? undefined : this.#history.find(wanted);
    this.#isMissing = wanted !== "" && this.#found === undefined;
    return "searching";
  }

  #older(): SearchOutcome {
    const older = this.#found && this.#history.find(this.#wanted, this.#found.place);
    this.#isMissing = this.#found !== undefined && older === undefined;
    if (older) this.#found = older;
    return "searching";
  }
}
