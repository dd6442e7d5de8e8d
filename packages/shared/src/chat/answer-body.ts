/**
 * The body of a chat answer, whatever its head calls it: events are read as they come, JSON as a whole. Which of the two it
 * is shows in the first characters; labels are often wrong.
 */
import { SseParser } from "../http/sse.js";
import { TransportError } from "../http/transport-error.js";
import type { ChatAnswer } from "./answer.js";
import { BrokenAnswerError } from "./broken-answer.js";
import { isHtml } from "./server-message.js";
import { jsonIn } from "../provider/untrusted.js";

const EVENT_LIMIT = 32 * 1024 * 1024;
const ANSWER_LIMIT = 128 * 1024 * 1024;
/** So many characters tell what a body is. */
const TELLING = 16;
const FIELD = /^(data|event|id|retry)\s*:|^:/i;

export class AnswerBody {
  readonly #answer: ChatAnswer;
  readonly #isLabelledEvents: boolean;
  readonly #onEvent: () => void;
  readonly #onWhole: () => void;
  #head = "";
  #parser: SseParser | undefined;
  #parts: string[] | undefined;
  #size = 0;
  #isRead = false;
  #isHeard = false;

  /**
   * `onEvent` is called after text with something of the answer in it; `onWhole` when the answer turns out to come in one piece: it
   * has no events to wait for.
   */
  constructor(
    answer: ChatAnswer,
    contentType: string | undefined,
    { onEvent, onWhole }: { onEvent: () => void; onWhole: () => void },
  ) {
    this.#answer = answer;
    this.#isLabelledEvents = /event-stream/i.test(contentType ?? "");
    this.#onWhole = onWhole;
    this.#onEvent = onEvent;
  }

  feed(text: string): void {
    if (this.#parser) this.#read(this.#parser, text);
    else if (this.#parts) this.#collect(this.#parts, text);
    else {
      this.#head += text;
      const start = this.#head.replace(/^\uFEFF/, "").trimStart();
      if (start.length >= TELLING || /^[[{<]/.test(start)) this.#decide(start);
      // Blanks keep a connection alive; they need not be kept.
      else if (start === "") this.#head = "";
    }
  }

  end(): void {
    if (!this.#parser && !this.#parts) this.#decide(this.#head.replace(/^\uFEFF/, "").trimStart());
    if (this.#parser) {
      if (!this.#answer.isDone) this.#parser.end();
    } else if (this.#parts && !this.#isRead) {
      this.#isRead = true;
      this.#readWhole(this.#parts.join("").trim());
    }
  }

  #decide(start: string): void {
    this.#head = "";
    if (!/^[[{<]/.test(start) && (this.#isLabelledEvents || FIELD.test(start))) {
      this.#parser = this.#events();
      this.#read(this.#parser, start);
      return;
    }
    this.#parts = [];
    this.#onWhole();
    this.#collect(this.#parts, start);
  }

  /** Whoever waits for events is told once of all that came together. */
  #read(parser: SseParser, text: string): void {
    this.#isHeard = false;
    parser.feed(text);
    if (this.#isHeard) this.#onEvent();
  }

  #events(): SseParser {
    const onData = (data: string, event: string) => {
      if (!this.#answer.isDone && this.#answer.data(data, event)) this.#isHeard = true;
    };
    // A proxy that gives up in the middle writes its own words between the events.
    const onStray = (line: string) => {
      if (isObjectText(line)) onData(line, "");
    };
    return new SseParser({ onData, onStray }, EVENT_LIMIT);
  }

  #collect(parts: string[], text: string): void {
    this.#size += text.length;
    if (this.#size > ANSWER_LIMIT) {
      throw new TransportError("body", "too-large", `The server sent more than ${ANSWER_LIMIT} characters`);
    }
    parts.push(text);
  }

  #readWhole(text: string): void {
    if (text === "") return;
    if (isHtml(text)) throw new BrokenAnswerError("the answer is no API answer", text, "foreign");
    const value = jsonIn(text);
    if (value === undefined) this.#readLines(text);
    else this.#answer.value(value);
  }

  /** JSON by the line, with or without events between: readable as long as every line is. */
  #readLines(text: string): void {
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
    const isByLine =
      lines.length > 1 && lines.slice(0, -1).every((line) => FIELD.test(line) || isObjectText(line));
    if (!isByLine) {
      if (/^[[{]/.test(text)) throw new BrokenAnswerError("the answer is not complete JSON");
      throw new BrokenAnswerError("the answer is no API answer", text.slice(0, 1000), "foreign");
    }
    const parser = this.#events();
    for (const line of lines) parser.feed(FIELD.test(line) ? `${line}\n` : `\ndata: ${line}\n\n`);
    parser.end();
  }
}

const isObjectText = (line: string): boolean => {
  const value = jsonIn(line);
  return typeof value === "object" && value !== null;
};
