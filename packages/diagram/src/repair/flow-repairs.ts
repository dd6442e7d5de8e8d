/** Repairs of a line of a flowchart. */
import { isQuoted, type LineRepair, outsideLabels, quoted } from "./line-repair.js";

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

const SWALLOWS = /[\])}]\s*(?:[-=.~<]{1,3}>{0,2})\s*\w|["|]\s*[\])}|]|(?:--|==|-\.-?)>?\s*\w+\s*[[({]/;

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
    const edge = /^\|([^|]*)\|/.exec(rest);
    const pair = /\w$|^\s*subgraph\s+\w+\s+$/i.test(out)
      ? BRACKETS.find(([open]) => rest.startsWith(open))
      : undefined;
    if (edge) {
      out += isQuoted(edge[1] ?? "") ? edge[0] : `|${quoted(edge[1] ?? "")}|`;
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

const CLOSE: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

/** Labels of one kind of bracket that never end, or end with another: they end before the next arrow or with the line. */
function closeLabels(line: string): string {
  return line
    .replace(/(?<=\w)(\[\[[^[\]]*\])(?!\])/g, "$1]")
    .replace(/(?<=\w)(\(\([^()]*\))(?!\))/g, "$1)")
    .replace(/(?<=\w)(\{\{[^{}]*\})(?!\})/g, "$1}")
    .replace(
      /(?<=\w)([[({])([^[\](){}"|]*)[\])}](?=\s*(?:$|--|==|-\.))/g,
      (_, open: string, text: string) => open + text + (CLOSE[open] ?? ""),
    )
    .replace(
      /(?<=\w)([[({])([^[\](){}"|]*?)\s+(?=(?:-->|---|==>|-\.->)\s*\|?\s*\w)/g,
      (_, open: string, text: string) => `${open}${text}${CLOSE[open] ?? ""} `,
    )
    .replace(
      /(?<=\w)([[({])([^[\](){}"|]*)$/,
      (_, open: string, text: string) => open + text.trimEnd() + (CLOSE[open] ?? ""),
    );
}

const STATEMENT =
  /^\s*(?:subgraph|end|style|class|classDef|click|linkStyle|direction|accTitle|accDescr)\b|^\s*%%/i;
const ARROWS = /(\s*(?:<?-->|---|==>|-\.->)(?:\s*\|[^|]*\|)?\s*)/;

/** Names of several words as a name without spaces, with the words as its label. */
function joinNames(line: string): string {
  if (STATEMENT.test(line) || !ARROWS.test(line)) return line;
  return line
    .split(ARROWS)
    .map((part, index) =>
      index % 2 === 0
        ? part.replace(/^(\s*)(\w+(?: \w+)+)(\s*;?\s*)$/, (_, before: string, name: string, after: string) =>
            name.split(" ").includes("end")
              ? part
              : `${before}${name.replaceAll(" ", "_")}["${name}"]${after}`,
          )
        : part,
    )
    .join("");
}

export const FLOW: readonly LineRepair[] = [
  {
    what: "wrote an arrow as flowcharts do",
    change: outsideLabels((line) =>
      line
        .replace(/(?<![-=.<])(-{1,3})>>/g, (_, dashes: string) => `${dashes.padEnd(2, "-")}>`)
        .replace(/(?<![-=.<])->(?!>)/g, "-->")
        .replace(/(?<![-=])=>/g, "==>")
        .replace(/<->/g, "<-->")
        .replace(/(?<=\s)-{1,2} +-?>(?=\s)/g, "-->")
        .replace(/(?<=\s)\.{2,3}>/g, "-.->")
        .replace(/-(\.+)>/g, "-$1->")
        .replace(/~~+>/g, "-->"),
    ),
  },
  { what: "put a label in quotation marks", change: quoteLabels },
  {
    what: 'gave the node "end" another name',
    change: (line) =>
      line
        .replace(/(-->|---|==>|-\.->|\||&)(\s*)end(?=\s*(?:\[|\(|\{))/g, "$1$2end_")
        .replace(/(-->|---|==>|-\.->|\||&)\s*end\b(?!_)/gi, '$1 end_["end"]')
        .replace(/^(\s*)end(?=\[|\(|\{)/, "$1end_")
        .replace(/^(\s*)end\b(?=\s*(?:-->|---|==>|-\.->))/i, '$1end_["end"]'),
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
        (_, open: string, text: string) => `${open}"${text.replace(/[\])}]\s*$/, "")}"${CLOSE[open] ?? ""}`,
      ),
  },
  { what: "closed a label", change: closeLabels },
  {
    what: "turned an arrow round",
    change: (line) => line.replace(/^(\s*)(\S+)\s+<--?\s+(\S+?)(;?\s*)$/, "$1$3 --> $2$4"),
  },
  { what: "wrote names without spaces", change: joinNames },
  {
    what: "wrote a style as flowcharts do",
    change: (line) =>
      /^\s*(?:style|classDef|linkStyle)\b/.test(line) ? line.replaceAll(/\s*=\s*/g, ":") : line,
  },
];
