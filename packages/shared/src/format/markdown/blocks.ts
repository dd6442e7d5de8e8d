/**
 * Finds the blocks of Markdown as the text comes: quotations and lists, and in them paragraphs, headings, code, tables.
 * Later stages get the text of each block without what stands left of it, and are told where a block begins.
 */
import { sanitize } from "../../terminal/sanitize.js";
import { createStyle } from "../../terminal/style.js";
import type { Formatter, FormatterOutput, Rendered } from "../formatter.js";
import type { Mark, MarkKind } from "../mark.js";
import { parseDelimiters, splitRow } from "../table-layout.js";
import { alertOf, taskBox } from "./alerts.js";
import {
  atxHeading,
  closesFence,
  countSpaces,
  expandLeadingTabs,
  fenceStart,
  htmlStart,
  isSurelyText,
  isThematicBreak,
  listMarker,
  setextLevel,
} from "./block-starts.js";
import {
  blankFrame,
  type Container,
  createItem,
  type List,
  matchContainers,
  takeFrame,
} from "./containers.js";
import { htmlLines } from "./html-text.js";
import type { InlineContext } from "./inline.js";
import { unescaped } from "./inline.js";
import { mathBlockEnd, mathLines } from "./math.js";
import { normalLabel, parseDefinition, type Reference } from "./references.js";
import { createTheme, type Theme } from "./theme.js";

/** A block of HTML or of math, and a definition, is kept until it has ended, but not more of it than this. */
const MAX_KEPT = 64_000;

/** Deeper markers are text: nobody could tell them apart. */
const MAX_DEPTH = 24;

type Leaf =
  | { readonly kind: "paragraph"; isFirstLine: boolean }
  | { readonly kind: "fence"; readonly marker: string; readonly indent: number }
  | { readonly kind: "indented"; blanks: string }
  | { readonly kind: "html"; readonly end: RegExp | undefined; kept: string }
  | { readonly kind: "math"; readonly end: string; kept: string }
  | { readonly kind: "definition"; kept: string }
  | { readonly kind: "table" };

type BlockContext = Pick<InlineContext, "theme" | "references" | "isWholeKnown">;

export class BlockFormatter implements Formatter {
  readonly name = "markdown_blocks";
  readonly priority = 15;
  readonly #theme: Theme;
  readonly #references: Map<string, Reference>;
  #width: number;
  readonly #forgets: boolean;
  #out: FormatterOutput | undefined;
  /** A line whose kind is not clear yet. */
  #held = "";
  /** The rest of the line is text of the paragraph. */
  #inText = false;
  #containers: Container[] = [];
  #leaf: Leaf | undefined;
  /** The list whose entry was closed last: the next entry may go on with it. */
  #lastList: List | undefined;
  /** The end of a line from its first bar on: it is the head of a table if a delimiter row follows. */
  #bars: { shown: string; rest: string } | undefined;
  /** What was open when an empty line came. */
  #blank: Container[] | undefined;
  #isFirst = true;
  /** No text has come since the last one ended. */
  #isFresh = true;
  /** What ends the line that is being taken; nothing where the text ends without a newline. */
  #newline = "\n";
  #lastLength = 0;

  constructor({ theme, references, isWholeKnown }: BlockContext, consoleWidth: number) {
    this.#forgets = !isWholeKnown;
    this.#theme = theme;
    this.#width = consoleWidth;
    this.#references = references;
  }

  setConsoleWidth(width: number): void {
    this.#width = width;
  }

