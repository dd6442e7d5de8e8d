/**
 * Tool calls from stream fragments. Servers tell parallel calls apart by index, by id, by both or by neither, and get each
 * of them wrong in their own way; a call that cannot be told apart becomes one that does not parse, never a wrong one.
 * Fragments are collected and joined once, so the cost is linear.
 */
import { isRecord } from "../provider/untrusted.js";
import { isDeeperThan } from "../provider/json-depth.js";
import { JsonEnd } from "./json-end.js";
import { isText } from "./answer-content.js";

/** A tool-call fragment as servers send it: any field may be missing or of another type. */
export interface ToolCallFragment {
  index?: unknown;
  id?: unknown;
  function?: unknown;
  name?: unknown;
  arguments?: unknown;
}

/** An assembled call before its arguments were judged. */
export interface RawToolCall {
  id: string;
  name: string;
  arguments: string;
  /** Arguments that no program could walk: nothing of them is kept. */
  tooDeep?: true;
}

/** Takes a piece of a call's arguments, for those who show them as they come. */
export type OnToolCallPiece = (id: string, name: string, text: string) => void;

interface Draft {
  id: string | undefined;
  name: string;
  pieces: string[];
  end: JsonEnd;
  /** The arguments, joined once they are complete. */
  whole: string | undefined;
  tooDeep: boolean;
}

interface Fragment {
  index: number | undefined;
  id: string | undefined;
  name: string;
  /** Undefined when nothing was said of the arguments. */
  text: string | undefined;
  tooDeep: boolean;
}

function readIndex(index: unknown): number | undefined {
  if (typeof index === "number") return index;
  return isText(index) && /^\s*\d{1,9}\s*$/.test(index) ? Number(index) : undefined;
}

/** Some servers leave the wrapper `function` out. */
function readFragment(fragment: ToolCallFragment): Fragment {
  const { index, id } = fragment;
  const called = isRecord(fragment.function) ? fragment.function : fragment;
  const { name, arguments: args } = called;
  const isValue = typeof args === "object" && args !== null;
  const tooDeep = isValue && isDeeperThan(args);
  return {
    index: readIndex(index),
    id: isText(id) ? id : typeof id === "number" ? String(id) : undefined,
    name: isText(name) ? name : "",
    text: typeof args === "string" ? args : isValue && !tooDeep ? JSON.stringify(args) : undefined,
    tooDeep,
  };
}

export class ToolCallAssembler {
  readonly #drafts: Draft[] = [];
  readonly #byIndex = new Map<number, Draft>();
  readonly #byId = new Map<string, Draft>();
  readonly #onPiece: OnToolCallPiece | undefined;
  #latest: Draft | undefined;
  #minted = 0;

  constructor(onPiece?: OnToolCallPiece) {
    this.#onPiece = onPiece;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  /** Takes the fragments of one delta; returns how many characters it kept. After the end only what is new is taken. */
  add(fragments: readonly unknown[], isAfterEnd = false): number {
    let size = 0;
    let position = 0;
    const known = fragments.filter(isRecord);
    for (const raw of known) {
      const fragment = readFragment(raw);
      const draft = this.#draftFor(fragment, position, known.length, isAfterEnd);
      if (draft) size += this.#extend(draft, fragment);
      position += 1;
    }
    return size;
  }

  /** All calls in the order they began; ids that never came, or came for an earlier call, are minted: unique in this response. */
  finish(): RawToolCall[] {
    return this.#drafts.map((draft) => {
      const call = { id: this.#idOf(draft), name: draft.name, arguments: draft.pieces.join("") };
      return draft.tooDeep ? { ...call, tooDeep: true } : call;
    });
  }

  #idOf(draft: Draft): string {
    // The number only goes up, so that many calls without an id cost no search.
    while (draft.id === undefined) {
      this.#name(draft, `call_${this.#minted}`);
      this.#minted += 1;
    }
    return draft.id;
  }

  /** An id that another call has already is none. */
  #name(draft: Draft, id: string): void {
    if (this.#byId.has(id)) return;
    draft.id = id;
    this.#byId.set(id, draft);
  }

  #extend(draft: Draft, fragment: Fragment): number {
    const { id, name, text, tooDeep } = fragment;
    this.#latest = draft;
    if (id !== undefined) this.#name(draft, id);
    if (name !== "") draft.name = name;
    if (tooDeep) draft.tooDeep = true;
    if (text === undefined || text === "") return 0;
    draft.pieces.push(text);
    draft.whole = undefined;
    this.#onPiece?.(this.#idOf(draft), draft.name, text);
    return text.length;
  }

  /** The call that a fragment belongs to; undefined when it only repeats what has come. */
  #draftFor(fragment: Fragment, position: number, count: number, isAfterEnd: boolean): Draft | undefined {
    const { index } = fragment;
    const open = this.#openFor(fragment, position, count);
    if (open && !beginsAnother(fragment, open, isAfterEnd))
      return isRepeat(fragment, open) ? undefined : open;
    const draft: Draft = {
      id: undefined,
      name: "",
      pieces: [],
      end: new JsonEnd(),
      whole: undefined,
      tooDeep: false,
    };
    this.#drafts.push(draft);
    if (index !== undefined) this.#byIndex.set(index, draft);
    return draft;
  }

  #openFor({ index, id }: Fragment, position: number, count: number): Draft | undefined {
    if (index !== undefined) return this.#byIndex.get(index);
    if (id !== undefined) return this.#byId.get(id);
    // Neither index nor id: a lone fragment goes on with the latest call, several go by their position.
    return count === 1 ? this.#latest : this.#drafts[position];
  }
}

/** The arguments of a call if they are complete. */
function completeArguments(draft: Draft): string | undefined {
  if (!draft.end.isReached(draft.pieces)) return undefined;
  return (draft.whole ??= draft.pieces.join(""));
}

/** A new id with a name, or a name after complete arguments, begins a new call, whatever the index says. */
function beginsAnother({ id, name, text }: Fragment, open: Draft, isAfterEnd: boolean): boolean {
  if (name === "" || open.name === "") return false;
  const isOtherName = name !== open.name;
  if (open.pieces.length === 0) return isOtherName && (id === undefined || id !== open.id);
  if (id !== undefined && open.id !== undefined && id !== open.id) return true;
  const whole = completeArguments(open);
  if (whole === undefined || !text) return false;
  // A last chunk that is sent twice is no second call; the same id is the same call.
  const isKnown = !isOtherName && text === whole && (isAfterEnd || (id !== undefined && id === open.id));
  return !isKnown;
}

/** What comes again after complete arguments adds nothing. */
function isRepeat({ text }: Fragment, open: Draft): boolean {
  const whole = text === undefined ? undefined : completeArguments(open);
  if (text === undefined || whole === undefined) return false;
  return text.trim() === "" || text === whole || text === open.pieces.at(-1);
}
