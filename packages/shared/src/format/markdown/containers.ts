/** Quotations and list entries: what is open, what a line still belongs to, and what stands left of it. */
import { displayWidth } from "../../terminal/width.js";
import type { Frame } from "../mark.js";
import { countSpaces, type ListMarker, type NoteMarker } from "./block-starts.js";
import type { Theme } from "./theme.js";

export interface Quote {
  readonly type: "quote";
  /** How its bar is coloured; an alert has a colour of its own. */
  paint: (text: string) => string;
}

/** An entry of a list, or a footnote, which belongs to none. */
export interface Item {
  readonly type: "item";
  readonly list: List | undefined;
  /** How far its content is indented. */
  readonly indent: number;
  /** What is shown before its first line. */
  readonly marker: string;
  /** How many cells are free before the lines after the first. */
  readonly hang: number;
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
  const depth = containers.filter((container) => container.type === "item" && container.list).length;
  const list = previous?.type === type ? previous : { type, depth, next: number ?? 0 };
  const shown = number === undefined ? (BULLETS[depth % BULLETS.length] ?? "•") : `${list.next}${type}`;
  list.next += 1;
  const marker = `${theme.marker(shown)} `;
  const hang = displayWidth(marker);
  return { type: "item", list, indent: indent + length + room, marker, hang, isShown: false, isEmpty };
}

/** What belongs to a footnote is indented by this much; it is shown so too, however long the name is. */
const NOTE_INDENT = 4;

export function createNote({ name, isEmpty }: NoteMarker, theme: Theme): Item {
  const marker = `${theme.label(`[${name}]`)} `;
  const hang = Math.min(displayWidth(marker), NOTE_INDENT);
  return { type: "item", list: undefined, indent: NOTE_INDENT, marker, hang, isShown: false, isEmpty };
}

/** Something has come in the first so many containers. */
export function fillItems(containers: readonly Container[], count: number): void {
  for (const container of containers.slice(0, count)) {
    if (container.type === "item") container.isEmpty = false;
  }
}

const leftOf = (container: Container): string =>
  container.type === "quote" ? `${container.paint("│")} ` : " ".repeat(container.hang);

/** What stands left of the next line, and of those after it. Markers count as shown from then on. */
export function takeFrame(containers: readonly Container[]): Frame {
  let first = "";
  let rest = "";
  for (const container of containers) {
    const later = leftOf(container);
    first += container.type === "item" && !container.isShown ? container.marker : later;
    rest += later;
    if (container.type === "item") container.isShown = true;
  }
  return { first, rest, firstWidth: displayWidth(first), width: displayWidth(rest) };
}

/** What stands left of an empty line. */
export const leftOfBlank = (containers: readonly Container[]): string =>
  containers.map(leftOf).join("").trimEnd();