  write(text: string, out: FormatterOutput): void {
    this.#out = out;
    if (this.#isFresh && this.#forgets) this.#references.clear();
    this.#isFresh = false;
    let position = 0;
    while (position < text.length) {
      const newline = text.indexOf("\n", position);
      const end = newline < 0 ? text.length : newline;
      const piece = text.slice(position, end);
      if (this.#inText) this.#goOn(piece, newline >= 0);
      else if (newline >= 0) {
        const line = this.#held + piece;
        this.#held = "";
        this.#line(line);
      } else {
        this.#held += piece;
        if (!this.#needsWholeLine() && isSurelyText(this.#held)) {
          const head = this.#held;
          this.#held = "";
          this.#inText = true;
          this.#newline = "";
          this.#line(head);
          this.#newline = "\n";
        }
      }
      position = end + 1;
    }
  }

  flush(out: FormatterOutput): void {
    this.#out = out;
    this.#newline = "";
    if (this.#held !== "") {
      const line = this.#held;
      this.#held = "";
      this.#line(line);
    }
    this.#closeTo(0);
    this.#inText = false;
    this.#blank = undefined;
    this.#isFirst = true;
    this.#isFresh = true;
    this.#lastList = undefined;
    this.#newline = "\n";
  }

  /** A finished piece of an earlier stage ends what is open. */
  pass(piece: Rendered, out: FormatterOutput): void {
    this.flush(out);
    out.rendered(piece);
  }

  #needsWholeLine(): boolean {
    const kind = this.#leaf?.kind;
    return this.#bars !== undefined || (kind !== undefined && kind !== "paragraph");
  }

  #text(text: string): void {
    if (text !== "") this.#out?.text(text);
  }

