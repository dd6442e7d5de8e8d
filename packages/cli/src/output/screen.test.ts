/** The screen as a terminal emulator shows it. */
import type { WriteStream } from "node:tty";
import xterm from "@xterm/headless";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { columnAfter, createScreen, type Screen, withoutStatus } from "./screen.js";

/** A terminal whose content can be looked at. */
function terminalOf(columns: number, rows: number) {
  const emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  const writes: string[] = [];
  const stream = {
    columns,
    rows,
    write: (text: string) => {
      writes.push(text);
      // As the line discipline of a real terminal does.
      emulator.write(text.replaceAll(/\r?\n/g, "\r\n"));
      return true;
    },
  } as unknown as WriteStream;
  const lines = async () => {
    await new Promise<void>((resolve) => emulator.write("", resolve));
    const buffer = emulator.buffer.active;
    const all = Array.from(
      { length: buffer.length },
      (_, row) => buffer.getLine(row)?.translateToString(true) ?? "",
    );
    return all.slice(0, all.findLastIndex((line) => line !== "") + 1);
  };
  return { stream, lines, writes, emulator };
}

const make = (stream: WriteStream, canMove = true): Screen =>
  createScreen(stream, { canMove, dim: (text) => text });

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => vi.useRealTimers());

describe("the status line", () => {
  it("stands under the text, moves down with it, and leaves no trace", async () => {
    const { stream, lines } = terminalOf(20, 5);
    const screen = make(stream);
    screen.write("before\n");
    screen.status(() => "busy");
    expect(await lines()).toEqual(["before", "", "busy"]);
    screen.write("some text");
    vi.advanceTimersByTime(100);
    expect(await lines()).toEqual(["before", "some text", "busy"]);
    screen.write(" and more\nnext line");
    vi.advanceTimersByTime(100);
    expect(await lines()).toEqual(["before", "some text and more", "next line", "busy"]);
    screen.write("\n\n\n\nlast");
    vi.advanceTimersByTime(100);
    expect((await lines()).slice(-2)).toEqual(["last", "busy"]);
    screen.status();
    expect(await lines()).toEqual(["before", "some text and more", "next line", "", "", "", "last"]);
  });

  it("survives text that breaks at the edge, also of wide characters", async () => {
    const { stream, lines } = terminalOf(10, 4);
    const screen = make(stream);
    screen.status(() => "busy, with a long status");
    for (const piece of ["0123", "45678", "9", "ab", "日本語日本", "x"]) {
      screen.write(piece);
      vi.advanceTimersByTime(100);
    }
    expect((await lines()).at(-1)).toBe("busy, wit");
    screen.status();
    expect(await lines()).toEqual(["0123456789", "ab日本語日", "本x"]);
  });

  it.each([
    ["while nothing has come yet", ""],
    ["in the middle of a line", "some text"],
    ["at a line's end", "some text\n"],
  ])("leaves no trace where Enter is typed and shown %s", async (_, text) => {
    const { stream, lines, emulator } = terminalOf(30, 4);
    const screen = make(stream);
    screen.write("before\n");
    screen.status(() => "busy");
    screen.write(text);
    for (let times = 0; times < 5; times += 1) {
      vi.advanceTimersByTime(100);
      expect((await lines()).at(-1)).toBe("busy");
      emulator.write("\r\n");
    }
    screen.status();
    screen.write("after");
    expect((await lines()).filter((line) => line !== "")).toEqual([
      "before",
      ...(text === "" ? [] : ["some text"]),
      "after",
    ]);
  });

  it("gives way to a question, and is there again after it", async () => {
    const { stream, lines } = terminalOf(30, 6);
    const screen = make(stream);
    screen.status(() => "busy");
    await withoutStatus(async () => {
      expect(await lines()).toEqual([]);
      stream.write("Send the key?\nyes or no:");
      vi.advanceTimersByTime(300);
      expect(await lines()).toEqual(["Send the key?", "yes or no:"]);
      stream.write(" no\n");
    });
    vi.advanceTimersByTime(100);
    expect(await lines()).toEqual(["Send the key?", "yes or no: no", "", "busy"]);
    screen.status();
    expect(await lines()).toEqual(["Send the key?", "yes or no: no"]);
  });

  it("is painted ten times a second at most, however fast the text comes", async () => {
    const { stream, writes } = terminalOf(40, 10);
    const screen = make(stream);
    screen.status(() => "busy");
    for (let line = 0; line < 500; line += 1) {
      screen.write(`line ${line}\n`);
      vi.advanceTimersByTime(1);
    }
    screen.status();
    const paints = writes.filter((text) => text.includes("busy")).length;
    expect(paints).toBeGreaterThan(3);
    expect(paints).toBeLessThanOrEqual(6);
  });

  it("keeps its frame even when the text is written in single characters", async () => {
    const { stream, lines } = terminalOf(12, 6);
    const screen = make(stream);
    screen.status(() => "busy");
    const text = "one two three four five six seven eight nine ten eleven twelve";
    for (const character of text) {
      screen.write(character);
      vi.advanceTimersByTime(7);
    }
    screen.status();
    expect((await lines()).join("")).toBe(text);
  });

  it("is not there where the cursor cannot move, and no escape sequence either", () => {
    const { stream, writes } = terminalOf(20, 5);
    const screen = make(stream, false);
    screen.status(() => "busy");
    screen.write("text");
    screen.newLine();
    screen.newLine();
    screen.status();
    expect(writes.join("")).toBe("text\n");
  });
});

it("shows exactly the text that was written, whatever the status did meanwhile", async () => {
  vi.useRealTimers();
  const pieces = fc.array(
    fc.constantFrom("a", "word ", "日本", "\n", "x".repeat(13), "\x1b[1mbold\x1b[22m", "tab\tbed"),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(pieces, fc.array(fc.boolean()), async (texts, switches) => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
      const [plain, busy] = [terminalOf(12, 6), terminalOf(12, 6)];
      const screen = make(busy.stream);
      texts.forEach((text, index) => {
        if (switches[index]) screen.status(index % 3 === 2 ? undefined : () => "status 123456");
        plain.stream.write(text);
        screen.write(text);
        if (index % 2) vi.advanceTimersByTime(60);
      });
      screen.status();
      vi.useRealTimers();
      expect(await busy.lines()).toEqual(await plain.lines());
    }),
    { numRuns: 60 },
  );
});

it("knows the column as the terminal does", async () => {
  vi.useRealTimers();
  const texts = fc
    .array(fc.constantFrom("a", "bc ", "日", "é", "\n", "\r\n", "\t", "\x1b[31mred\x1b[39m", "x".repeat(9)), {
      maxLength: 20,
    })
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { stream, lines, emulator } = terminalOf(8, 10);
      stream.write(text);
      await lines();
      expect(columnAfter(text, 0, 8)).toBe(emulator.buffer.active.cursorX);
    }),
    { numRuns: 100 },
  );
});
