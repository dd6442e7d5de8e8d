/** Repairs of one line: the one that the parser stopped at, or the one before it. */
import { detectKind } from "../kinds.js";

/** A change of one line, in words. */
export interface LineRepair {
  readonly what: string;
  readonly change: (line: string) => string;
}

const quoted = (text: string): string => `"${text.trim().replaceAll('"', "#quot;")}"`;
const isQuoted = (text: string): boolean => /^\s*"[^"]*"\s*$/.test(text) || /^\s*`/.test(text);

/** Openings of nodes with their ends, the longer ones first. */
const BRACKETS: readonly (readonly [open: string, close: string])[] = [
  ["([", "])"],
  ["[[", "]]"],
  ["[(", ")]"],
  ["((", "))"],
  ["{{", "}}"],
  ["[", "]"],
  ["{", "}"],
  ["(", ")"],
];
/** What comes after a node: an arrow, another one, a class, the end. */
const AFTER_NODE = /^\s*(?:$|;|:::|&|--|==|-\.|<--|~~~|@\{|%%|\|)/;

const SWALLOWS = /[\])}]\s*(?:[-=.~<]{1,3}>{0,2})\s*\w|["|]\s*[\])}|]/;

/** The label that begins behind `open` at `from`, up to the end after which a node can end. */
function labelEnd(line: string, from: number, close: string): number {
  const whole = /^\s*"[^"]*"\s*/.exec(line.slice(from));
  if (whole && line.startsWith(close, from + whole[0].length)) return from + whole[0].length;
  for (let at = line.indexOf(close, from); at >= 0; at = line.indexOf(close, at + 1)) {
    // A label that would swallow another node or an arrow is none.
    if (SWALLOWS.test(line.slice(from, at))) return -1;
    if (AFTER_NODE.test(line.slice(at + close.length))) return at;
  }
  return -1;
}

