/** Reads the lines of Markdown: which block each begins, goes on with or ends. */
import type { Mark, MarkKind } from "../mark.js";
import { alertOf, taskBox } from "./alerts.js";
import {
  atxHeading,
  closesFence,
  countSpaces,
  expandLeadingTabs,
  fenceStart,
  htmlStart,
  isLetter,
  isThematicBreak,
  listMarker,
  noteMarker,
  setextLevel,
} from "./block-starts.js";
import {
  type Container,
  createItem,
  createNote,
  fillItems,
  type List,
  matchContainers,
} from "./containers.js";
import { htmlTable } from "./html-table.js";
import { htmlLines } from "./html-text.js";
import type { InlineContext } from "./inline.js";
import { unescaped } from "./inline-parts.js";
import { mathBlockEnd, mathLines } from "./math-block.js";
import { ParagraphText, withBar } from "./paragraph-text.js";
import type { Reference } from "./references.js";
import { KeptDefinition } from "./kept-definition.js";
import type { BlockOutput } from "./block-output.js";
import type { Leaf } from "./leaf.js";
import type { Theme } from "./theme.js";

/** A block of HTML or of math, and a definition, is kept until it has ended, but not more of it than this. */
const MAX_KEPT = 64_000;

/** Deeper markers are text: nobody could tell them apart. */
const MAX_DEPTH = 24;

export class BlockReader {
  readonly #theme: Theme;
  readonly #references: Map<string, Reference>;
  readonly #output: BlockOutput;
  readonly #paragraph: ParagraphText;
  width: number;
  /** Only the head of a line of text has come. */
  #isHead = false;
  #containers: Container[] = [];
  #leaf: Leaf | undefined;
  /** The list whose entry was closed last: the next entry may go on with it. */
  #lastList: List | undefined;

  constructor(
    { theme, references }: Pick<InlineContext, "theme" | "references">,
    output: BlockOutput,
    width: number,
  ) {
    this.#theme = theme;
    this.#references = references;
    this.#output = output;
    this.#paragraph = new ParagraphText((text) => output.text(text));
    this.width = width;
  }

  /** Whether the next line has to be whole before it is read. */
  get needsWholeLine(): boolean {
    const kind = this.#leaf?.kind;
    return this.#paragraph.isWaiting || (kind !== undefined && kind !== "paragraph");
  }

  /** The beginning of a line that is text, whatever follows. */
  head(text: string): void {
    this.#isHead = true;
    this.#output.newline = "";
    this.line(text);
    this.#output.newline = "\n";
    this.#isHead = false;
  }

  /** More of a line that is text. */
  goOn(piece: string, isEnd: boolean): void {
    this.#paragraph.write(piece);
    if (isEnd) this.#paragraph.endLine(this.#output.newline);
  }

  /** The text is over. */
  end(): void {
    this.#closeTo(0);
    this.#lastList = undefined;
  }

