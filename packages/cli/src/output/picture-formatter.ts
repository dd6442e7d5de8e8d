/** `fw format --pictures`: PNG pictures that stand alone on a line of Markdown, from files or from the text itself. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Formatter, FormatterOutput, Rendered } from "@framework/shared/format";
import { Picture, showPicture, type TerminalCapabilities } from "@framework/shared/terminal";

/** More bytes are no picture for a terminal. */
const MAX_BYTES = 20_000_000;
/** A longer line without an end is text. A picture in the text is a long line. */
const MAX_LINE = 1.4 * MAX_BYTES;
const ALONE = /^!\[([^\]]*)\]\(\s*(?:<([^>]+)>|([^\s)]+))(?:\s+"[^"]*")?\s*\)[ \t]*\n?$/;
const DATA = /^data:image\/png;base64,([A-Za-z\d+/=]+)$/;

export interface PictureOptions {
  readonly terminal: TerminalCapabilities;
  readonly columns: number;
  /** What paths in the text start from. */
  readonly folder: string;
}

/** Works on the text of paragraphs, after the blocks are found and before spans are styled. */
export class PictureFormatter implements Formatter {
  readonly name = "picture_formatter";
  readonly priority = 17;
  readonly #options: PictureOptions;
  #inParagraph = false;
  #isLineStart = false;
  /** A line that may be a picture. */
  #held = "";

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  write(text: string, out: FormatterOutput): void {
    if (!this.#inParagraph || (this.#held === "" && !text.includes("!"))) {
      this.#isLineStart = text.endsWith("\n");
      out.text(text);
      return;
    }
    for (const piece of text.split(/(?<=\n)/)) this.#take(piece, out);
  }

  #take(piece: string, out: FormatterOutput): void {
    if (this.#held === "" && !(this.#isLineStart && piece.startsWith("!"))) out.text(piece);
    else {
      this.#held += piece;
      if (piece.endsWith("\n") || this.#held.length > MAX_LINE) this.#release(out);
    }
    this.#isLineStart = piece.endsWith("\n");
  }

  #release(out: FormatterOutput): void {
    const line = this.#held;
    this.#held = "";
    if (line === "") return;
    const [, alt = "", bracketed, plain = ""] = ALONE.exec(line) ?? [];
    const shown = this.#show(bracketed ?? plain);
    if (shown === undefined) out.text(line);
    else {
      out.rendered({ output: shown });
      if (alt !== "") out.text(`${alt}\n`);
    }
  }

  /** The picture that an address leads to; undefined where it leads to none that can be shown. */
  #show(address: string): string | undefined {
    const { terminal, columns, folder } = this.#options;
    try {
      const png = readPicture(address, folder);
      if (!png || !terminal.graphics) return undefined;
      return showPicture(Picture.fromPng(png), terminal.graphics, terminal, { columns, density: 1 });
    } catch {
      // Its text stands for it, as for any picture that is not shown.
      return undefined;
    }
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    this.#release(out);
    if (piece.mark) this.#inParagraph = this.#isLineStart = piece.mark.kind === "paragraph";
    out.rendered(piece);
  }

  flush(out: FormatterOutput): void {
    this.#release(out);
    this.#inParagraph = false;
  }
}

function readPicture(address: string, folder: string): Uint8Array | undefined {
  const data = DATA.exec(address)?.[1];
  if (data !== undefined) return Buffer.from(data, "base64");
  if (address === "" || /^[a-z][a-z\d+.-]+:/i.test(address)) return undefined;
  const file = path.resolve(folder, decodeURI(address));
  const facts = statSync(file);
  return facts.isFile() && facts.size <= MAX_BYTES ? readFileSync(file) : undefined;
}
