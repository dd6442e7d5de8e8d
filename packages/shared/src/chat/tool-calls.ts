/** Tool calls from stream fragments. Fragments are collected and joined once, so the cost is linear. */
import type { InvalidToolCall, ToolCall } from "../provider/messages.js";

/** A tool-call fragment as servers send it: any field may be missing or of another type. */
export interface ToolCallFragment {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

/** An assembled call before its arguments were judged. */
export interface RawToolCall {
  id: string;
  name: string;
  arguments: string;
}

interface Draft {
  id: string | undefined;
  name: string;
  pieces: string[];
}

export class ToolCallAssembler {
  readonly #drafts: Draft[] = [];
  readonly #byIndex = new Map<number, Draft>();
  readonly #byId = new Map<string, Draft>();
  #latest: Draft | undefined;

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  /** Takes the fragments of one delta; returns how many characters it kept. */
  add(fragments: readonly (ToolCallFragment | null)[]): number {
    let size = 0;
    fragments.forEach((fragment, position) => {
      if (typeof fragment !== "object" || fragment === null) return;
      const id = typeof fragment.id === "string" && fragment.id !== "" ? fragment.id : undefined;
      const draft = this.#draftFor(fragment.index, id, position, fragments.length);
      this.#latest = draft;
      if (id !== undefined && draft.id !== id) {
        draft.id = id;
        this.#byId.set(id, draft);
      }
      const name = fragment.function?.name;
      if (typeof name === "string" && name !== "") draft.name = name;
      const args = fragment.function?.arguments;
      if (typeof args === "string") {
        if (args !== "") draft.pieces.push(args);
        size += args.length;
      } else if (typeof args === "object" && args !== null) {
        const text = JSON.stringify(args);
        draft.pieces = [text];
        size += text.length;
      }
    });
    return size;
  }

  /** All calls in the order they began; ids that never came, or came for an earlier call, are minted: unique in this response. */
  finish(): RawToolCall[] {
    const named = new Set(this.#byId.keys());
    const used = new Set<string>();
    return this.#drafts.map((draft, index) => {
      let id = draft.id;
      for (let n = index; id === undefined || used.has(id); n += 1) {
        if (!named.has(`call_${n}`)) id = `call_${n}`;
      }
      used.add(id);
      return { id, name: draft.name, arguments: draft.pieces.join("") };
    });
  }

  /** The position of the call that the last fragment belonged to: the one a cut answer may have cut. */
  get lastTouched(): number {
    return this.#latest ? this.#drafts.indexOf(this.#latest) : -1;
  }

  #draftFor(index: unknown, id: string | undefined, position: number, count: number): Draft {
    if (typeof index === "number") {
      return this.#byIndex.get(index) ?? this.#create((draft) => this.#byIndex.set(index, draft));
    }
    if (id !== undefined) return this.#byId.get(id) ?? this.#create();
    // Neither index nor id: a lone fragment goes on with the latest call, several go by their position.
    const open = count === 1 ? this.#latest : this.#drafts[position];
    return open ?? this.#create();
  }

  #create(register?: (draft: Draft) => void): Draft {
    const draft: Draft = { id: undefined, name: "", pieces: [] };
    this.#drafts.push(draft);
    register?.(draft);
    return draft;
  }
}

/** Judges a call: it may run only if its arguments are a complete JSON object. No arguments means none. */
export function judgeToolCall(call: RawToolCall, cut: boolean): ToolCall | InvalidToolCall {
  const { id, name, arguments: raw } = call;
  const invalid = (reason: string): InvalidToolCall => ({ id, name, raw, reason });
  if (cut) return invalid("the answer was cut off inside this call");
  if (name === "") return invalid("the call names no tool");
  if (raw.trim() === "") return { id, name, arguments: {} };
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    return invalid(
      `the arguments are not valid JSON (${error instanceof Error ? error.message : "parse error"})`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return invalid("the arguments are not a JSON object");
  }
  return { id, name, arguments: value as Record<string, unknown> };
}
