/** Reasoning blocks: shown as they arrive, and kept so that they can go back exactly as the vendor wants them. */
import { isDeeperThan } from "../provider/json-depth.js";

type Detail = Record<string, unknown>;
const TEXT_FIELDS = ["text", "summary", "data"] as const;

/** Puts streamed fragments of `reasoning_details` together again, in order; linear in their number. */
export class ReasoningDetails {
  readonly #blocks: { block: Detail; pieces: Map<string, string[]> }[] = [];

  add(details: readonly unknown[]): void {
    for (const detail of details) {
      if (typeof detail !== "object" || detail === null || isDeeperThan(detail)) continue;
      const fragment = detail as Detail;
      const last = this.#blocks.at(-1);
      const goesOn =
        last !== undefined &&
        fragment["index"] !== undefined &&
        last.block["index"] === fragment["index"] &&
        last.block["type"] === fragment["type"];
      const entry = goesOn ? last : { block: {}, pieces: new Map<string, string[]>() };
      if (!goesOn) this.#blocks.push(entry);
      for (const [key, value] of Object.entries(fragment)) {
        if ((TEXT_FIELDS as readonly string[]).includes(key) && typeof value === "string") {
          const pieces = entry.pieces.get(key);
          if (pieces) pieces.push(value);
          else entry.pieces.set(key, [value]);
          entry.block[key] ??= "";
        } else if (value !== null || !(key in entry.block)) entry.block[key] = value;
      }
    }
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  finish(): unknown[] {
    return this.#blocks.map(({ block, pieces }) => ({
      ...block,
      ...Object.fromEntries([...pieces].map(([key, parts]) => [key, parts.join("")])),
    }));
  }
}

/** The readable text of reasoning blocks. */
export function detailsText(details: readonly unknown[]): string {
  return details
    .map((detail) => {
      const { text, summary } = (detail ?? {}) as { text?: unknown; summary?: unknown };
      return typeof text === "string" ? text : typeof summary === "string" ? summary : "";
    })
    .join("");
}
