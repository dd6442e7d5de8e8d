/** Kinds that are no graphs of boxes: messages from lifeline to lifeline, commits to their parents, branches to their stem. */
import { afterAll, describe, expect, it } from "vitest";
import { renderDiagram, shutdown } from "@framework/diagram";

afterAll(shutdown);

const rowsOf = async (source: string, columns: number): Promise<string[][]> => {
  const { data, complete } = await renderDiagram(source, { format: "text", columns });
  expect(complete).toBe(true);
  return data.split("\n").map((line) => Array.from(line));
};

const text = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join("")).join("\n");

const sidesOf = (glyph: string): string => {
  const found = Object.entries({
    LR: "─╌━",
    UD: "│╎┃",
    RD: "┌╭",
    LD: "┐╮",
    UR: "└╰",
    UL: "┘╯",
    URD: "├",
    ULD: "┤",
    LRD: "┬",
    ULR: "┴",
    ULRD: "┼",
  }).find(([, glyphs]) => glyphs.includes(glyph));
  return found?.[0] ?? "";
};

describe("messages of a sequence", () => {
  const messages = [
    ["Ann", "Ben", "first word"],
    ["Ben", "Cat", "second word"],
    ["Cat", "Ann", "third word"],
    ["Ben", "Ann", "fourth word"],
    ["Ann", "Cat", "fifth word"],
  ] as const;
  const source = `sequenceDiagram\nparticipant Ann\nparticipant Ben\nparticipant Cat\n${messages
    .map(([from, to, label], index) => `${from}${index % 2 ? "-->>" : "->>"}${to}: ${label}`)
    .join("\n")}`;

  it.each([40, 60, 100])(
    "run from their sender's line to their receiver's in %i columns",
    async (columns) => {
      const rows = await rowsOf(source, columns);
      const foot = rows.findIndex((row) => row.includes("┬"));
      const names = rows[foot - 1]?.join("") ?? "";
      const lines = (rows[foot] ?? []).flatMap((glyph, column) => (glyph === "┬" ? [column] : []));
      const lineOf = (name: string): number =>
        lines.reduce((best, column) =>
          Math.abs(column - names.indexOf(name)) < Math.abs(best - names.indexOf(name)) ? column : best,
        );
      for (const [from, to, label] of messages) {
        const start = rows.findIndex((row) => row.join("").includes(label.split(" ")[0] ?? ""));
        const at = rows.findIndex((row, index) => index >= start && /[►◄]/.test(row.join("")));
        const row = rows[at] ?? [];
        const isRight = lineOf(from) < lineOf(to);
        const [left, right] = isRight ? [lineOf(from), lineOf(to)] : [lineOf(to), lineOf(from)];
        expect(row[isRight ? right - 1 : left + 1], `${label}\n${text(rows)}`).toBe(isRight ? "►" : "◄");
        const between = row.slice(left + 1, right).join("");
        expect(between, `${label}\n${text(rows)}`).toMatch(/^[─╌►◄┼]+$/);
        expect(row[isRight ? left : right], `${label}\n${text(rows)}`).toMatch(/[├┤┼]/);
      }
    },
  );
});

describe("commits", () => {
  const source =
    'gitGraph\ncommit id: "one"\nbranch side\ncommit id: "two"\nbranch deep\ncommit id: "three"\ncheckout main\ncommit id: "four"\nmerge side id: "five"\ncheckout deep\ncommit id: "six"\ncheckout main\nmerge deep id: "seven"';
  const parents: Readonly<Record<string, readonly string[]>> = {
    one: [],
    two: ["one"],
    three: ["two"],
    four: ["one"],
    five: ["four", "two"],
    six: ["three"],
    seven: ["five", "six"],
  };

  it.each([60, 100])("have lines up to their parents in %i columns", async (columns) => {
    const rows = await rowsOf(source, columns);
    const rowOf = (name: string): number =>
      rows.findIndex((row) =>
        row
          .join("")
          .split(/[^a-z]+/)
          .includes(name),
      );
    const nameAt = new Map(Object.keys(parents).map((name) => [rowOf(name), name]));
    const isCommit = (column: number, row: number): boolean => /[●◉■◆]/.test(rows[row]?.[column] ?? "");
    for (const [name, wanted] of Object.entries(parents)) {
      const row = rowOf(name);
      const column = (rows[row] ?? []).findIndex((_, at) => isCommit(at, row));
      const found = new Set<string>();
      // Time runs down: from a commit lines are followed up, and across.
      const walk = (atColumn: number, atRow: number, way: "U" | "L" | "R"): void => {
        const next = {
          column: atColumn + (way === "L" ? -1 : way === "R" ? 1 : 0),
          row: atRow - (way === "U" ? 1 : 0),
        };
        if (isCommit(next.column, next.row)) {
          if (next.row !== row) found.add(nameAt.get(next.row) ?? `row ${next.row}`);
          return;
        }
        const sides = sidesOf(rows[next.row]?.[next.column] ?? " ");
        const back = way === "U" ? "D" : way === "L" ? "R" : "L";
        if (!sides.includes(back)) return;
        if (sides.length === 4) walk(next.column, next.row, way);
        else if (way !== "U")
          for (const side of sides.includes("U") ? ["U"] : [way])
            walk(next.column, next.row, side as "U" | "L" | "R");
        else if (sides.includes("U")) walk(next.column, next.row, "U");
      };
      for (const way of ["U", "L", "R"] as const) walk(column, row, way);
      expect([...found].toSorted(), `${name}\n${text(rows)}`).toEqual([...wanted].toSorted());
    }
  });
});

describe("branches of a mind map", () => {
  const source = "mindmap\n root\n  left\n   lone\n   ltwo\n  right\n   rone\n   rtwo\n    deep";
  const stems = {
    left: "root",
    right: "root",
    lone: "left",
    ltwo: "left",
    rone: "right",
    rtwo: "right",
    deep: "rtwo",
  };

  it.each([40, 100])("grow out of their own stem in %i columns", async (columns) => {
    const rows = await rowsOf(source, columns);
    for (const [name, stem] of Object.entries(stems)) {
      const row = rows.findIndex((cells) =>
        cells
          .join("")
          .split(/[^a-z]+/)
          .includes(name),
      );
      const start = rows[row]?.join("").search(new RegExp(`\\b${name}\\b`)) ?? 0;
      const found = new Set<string>();
      const seen = new Set<string>();
      const walk = (column: number, at: number, way: "U" | "D" | "L"): void => {
        const glyph = rows[at]?.[column] ?? " ";
        const key = `${column} ${at}`;
        if (seen.has(key)) return;
        seen.add(key);
        if (glyph === " ") {
          if (way === "L") walk(column - 1, at, "L");
          return;
        }
        if (/[a-z]/.test(glyph)) {
          found.add(/[a-z]+$/.exec((rows[at] ?? []).slice(0, column + 1).join(""))?.[0] ?? "");
          return;
        }
        const sides = sidesOf(glyph);
        if (sides.includes("L") && !(way === "L" && column === start)) walk(column - 1, at, "L");
        if (sides.includes("U") && way !== "D") walk(column, at - 1, "U");
        if (sides.includes("D") && way !== "U") walk(column, at + 1, "D");
      };
      walk(start - 1, row, "L");
      expect([...found], `${name}\n${text(rows)}`).toEqual([stem]);
    }
  });
});
