/** Repairs of a line of a sequence diagram. */
import { beforeText, type LineRepair } from "./line-repair.js";

export const SEQUENCE: readonly LineRepair[] = [
  {
    what: "wrote an arrow as sequence diagrams do",
    change: beforeText((line) => line.replace(/(?<![-=])=+>>?/g, "->>").replace(/--->>?/g, "-->>")),
  },
  {
    what: "put the colon before a message",
    change: (line) =>
      line.replace(/^(\s*\S+?\s*(?:-{1,2}>{1,2}|-{1,2}[x)])\s*[+-]?\w+)\s+(?!:)(\S.*)$/, "$1: $2"),
  },
  {
    what: "put a message behind its arrow",
    change: (line) =>
      line.replace(
        /^(\s*\S+?\s*)(-{1,2})>{1,2}\s*\|\s*"?([^|"]*)"?\s*\|\s*(\S+)\s*$/,
        (_, from: string, dashes: string, text: string, to: string) => `${from}${dashes}>>${to}: ${text}`,
      ),
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
  {
    what: "put a note over its participant",
    change: (line) =>
      line.replace(/^(\s*note)\s+(?!over\b|left\b|right\b)(?:(?:for|on)\s+)?([\w, ]+?)\s*:/i, "$1 over $2:"),
  },
  {
    what: "wrote a condition as sequence diagrams do",
    change: (line) => line.replace(/^(\s*)if\b/i, "$1alt"),
    dropped: (line) => /^\s*(if)\b/i.exec(line)?.[1] ?? "",
  },
  {
    what: "wrote another condition as sequence diagrams do",
    change: (line) => line.replace(/^(\s*)(?:elseif|elsif|elif)\b/i, "$1else"),
    dropped: (line) => /^\s*(elseif|elsif|elif)\b/i.exec(line)?.[1] ?? "",
  },
  {
    what: "named a participant as sequence diagrams do",
    change: (line) => line.replace(/^(\s*(?:participant|actor)\s+\w+)\s*:\s*(\S.*)$/, "$1 as $2"),
  },
  {
    what: "put a note beside its participant",
    change: (line) => line.replace(/^(\s*note\s+(?:left|right))\s+(?!of\b)/i, "$1 of "),
  },
  {
    what: "numbered the messages as sequence diagrams do",
    change: (line) => line.replace(/^(\s*autonumber)\s+(?:on|true|yes)\s*$/i, "$1"),
    dropped: (line) => /^\s*autonumber\s+(on|true|yes)\s*$/i.exec(line)?.[1] ?? "",
  },
  { what: "wrote a semicolon inside a message as its code", change: (line) => line.replace(/;/g, "#59;") },
];