  #mark(kind: MarkKind, more: Partial<Mark> = {}): void {
    this.#lastList = undefined;
    this.#output.mark(kind, this.#containers, more);
  }

  /**
   * Most lines by far are empty, or begin with a letter outside of everything else: those need no closer look, and go on
   * together with their newline, as the piece of the text that they are. Says whether it was such a line.
   */
  simpleLine(text: string, start: number, end: number): boolean {
    if (this.#containers.length > 0 || this.needsWholeLine) return false;
    if (start === end) {
      this.#leaf = undefined;
      this.#output.blank(this.#containers);
      return true;
    }
    const line = text.slice(start, end + 1);
    if (!isLetter(line.charCodeAt(0)) || line.includes("|")) return false;
    if (!this.#leaf) this.#beginParagraph();
    this.#paragraph.simpleLine(line);
    return true;
  }

  #beginParagraph(): void {
    this.#mark("paragraph");
    this.#leaf = { kind: "paragraph" };
    this.#paragraph.begin();
  }

  line(raw: string): void {
    const line = raw.includes("\t") ? expandLeadingTabs(raw) : raw;
    const { matched, position } = matchContainers(this.#containers, line);
    const mayGoOn = matched === this.#containers.length && this.needsWholeLine;
    if (mayGoOn && this.#continues(this.#leaf, line, position)) return;
    if (mayGoOn && this.#opensTable(line, position)) return;
    this.#paragraph.release();
    this.#begin(line, position, matched);
  }

  /** Lines of code, HTML and math belong to their block whatever they look like. */
  #continues(leaf: Leaf | undefined, line: string, position: number): boolean {
    const indent = countSpaces(line, position);
    const text = line.slice(position + indent);
    switch (leaf?.kind) {
      case "fence":
        if (indent <= 3 && closesFence(text, leaf.marker)) {
          this.#output.text(leaf.marker + this.#output.newline);
          this.#leaf = undefined;
        } else this.#output.text(line.slice(position + Math.min(indent, leaf.indent)) + this.#output.newline);
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
    this.#output.line(painted);
  }

  /** Looks for what begins on this line, containers first. */
  #begin(line: string, from: number, matched: number): void {
    let position = from;
    let isNew = false;
    let open = matched;
    for (;;) {
      const indent = countSpaces(line, position);
      const at = position + indent;
      const text = at === 0 ? line : line.slice(at);
      const inParagraph = !isNew && (this.#leaf?.kind === "paragraph" || this.#leaf?.kind === "definition");
      if (text === "") return this.#blankLine(open, isNew);
      fillItems(this.#containers, open);
      if (indent >= 4) {
        if (inParagraph) break;
        this.#closeTo(open);
        this.#mark("code");
        this.#leaf = { kind: "indented", blanks: "" };
        return this.#code(line.slice(position + 4));
      }
      if (isLetter(line.charCodeAt(at))) break;
      if (!text.startsWith(">") && this.#leafStarts(text, indent, open, inParagraph)) return;
      const taken = this.#containerStarts(text, indent, open, inParagraph);
      if (taken === undefined) break;
      position = at + taken;
      isNew = true;
      open = this.#containers.length;
    }
    this.#textLine(line.slice(position + countSpaces(line, position)), open, isNew);
  }

  /** Opens a quotation, a footnote or an entry of a list, and says how much of the text its marker takes. */
  #containerStarts(text: string, indent: number, open: number, inParagraph: boolean): number | undefined {
    if (this.#containers.length >= MAX_DEPTH) return undefined;
    if (text.startsWith(">")) {
      this.#closeTo(open);
      this.#containers.push({ type: "quote", paint: this.#theme.bar });
      return text[1] === " " ? 2 : 1;
    }
    const note = noteMarker(text);
    if (note) {
      this.#closeTo(open);
      this.#containers.push(createNote(note, this.#theme));
      return note.length;
    }
    const marker = listMarker(text);
    const content = marker && text.slice(marker.length).trimStart();
    const interrupts = inParagraph && open === this.#containers.length;
    if (!marker || (interrupts && (content === "" || (marker.number ?? 1) !== 1))) return undefined;
    this.#closeTo(open);
    const item = createItem(marker, text, indent, this.#containers, this.#lastList, this.#theme);
    this.#containers.push(item);
    this.#lastList = undefined;
    return item.indent - indent;
  }

  /** Blocks that are no containers and begin with a sign. */
  #leafStarts(text: string, indent: number, open: number, inParagraph: boolean): boolean {
    const heading = atxHeading(text);
    if (heading) {
      this.#closeTo(open);
      this.#mark("heading", { level: heading.level });
      this.#output.text(heading.title + this.#output.newline);
      return true;
    }
    const fence = fenceStart(text);
    if (fence) {
      this.#closeTo(open);
      this.#mark("fence");
      this.#output.text(`${fence.marker}${unescaped(fence.info)}${this.#output.newline}`);
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
      this.#mark("code");
      const width = Math.max(1, Math.min(this.#paragraph.length, this.width));
      this.#output.line(this.#theme.heading((level === 1 ? "═" : "─").repeat(width)));
      return true;
    }
    if (!isThematicBreak(text)) return false;
    this.#closeTo(open);
    this.#mark("code");
    this.#output.line(this.#theme.rule("─".repeat(Math.min(this.width, 40))));
    return true;
  }

  #blankLine(open: number, isNew: boolean): void {
    if (open < this.#containers.length) this.#closeTo(open);
    else this.#closeLeaf();
    if (!isNew) this.#output.blank(this.#containers);
  }

  #textLine(text: string, open: number, isNew: boolean): void {
    const leaf = this.#leaf;
    const isParagraph = leaf?.kind === "paragraph" || leaf?.kind === "definition";
    const isLazy = !isNew && open < this.#containers.length && isParagraph;
    if (!isLazy) {
      if (!isNew && open < this.#containers.length) this.#closeTo(open);
      if (leaf?.kind === "table" && !isNew && this.#leaf) {
        this.#output.text(`${withBar(text)}\n`);
        return;
      }
    }
    if (this.#leaf?.kind === "definition") {
      if (!this.#leaf.lines.add(text)) this.#endDefinition(this.#leaf.lines);
      return;
    }
    if (this.#leaf?.kind === "paragraph") return this.#paragraphLine(text);
    if (this.#leaf) this.#closeLeaf();
    if (!text.startsWith("[")) return this.#openParagraph(text);
    if (!this.#isHead && KeptDefinition.mayBegin(text)) {
      const lines = new KeptDefinition();
      this.#leaf = { kind: "definition", lines };
      if (!lines.add(text)) this.#endDefinition(lines);
      return;
    }
    this.#openParagraph(text);
  }

  #openParagraph(text: string): void {
    const [inner] = this.#containers.slice(-1);
    const alert = inner?.type === "quote" ? alertOf(text) : undefined;
    if (inner?.type === "quote" && alert) {
      inner.paint = this.#theme[alert.kind];
      this.#mark("code");
      this.#output.line(inner.paint(alert.title));
      return;
    }
    this.#beginParagraph();
    const task = inner?.type === "item" && inner.list ? taskBox(text) : undefined;
    if (task) this.#output.flow(`${this.#theme.marker(task.box)} `);
    this.#paragraphLine(task ? task.rest : text);
  }

  #paragraphLine(text: string): void {
    if (this.#isHead) this.#paragraph.head(text);
    else this.#paragraph.line(text, this.#output.newline);
  }

  #opensTable(line: string, position: number): boolean {
    const indent = countSpaces(line, position);
    const table = indent > 3 ? undefined : this.#paragraph.takeTable(line.slice(position + indent).trimEnd());
    if (!table) return false;
    this.#mark("table", table.opened === undefined ? {} : { opened: table.opened });
    this.#output.text(table.lines);
    this.#leaf = { kind: "table" };
    return true;
  }

  /** Lines that were kept and are a paragraph after all. */
  #keptParagraph(kept: string): void {
    const [first = "", ...others] = kept.split("\n");
    const newline = this.#output.newline;
    this.#output.newline = "\n";
    this.#openParagraph(first);
    for (const line of others) this.#paragraphLine(line);
    this.#output.newline = newline;
  }

  #closeLeaf(): void {
    this.#paragraph.release();
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === "html") this.#html(leaf.kept);
    else if (leaf?.kind === "math") {
      const lines = mathLines(leaf.kept, this.#theme);
      if (lines) this.#lines(lines);
      else this.#keptParagraph(leaf.kept);
    } else if (leaf?.kind === "definition") this.#endDefinition(leaf.lines);
    // What was a paragraph after all has ended too.
    this.#paragraph.release();
    this.#leaf = undefined;
  }

  #endDefinition(lines: KeptDefinition): void {
    this.#leaf = undefined;
    const rest = lines.end(this.#references);
    if (rest !== "") this.#keptParagraph(rest);
  }

  #html(html: string): void {
    const table = htmlTable(html);
    this.#lines(htmlLines(table ? table.before : html, this.#theme));
    if (!table) return;
    this.#mark("table");
    this.#output.text(table.rows);
    this.#html(table.after);
  }

  #lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#mark("paragraph");
    this.#output.flow(lines.map((line) => `${line}\n`).join(""));
  }

  /** Closes the leaf and the containers beyond the first so many. */
  #closeTo(count: number): void {
    this.#closeLeaf();
    while (this.#containers.length > count) {
      const last = this.#containers.at(-1);
      if (last?.type === "item") {
        if (!last.isShown) {
          this.#mark("paragraph");
          this.#output.flow("\n");
        }
        this.#lastList = last.list;
      } else this.#lastList = undefined;
      this.#containers.pop();
    }
  }
}
