/**
 * Server-sent events from text that arrives in pieces. Every character is looked at once, however the text is
 * cut: a line of megabytes in a thousand pieces costs what it costs in one.
 *
 * Written by hand because the library of choice joins and rescans the unfinished line with every piece.
 */

/** A line, or an event of many lines, is longer than anybody should have to keep. */
export class LineTooLongError extends Error {}

export interface SseHandler {
  /** One event's data, its lines joined. */
  onData(data: string, event: string): void;
  /** A line that looks like JSON and belongs to no field. */
  onStray?(line: string): void;
}

export class SseParser {
  readonly #handler: SseHandler;
  readonly #maxLine: number;
  /** The pieces of the unfinished line. */
  #pieces: string[] = [];
  #pending = 0;
  #data: string | undefined;
  #event = "";
  #endedInCr = false;
  #started = false;

  constructor(handler: SseHandler, maxLine: number) {
    this.#handler = handler;
    this.#maxLine = maxLine;
  }

  feed(chunk: string): void {
    let text = chunk;
    if (!this.#started && text !== "") {
      this.#started = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (this.#endedInCr || text.includes("\r")) text = this.#unifyLineEnds(text);

    let start = 0;
    let end = text.indexOf("\n");
    if (end >= 0 && this.#pieces.length > 0) {
      this.#pieces.push(text.slice(0, end));
      const line = this.#pieces.join("");
      this.#pieces = [];
      this.#pending = 0;
      this.#line(line, 0, line.length);
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    for (; end >= 0; end = text.indexOf("\n", start)) {
      this.#line(text, start, end);
      start = end + 1;
    }
    if (start < text.length) {
      this.#pending += text.length - start;
      if (this.#pending > this.#maxLine) {
        throw new LineTooLongError(`one line of the stream is longer than ${this.#maxLine} characters`);
      }
      this.#pieces.push(start === 0 ? text : text.slice(start));
    }
  }

  /** The stream has ended: an event whose blank line is missing still counts. */
  end(): void {
    if (this.#pieces.length > 0) {
      const line = this.#pieces.join("");
      this.#pieces = [];
      this.#line(line, 0, line.length);
    }
    this.#dispatch();
  }

  #unifyLineEnds(text: string): string {
    const skip = this.#endedInCr && text.startsWith("\n") ? 1 : 0;
    this.#endedInCr = text.endsWith("\r");
    return text.slice(skip).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  }

  /** The line of the text between two places; nothing is cut out of it but its value. */
  #line(text: string, start: number, end: number): void {
    if (start === end) {
      this.#dispatch();
    } else if (text.startsWith("data:", start)) {
      const value = text.slice(start + (text.charCodeAt(start + 5) === 0x20 ? 6 : 5), end);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      if (this.#data.length > this.#maxLine) {
        throw new LineTooLongError(`one event of the stream is longer than ${this.#maxLine} characters`);
      }
    } else if (text.startsWith("event:", start)) {
      this.#event = text.slice(start + 6, end).trim();
    } else if (text.charCodeAt(start) === 0x7b) this.#handler.onStray?.(text.slice(start, end));
    // Comments and other fields carry nothing for us; that they came is seen by the byte clock.
  }

  #dispatch(): void {
    const data = this.#data;
    if (data !== undefined) {
      const event = this.#event;
      this.#data = undefined;
      this.#event = "";
      this.#handler.onData(data, event);
    } else this.#event = "";
  }
}
