/** Quotations and list entries: what is open, what a line still belongs to, and what stands left of it. */
import { displayWidth } from "../../terminal/width.js";
import type { Frame } from "../mark.js";
import { countSpaces, type ListMarker } from "./block-starts.js";
import type { Theme } from "./theme.js";

export interface Quote {
  readonly type: "quote";
  /** How its bar is coloured; an alert has a colour of its own. */
  paint: (text: string) => string;
}

export interface Item {
  readonly type: "item";
  readonly list: List;
  /** How far its content is indented. */
  readonly indent: number;
  /** What is shown before its first line. */
  readonly marker: string;
  /** Whether the marker has been shown. */
  isShown: boolean;
  /** It began with an empty line, and nothing has come yet. */
  isEmpty: boolean;
}

export interface List {
  readonly type: string;
  readonly depth: number;
  /** The number of the next entry. */
  next: number;
}

export type Container = Quote | Item;

/** Follows a line through the open containers: how many it belongs to, and where its own text begins. */
export function matchContainers(
  containers: readonly Container[],
  line: string,
): { matched: number; position: number } {
  let position = 0;
  let matched = 0;
  for (const container of containers) {
    const indent = countSpaces(line, position);
    const isBlank = position + indent >= line.length;
    if (container.type === "quote") {
      if (indent > 3 || line[position + indent] !== ">") break;
      position += indent + 1;
      if (line[position] === " ") position += 1;
    } else if (isBlank) {
      if (container.isEmpty) break;
    } else {
      if (indent < container.indent) break;
      position += container.indent;
    }
    matched += 1;
  }
  return { matched, position };
}

const BULLETS = ["•", "◦", "▪"];

/** Makes the entry that a marker at the beginning of a text begins, as the next one of a list or as the first of a new one. */
export function createItem(
  { type, number, length }: ListMarker,
  text: string,
  indent: number,
  containers: readonly Container[],
  previous: List | undefined,
  theme: Theme,
): Item {
  const isEmpty = text.slice(length).trim() === "";
  const gap = countSpaces(text, length);
  // Five spaces are one, and code after it.
  const room = isEmpty || gap > 4 ? 1 : gap;
  const depth = containers.filter((container) => container.type === "item").length;
  const list = previous?.type === type ? previous : { type, depth, next: number ?? 0 };
  const shown = number === undefined ? (BULLETS[depth % BULLETS.length] ?? "•") : `${list.next}${type}`;
  list.next += 1;
  const marker = `${theme.marker(shown)} `;
  return { type: "item", list, indent: indent + length + room, marker, isShown: false, isEmpty };
}

/** Something has come in the first so many containers. */
export function fillItems(containers: readonly Container[], count: number): void {
  for (const container of containers.slice(0, count)) {
    if (container.type === "item") container.isEmpty = false;
  }
}

/** What stands left of the next line, and of those after it. Markers count as shown from then on. */
export function takeFrame(containers: readonly Container[]): Frame {
  let first = "";
  let rest = "";
  for (const container of containers) {
    const later =
      container.type === "quote" ? `${container.paint("│")} ` : " ".repeat(displayWidth(container.marker));
    first += container.type === "item" && !container.isShown ? container.marker : later;
    rest += later;
    if (container.type === "item") container.isShown = true;
  }
  return { first, rest, width: displayWidth(rest) };
}

/** What stands left of an empty line. */
export const leftOfBlank = (containers: readonly Container[]): string =>
  containers
    .map((container) =>
      container.type === "quote" ? `${container.paint("│")} ` : " ".repeat(displayWidth(container.marker)),
    )
    .join("")
    .trimEnd();