  #mark(kind: MarkKind, more: Partial<Mark> = {}): void {
    if (this.#blank && !this.#isFirst) {
      const common = this.#blank.filter((container, index) => container === this.#containers[index]);
      this.#out?.rendered({ output: "", mark: { kind: "blank", frame: blankFrame(common) } });
    }
    this.#blank = undefined;
    this.#isFirst = false;
    this.#lastList = undefined;
    this.#out?.rendered({ output: "", mark: { kind, frame: takeFrame(this.#containers), ...more } });
  }

  /** More of a line that is text. */
  #goOn(piece: string, isEnd: boolean): void {
    this.#paragraphText(piece);
    if (!isEnd) return;
    this.#inText = false;
    this.#endTextLine();
  }

  #line(raw: string): void {
    const line = raw.includes("\t") ? expandLeadingTabs(raw) : raw;
    const { matched, position } = matchContainers(this.#containers, line);
    const isWithin = matched === this.#containers.length;
    const leaf = this.#leaf;
    if (isWithin && this.#continues(leaf, line, position)) return;
    if (this.#bars && this.#opensTable(line, position, isWithin)) return;
    this.#releaseBars();
    this.#begin(line, position, matched);
  }

  /** Lines of code, HTML and math belong to their block whatever they look like. */
  #continues(leaf: Leaf | undefined, line: string, position: number): boolean {
    const indent = countSpaces(line, position);
    const text = line.slice(position + indent);
    switch (leaf?.kind) {
      case "fence":
        if (indent <= 3 && closesFence(text, leaf.marker)) {
          this.#text(leaf.marker + this.#newline);
          this.#leaf = undefined;
        } else this.#text(line.slice(position + Math.min(indent, leaf.indent)) + this.#newline);
        return true;
      case "html":
        if (leaf.end === undefined && text === "") return false;
        leaf.kept += `\n${line.slice(position)}`;
        if (leaf.end?.test(text) || leaf.kept.length > MAX_KEPT) this.#closeLeaf();
        return true;
      case "math":
        if (text === "" || leaf.kept.length > MAX_KEPT) return false;
        leaf.kept += `\n${text}`;
        if (text.trimEnd().endsWith(leaf.end)) this.#closeLeaf();
        return true;
      case "indented":
        if (text !== "" && indent < 4) return false;
        if (text === "") leaf.blanks += `${line.slice(position + 4)}\n`;
        else {
          this.#code(leaf.blanks + line.slice(position + 4));
          leaf.blanks = "";
        }
        return true;
      default:
        return false;
    }
  }

  #code(text: string): void {
    const painted = text.split("\n").map(this.#theme.code).join("\n");
    this.#out?.rendered({ output: painted + this.#newline });
  }

  /** Looks for what begins on this line, containers first. */
  #begin(line: string, from: number, matched: number): void {
    let position = from;
    let isNew = false;
    let open = matched;
    for (;;) {
      const indent = countSpaces(line, position);
      const at = position + indent;
      const text = line.slice(at);
      const inParagraph = !isNew && (this.#leaf?.kind === "paragraph" || this.#leaf?.kind === "definition");
      if (text === "") return this.#blankLine(open, isNew);
      this.#fill(open);
      if (indent >= 4) {
        if (inParagraph) break;
        this.#closeTo(open);
        this.#mark("code");
        this.#leaf = { kind: "indented", blanks: "" };
        return this.#code(line.slice(position + 4));
      }
      const isDeep = this.#containers.length >= MAX_DEPTH;
      if (text.startsWith(">") && !isDeep) {
        this.#closeTo(open);
        this.#containers.push({ type: "quote", paint: this.#theme.bar });
        position = at + (text[1] === " " ? 2 : 1);
      } else {
        if (this.#leafStarts(text, indent, open, inParagraph)) return;
        const marker = isDeep ? undefined : listMarker(text);
        const content = marker && text.slice(marker.length).trimStart();
        const interrupts = inParagraph && open === this.#containers.length;
        if (!marker || (interrupts && (content === "" || (marker.number ?? 1) !== 1))) break;
        const gap = countSpaces(text, marker.length);
        const room = content === "" || gap > 4 ? 1 : gap;
        this.#closeTo(open);
        const depth = this.#containers.filter(({ type }) => type === "item").length;
        const item = createItem(marker, indent + marker.length + room, this.#lastList, depth, this.#theme);
        this.#containers.push(item);
        this.#lastList = undefined;
        item.isEmpty = content === "";
        position = at + marker.length + room;
      }
      isNew = true;
      open = this.#containers.length;
    }
    this.#textLine(line.slice(position).trimStart(), open, isNew);
  }

  /** Blocks that are no containers and begin with a sign. */
  #leafStarts(text: string, indent: number, open: number, inParagraph: boolean): boolean {
    const heading = atxHeading(text);
    if (heading) {
      this.#closeTo(open);
      this.#mark("heading", { level: heading.level });
      this.#text(heading.title + this.#newline);
      return true;
    }
    const fence = fenceStart(text);
    if (fence) {
      this.#closeTo(open);
      this.#mark("fence");
      this.#text(`${fence.marker}${unescaped(fence.info)}${this.#newline}`);
      this.#leaf = { kind: "fence", marker: fence.marker, indent };
      return true;
    }
    const html = htmlStart(text, inParagraph);
    if (html) {
      this.#closeTo(open);
      this.#leaf = { kind: "html", end: html.end, kept: " ".repeat(indent) + text };
      if (html.end?.test(text)) this.#closeLeaf();
      return true;
    }
    const mathEnd = inParagraph ? undefined : mathBlockEnd(text);
    if (mathEnd !== undefined) {
      this.#closeTo(open);
      this.#leaf = { kind: "math", end: mathEnd, kept: text };
      if (text.length > 2 * mathEnd.length && text.trimEnd().endsWith(mathEnd)) this.#closeLeaf();
      return true;
    }
    const isWithin = open === this.#containers.length;
    const level = this.#leaf?.kind === "paragraph" && inParagraph && isWithin ? setextLevel(text) : undefined;
    if (level !== undefined) {
      this.#leaf = undefined;
      const line = (level === 1 ? "═" : "─").repeat(Math.max(1, Math.min(this.#lastLength, this.#width)));
      this.#mark("code");
      this.#out?.rendered({ output: this.#theme.heading(line) + this.#newline });
      return true;
    }
    if (!isThematicBreak(text)) return false;
    this.#closeTo(open);
    this.#mark("code");
    const width = Math.max(1, Math.min(this.#width, 40));
    this.#out?.rendered({ output: this.#theme.rule("─".repeat(width)) + this.#newline });
    return true;
  }

  /** Something has come in the containers that the line belongs to. */
  #fill(open: number): void {
    for (const container of this.#containers.slice(0, open)) {
      if (container.type === "item") container.isEmpty = false;
    }
  }

  #blankLine(open: number, isNew: boolean): void {
    if (open < this.#containers.length) this.#closeTo(open);
    else this.#closeLeaf();
    if (!isNew) this.#blank = [...this.#containers];
  }

  #textLine(text: string, open: number, isNew: boolean): void {
    const leaf = this.#leaf;
    const isParagraph = leaf?.kind === "paragraph" || leaf?.kind === "definition";
    const isLazy = !isNew && open < this.#containers.length && isParagraph;
    if (!isLazy) {
      if (!isNew && open < this.#containers.length) this.#closeTo(open);
      if (leaf?.kind === "table" && !isNew && this.#leaf) {
        this.#text(`${text.startsWith("|") ? "" : "| "}${text}\n`);
        return;
      }
    }
    if (this.#leaf?.kind === "definition") return this.#moreOfDefinition(this.#leaf, text);
    if (this.#leaf?.kind === "paragraph") return this.#paragraphLine(text);
    if (this.#leaf) this.#closeLeaf();
    if (/^\[(?!!|\^)/.test(text) && !this.#inText && this.#beginsDefinition(text)) return;
    const [whole, note] = /^\[(\^[^\]\s]{1,99})\]:[ \t]*/.exec(text) ?? [];
    if (whole === undefined) return this.#openParagraph(text);
    this.#mark("paragraph");
    this.#leaf = { kind: "paragraph", isFirstLine: false };
    this.#out?.rendered({ output: `${this.#theme.label(`[${note?.slice(1)}]`)} `, isFlow: true });
    this.#paragraphLine(text.slice(whole.length));
  }

  #openParagraph(text: string): void {
    const [inner] = this.#containers.slice(-1);
    const alert = inner?.type === "quote" ? alertOf(text) : undefined;
    if (inner?.type === "quote" && alert) {
      inner.paint = this.#theme[alert.kind];
      this.#mark("code");
      this.#out?.rendered({ output: inner.paint(alert.title) + this.#newline });
      return;
    }
    this.#mark("paragraph");
    this.#leaf = { kind: "paragraph", isFirstLine: true };
    const task = inner?.type === "item" ? taskBox(text) : undefined;
    if (task) this.#out?.rendered({ output: `${this.#theme.marker(task.box)} `, isFlow: true });
    this.#paragraphLine(task ? task.rest : text);
  }

  #paragraphLine(text: string): void {
    this.#lastLength = 0;
    this.#paragraphText(text);
    if (!this.#inText) this.#endTextLine();
  }

  /** From the first bar on, a line may be the head of a table: a later line of a paragraph only if it begins with one. */
  #paragraphText(text: string): void {
    if (this.#bars) {
      this.#bars.rest += text;
      return;
    }
    const leaf = this.#leaf;
    const isFirstLine = leaf?.kind === "paragraph" && leaf.isFirstLine;
    const bar = isFirstLine || this.#lastLength === 0 ? findBar(text, this.#shown) : -1;
    if (bar < 0 || (bar > 0 && !isFirstLine)) {
      this.#lastLength += text.length;
      if (isFirstLine) this.#shown += text;
      this.#text(text);
      return;
    }
    this.#text(text.slice(0, bar));
    this.#bars = { shown: this.#shown + text.slice(0, bar), rest: text.slice(bar) };
  }

  /** The first line of a paragraph, as far as it was shown. */
  #shown = "";

  #endTextLine(): void {
    const leaf = this.#leaf;
    if (leaf?.kind === "paragraph") leaf.isFirstLine = false;
    this.#shown = "";
    if (this.#bars) return;
    this.#text(this.#newline);
  }

  #releaseBars(): void {
    const bars = this.#bars;
    if (!bars) return;
    this.#bars = undefined;
    this.#lastLength = bars.shown.length + bars.rest.length;
    this.#text(`${bars.rest}\n`);
  }

  #opensTable(line: string, position: number, isWithin: boolean): boolean {
    const bars = this.#bars;
    const indent = countSpaces(line, position);
    const delimiters = line.slice(position + indent).trimEnd();
    if (!bars || !isWithin || indent > 3 || !/[|:-]/.test(delimiters)) return false;
    const header = splitRow(bars.shown + bars.rest);
    const alignments = parseDelimiters(delimiters);
    if (!alignments || alignments.length !== header.length) return false;
    this.#bars = undefined;
    this.#mark("table", bars.shown.trim() === "" ? {} : { opened: bars.shown.trim() });
    const head = (bars.shown + bars.rest).trim();
    this.#text(
      `${head.startsWith("|") ? "" : "| "}${head}\n${delimiters.startsWith("|") ? "" : "|"}${delimiters}\n`,
    );
    this.#leaf = { kind: "table" };
    return true;
  }

  #beginsDefinition(text: string): boolean {
    if (parseDefinition(text) === undefined) return false;
    this.#leaf = { kind: "definition", kept: "" };
    this.#moreOfDefinition({ kind: "definition", kept: "" }, text);
    return true;
  }

  /** Adds a line to what may be a definition, and lets go what is none. */
  #moreOfDefinition(leaf: Extract<Leaf, { kind: "definition" }>, line: string): void {
    const kept = leaf.kept === "" ? line : `${leaf.kept}\n${line}`;
    const found = parseDefinition(kept);
    this.#leaf = { kind: "definition", kept };
    if (found === "unfinished" && kept.length < 1100) return;
    if (found && found !== "unfinished" && found.mayGoOn) return;
    this.#closeLeaf();
  }

  #define(label: string, address: string): void {
    const key = normalLabel(label);
    if (!this.#references.has(key)) this.#references.set(key, { address });
  }

  /** Definitions at the beginning of what was kept are taken; the rest is a paragraph. */
  #endDefinition(kept: string): void {
    let rest = kept;
    while (rest !== "") {
      const found = parseDefinition(rest);
      if (!found || found === "unfinished") break;
      this.#define(found.label, found.address);
      rest = rest.slice(found.length);
    }
    this.#leaf = undefined;
    if (rest !== "") this.#paragraph(rest);
  }

  /** Lines that were kept and are a paragraph after all. */
  #paragraph(kept: string): void {
    const [first = "", ...others] = kept.split("\n");
    const newline = this.#newline;
    this.#newline = "\n";
    this.#openParagraph(first);
    for (const line of others) this.#paragraphLine(line);
    this.#newline = newline;
  }

  #closeLeaf(): void {
    this.#releaseBars();
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === "html") this.#lines(htmlLines(leaf.kept, this.#theme));
    else if (leaf?.kind === "math") {
      const lines = mathLines(leaf.kept, this.#theme);
      if (lines) this.#lines(lines);
      else this.#paragraph(leaf.kept);
    } else if (leaf?.kind === "definition") this.#endDefinition(leaf.kept);
  }

  #lines(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#mark("paragraph");
    this.#out?.rendered({ output: `${lines.join("\n")}\n`, isFlow: true });
  }

  /** Closes the leaf and the containers beyond the first so many. */
  #closeTo(count: number): void {
    this.#closeLeaf();
    while (this.#containers.length > count) {
      const last = this.#containers.at(-1);
      if (last?.type === "item") {
        if (!last.isShown) {
          this.#mark("paragraph");
          this.#out?.rendered({ output: "\n", isFlow: true });
        }
        this.#lastList = last.list;
      } else this.#lastList = undefined;
      this.#containers.pop();
    }
  }
}

/** The link definitions of a whole text. */
export function collectReferences(text: string): Map<string, Reference> {
  const references = new Map<string, Reference>();
  const nowhere: FormatterOutput = { text: () => {}, rendered: () => {} };
  const theme = createTheme(createStyle("none"), { formats: true });
  const blocks = new BlockFormatter({ theme, references, isWholeKnown: true }, 80);
  blocks.write(sanitize(text), nowhere);
  blocks.flush(nowhere);
  return references;
}

/** The first bar that is not escaped. */
function findBar(text: string, before: string): number {
  for (let at = text.indexOf("|"); at >= 0; at = text.indexOf("|", at + 1)) {
    if ((at === 0 ? before.at(-1) : text[at - 1]) !== "\\") return at;
  }
  return -1;
}
