/** Repairs of a line of a chart, a plan or a history. */
import { isQuoted, type LineRepair, quoted } from "./line-repair.js";

export const PIE: readonly LineRepair[] = [
  {
    what: "put a slice's name in quotation marks",
    change: (line) => line.replace(/^(\s*)([^":]+?)\s*(?::|=|\s-)\s*(\d.*)$/, '$1"$2" : $3'),
  },
  {
    what: "put a colon between a slice and its number",
    change: (line) => line.replace(/^(\s*"[^"]*")\s*(?:=|->|-)?\s*(\d[\d.]*)\s*$/, "$1 : $2"),
  },
  {
    what: "wrote a number without marks for thousands",
    change: (line) =>
      line.replace(
        /(:\s*)(\d{1,3}(?:[,_' ]\d{3})+)(?!\d)/,
        (_, before: string, number: string) => before + number.replaceAll(/\D/g, ""),
      ),
    dropped: (line) => /:\s*(\d{1,3}(?:[,_' ]\d{3})+)(?!\d)/.exec(line)?.[1] ?? "",
  },
  {
    what: "removed the unit of a number",
    change: (line) =>
      line.replace(/(:\s*)[$\u00a3\u20ac]\s*(?=\d)/, "$1").replace(/(:\s*\d[\d.]*)\s*[^\d\s.,].*$/, "$1"),
  },
  { what: "removed a comma", change: (line) => line.replace(/,\s*$/, "") },
];

export const GANTT: readonly LineRepair[] = [
  {
    what: "put the colon before a task's dates",
    change: (line) =>
      line.replace(
        /^(\s*[^:]+?)\s+((?:(?:done|active|crit|milestone|[\w-]+)\s*,\s*){0,3}(?:\d{4}-\d\d-\d\d|after\s+\w+)\s*(?:,.*)?)$/,
        "$1 :$2",
      ),
  },
  {
    what: "put a comma between a task's dates",
    change: (line) =>
      line.replace(/(\d{4}-\d\d-\d\d)\s*(?:to|-|\u2013|\u2192|->)\s*(?=\d{4}-\d\d-\d\d)/, "$1, "),
    dropped: (line) => /\d\s+(to)\s+\d/.exec(line)?.[1] ?? "",
  },
];

export const QUADRANT: readonly LineRepair[] = [
  {
    what: "wrote an axis as charts do",
    change: (line) => line.replace(/^(\s*[xy]-axis\s.*?)\s*(?<!-)(?:->|=>|\u2192)\s*/, "$1 --> "),
  },
  {
    what: "wrote a point as charts do",
    change: (line) =>
      line.replace(
        /^(\s*)([^":[\]]+?)\s*:\s*[[(]\s*([\d.]+)\s*,\s*([\d.]+)\s*[\])]\s*$/,
        (_, indent: string, name: string, x: string, y: string) => `${indent}${quoted(name)}: [${x}, ${y}]`,
      ),
  },
];

export const GIT: readonly LineRepair[] = [
  {
    what: "wrote the values of a commit as git graphs do",
    change: (line) => line.replace(/\b(id|tag|type|msg|order)\s*=\s*/g, "$1: "),
  },
  {
    what: "wrote a command as git graphs do",
    change: (line) =>
      line
        .replace(/\b(?:checkout|switch)\s+-[bBc]\s+/, "branch ")
        .replace(/\bcommit\s+-a?m\s+(?=")/, "commit id: ")
        .replace(/\b(merge\s+\S+)\s+(?:into|to)\s+\S+\s*$/, "$1"),
    dropped: (line) => /\b(?:checkout|switch) -[bBc]|-a?m(?= )|(?:into|to)\s+\S+\s*$/.exec(line)?.[0] ?? "",
  },
  {
    what: "left out the name of the command",
    change: (line) => line.replace(/^(\s*)git\s+(?=commit|branch|checkout|switch|merge|cherry-pick)/, "$1"),
  },
];

export const XYCHART: readonly LineRepair[] = [
  {
    what: "wrote a list as charts do",
    change: (line) => line.replace(/^(\s*(?:x-axis|bar|line)\b[^[(]*)\(([^()]*)\)\s*$/, "$1[$2]"),
  },
  {
    what: "put a title in quotation marks",
    change: (line) =>
      line
        .replace(/^(\s*title\s+)(.+?)\s*$/, (whole, open: string, title: string) =>
          isQuoted(title) ? whole : open + quoted(title),
        )
        .replace(
          /^(\s*[xy]-axis\s+)([^"[(\d-][^"[]*?)(?=\s*(?:\[|-?\d+(?:\.\d+)?\s*-->|$))/,
          (_, open: string, title: string) => open + quoted(title),
        ),
  },
  {
    what: "wrote a range as charts do",
    change: (line) => line.replace(/(\d)\s*(?:->|\.\.|to|-)\s*(?=-?\d)/, "$1 --> "),
    dropped: (line) => /\d\s*(to)\s*-?\d/.exec(line)?.[1] ?? "",
  },
];