/** Every label of a flowchart's line in quotation marks. */
function quoteLabels(line: string): string {
  let out = "";
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const edge = /^\|([^|"]*)\|/.exec(rest);
    const pair = /\w$/.test(out) ? BRACKETS.find(([open]) => rest.startsWith(open)) : undefined;
    if (edge) {
      out += `|${quoted(edge[1] ?? "")}|`;
      at += edge[0].length;
      continue;
    }
    const end = pair ? labelEnd(line, at + pair[0].length, pair[1]) : -1;
    if (pair && end >= 0) {
      const label = line.slice(at + pair[0].length, end);
      out += pair[0] + (isQuoted(label) ? label : quoted(label)) + pair[1];
      at = end + pair[1].length;
      continue;
    }
    out += line[at] ?? "";
    at += 1;
  }
  return out;
}

const FLOW: readonly LineRepair[] = [
  {
    what: "wrote an arrow as flowcharts do",
    change: (line) =>
      line
        .replace(/(?<![-=.<])-{1,2}>>/g, "-->")
        .replace(/(?<![-=.<])->(?!>)/g, "-->")
        .replace(/(?<![-=])=>/g, "==>")
        .replace(/<->/g, "<-->")
        .replace(/- +->/g, "-->"),
  },
  { what: "put a label in quotation marks", change: quoteLabels },
  {
    what: 'gave the node "end" another name',
    change: (line) =>
      line
        .replace(/(-->|---|==>|-\.->|\|)\s*end\b(?!\[|\()/gi, '$1 end_["end"]')
        .replace(/^(\s*)end\b(?=\s*(?:-->|---|==>|\[|\())/i, '$1end_["end"]')
        .replace('end_["end"][', "end_["),
  },
  {
    what: "gave a subgraph's title quotation marks",
    change: (line) =>
      line.replace(
        /^(\s*subgraph\s+)(?!\w+\s*\[)(.*?)\s*$/i,
        (_, open: string, title: string) => open + (isQuoted(title) ? title : quoted(title)),
      ),
  },
  {
    what: "put an edge's text in quotation marks",
    change: (line) =>
      line.replace(/--\s+([^-"|>][^">|]*?)\s+-->/g, (_, text: string) => `-->|${quoted(text)}|`),
  },
  {
    what: "moved an edge's text behind its arrow",
    change: (line) =>
      line.replace(
        /(-->|==>|---)\s*([\w ]+?):\s*(\S.*)$/,
        (_, arrow: string, node: string, text: string) => `${arrow}|${quoted(text)}| ${node}`,
      ),
  },
  {
    what: "closed a label",
    change: (line) =>
      line.replace(
        /([[({])"([^"]*)$/,
        (_, open: string, text: string) =>
          `${open}"${text.replace(/[\])}]\s*$/, "")}"${{ "[": "]", "(": ")", "{": "}" }[open] ?? ""}`,
      ),
  },
];

const SEQUENCE: readonly LineRepair[] = [
  {
    what: "wrote an arrow as sequence diagrams do",
    change: (line) => line.replace(/(?<![-=])=+>>?/g, "->>").replace(/--->>?/g, "-->>"),
  },
  {
    what: "put the colon before a message",
    change: (line) =>
      line.replace(/^(\s*\S+?\s*(?:-{1,2}>{1,2}|-{1,2}[x)])\s*[+-]?\w+)\s+(?!:)(\S.*)$/, "$1: $2"),
  },
  {
    what: "added the colon of an empty message",
    change: (line) => line.replace(/^(\s*\S+?\s*(?:-{1,2}>{1,2}|-{1,2}[x)])\s*[+-]?\w+)\s*$/, "$1: "),
  },
  {
    what: "put the colon before a note",
    change: (line) =>
      line.replace(/^(\s*note\s+(?:over|left of|right of)\s+[\w,]+)\s+(?!:)(\S.*)$/i, "$1: $2"),
  },
  { what: "wrote a semicolon inside a message as its code", change: (line) => line.replace(/;/g, "#59;") },
];

const STATE: readonly LineRepair[] = [
  {
    what: "wrote an arrow as state diagrams do",
    change: (line) => line.replace(/(?<![-=])[-=]>{1,2}/g, "-->").replace(/-->>/g, "-->"),
  },
];

const CLASS: readonly LineRepair[] = [
  {
    what: "wrote an arrow as class diagrams do",
    change: (line) => line.replace(/(?<![-.<|*o])->(?!>)/g, "-->").replace(/\bextends\b/g, "--|>"),
  },
];

const ER: readonly LineRepair[] = [
  {
    what: "gave a relation an empty text",
    change: (line) =>
      /[|}o{]{2}(?:--|\.\.)[|}o{]{2}/.test(line) && !line.includes(":") ? `${line.trimEnd()} : ""` : line,
  },
  {
    what: "put a relation's text in quotation marks",
    change: (line) => line.replace(/:\s*([^":]+)$/, (_, text: string) => `: ${quoted(text)}`),
  },
];

const PIE: readonly LineRepair[] = [
  {
    what: "put a slice's name in quotation marks",
    change: (line) => line.replace(/^(\s*)([^":]+?)\s*:\s*(\d.*)$/, '$1"$2" : $3'),
  },
  {
    what: "removed the unit of a number",
    change: (line) => line.replace(/(:\s*\d[\d.]*)\s*[^\d\s.].*$/, "$1"),
  },
  { what: "removed a comma", change: (line) => line.replace(/,\s*$/, "") },
];

const BY_KIND: Readonly<Record<string, readonly LineRepair[]>> = {
  flowchart: FLOW,
  sequence: SEQUENCE,
  state: STATE,
  class: CLASS,
  er: ER,
  pie: PIE,
};

/** The repairs of lines that are tried for the kind of a source. */
export const lineRepairs = (source: string): readonly LineRepair[] => BY_KIND[detectKind(source) ?? ""] ?? [];
