/** Repairs of a line of a diagram of states, classes or entities. */
import { beforeText, type LineRepair, quoted } from "./line-repair.js";

export const STATE: readonly LineRepair[] = [
  {
    what: "wrote an arrow as state diagrams do",
    change: beforeText((line) => line.replace(/(?<![-=])[-=]>{1,2}/g, "-->").replace(/-->>/g, "-->")),
  },
  {
    what: "put a transition's text behind it",
    change: (line) => line.replace(/^(\s*\S+\s*)--\s*([^->|][^>|]*?)\s*-->\s*(\S+)\s*$/, "$1--> $3 : $2"),
  },
  {
    what: "gave a state a name without spaces",
    change: (line) =>
      line.replace(
        /^(\s*)"([^"]+)"(?=\s*-->)|(?<=-->\s*)()"([^"]+)"/,
        (_, indent = "", first = "", __ = "", second = "") => {
          const name = String(first || second);
          const id = name.replaceAll(/[^\p{L}\p{N}]+/gu, "_");
          return first ? `${indent}state "${name}" as ${id}\n${indent}${id}` : id;
        },
      ),
  },
];

/** Points around a type as the tildes that Mermaid has for them, the innermost first. */
function generics(line: string): string {
  const changed = line.replace(/(?<=\w)<([\w, ~?[\]]+)>/g, "~$1~");
  return changed === line ? line : generics(changed);
}

/** A line between two classes in a word; in a text behind a colon it is a word like any other. */
const INHERITS = /^(\s*\w+\s+)(extends|implements)(\s+\w+\s*)$/;

export const CLASS: readonly LineRepair[] = [
  {
    what: "wrote an arrow as class diagrams do",
    change: beforeText((line) =>
      line
        .replace(/(?<![-.<|*o])->{1,2}/g, "-->")
        .replace(/<-(?!-)/g, "<--")
        .replace(/(--|\.\.)\|>>/g, "$1|>")
        .replace(/(?<![-.])([-.])\|>/g, "$1$1|>")
        .replace(/<\|([-.])(?![-.])/g, "<|$1$1")
        .replace(INHERITS, (_, one: string, verb: string, other: string) =>
          verb === "extends" ? `${one}--|>${other}` : `${one}..|>${other}`,
        ),
    ),
    dropped: (line) => INHERITS.exec(line)?.[2] ?? "",
  },
  {
    what: "gave a class a name without spaces",
    change: (line) =>
      line.replace(
        /^(\s*class\s+)"([^"]+)"/,
        (_, open: string, name: string) => `${open}${name.replaceAll(/[^\p{L}\p{N}]+/gu, "_")}["${name}"]`,
      ),
  },
  { what: "wrote the type of a type as class diagrams do", change: generics },
  {
    what: "wrote what a class is inside it",
    change: (line) =>
      line.replace(
        /^(\s*)(abstract|interface|enum)(?:\s+class)?\s+(\w+)\s*\{\s*$/,
        (_, indent: string, kind: string, name: string) =>
          `${indent}class ${name} {\n${indent}  <<${kind === "enum" ? "enumeration" : kind}>>`,
      ),
    dropped: (line) => /^\s*(enum|abstract class)\b/.exec(line)?.[1] ?? "",
  },
  {
    what: "wrote what a class inherits as a line of its own",
    change: (line) =>
      line.replace(/^(\s*)class\s+(\w+)\s*(?::|extends)\s*(\w+)\s*\{\s*$/, "$1$3 <|-- $2\n$1class $2 {"),
  },
];

/** How many of a side, as people write it, for the left end of a line; the right end is its mirror image. */
const MANY: Readonly<Record<string, string>> = {
  "1": "||",
  "||": "||",
  "0..1": "|o",
  "*": "}o",
  n: "}o",
  m: "}o",
  N: "}o",
  M: "}o",
  "0..*": "}o",
  "0..n": "}o",
  "1..*": "}|",
  "1..n": "}|",
  ">": "}o",
  "<": "}o",
};
const COUNT = String.raw`(\d\.\.[\dn*]|[\dnmNM*<>]|\|\|)`;
const COUNTED = new RegExp(String.raw`^(\s*\S+\s+)${COUNT}\s*(--?|\.\.)\s*${COUNT}(\s+\S.*)$`);
const mirrored = (sign: string): string =>
  Array.from(sign, (one) => (one === "}" ? "{" : one))
    .toReversed()
    .join("");

function countSides(line: string): string {
  const [, from = "", left = "", stroke = "", right = "", rest = ""] = COUNTED.exec(line) ?? [];
  const [one, other] = [MANY[left], MANY[right]];
  return one && other ? `${from}${one}${stroke === ".." ? ".." : "--"}${mirrored(other)}${rest}` : line;
}

const IS_RELATION = /[|}o{]{2}\s*(?:--?|\.\.)\s*[|}o{<]{1,2}/;

export const ER: readonly LineRepair[] = [
  {
    what: "gave a relation an empty text",
    change: (line) =>
      /[|}o{]{2}(?:--|\.\.)[|}o{]{2}/.test(line) && !line.includes(":") ? `${line.trimEnd()} : ""` : line,
  },
  {
    what: "put a relation's text in quotation marks",
    change: (line) => line.replace(/:\s*([^":]+)$/, (_, text: string) => `: ${quoted(text)}`),
  },
  {
    what: "wrote a line as entity relationship diagrams do",
    change: (line) => line.replace(/([|}o]{2})-([|o]{1,2}\{?)(?=\s)/, "$1--$2"),
  },
  {
    what: "wrote how many there are as entity relationship diagrams do",
    change: countSides,
    dropped: (line) => COUNTED.exec(line)?.slice(2, 5).join(" ") ?? "",
  },
  {
    what: "put an attribute's type before its name",
    change: (line) =>
      IS_RELATION.test(line)
        ? line
        : line.replace(/^(\s*)"?(\w+)"?\s*:\s*([\w()[\]]+)\s*(?:,\s*)?(.*)$/, (_, ...parts: string[]) =>
            `${parts[0]}${parts[2]} ${parts[1]} ${parts[3]}`.trimEnd(),
          ),
  },
  { what: "removed a comma", change: (line) => line.replace(/,\s*$/, "") },
  {
    what: "put an attribute's type first, and its key last",
    change: (line) =>
      line.replace(/^(\s*)(PK|FK|UK)\s+(\w+\s+\w+)/, "$1$3 $2").replace(/^(\s*)"(\w+)"(\s+\w+)/, "$1$2$3"),
  },
  {
    what: "moved the values of a type into its comment",
    change: (line) =>
      line.replace(
        /^(\s*\w+)\(([^)]*["'][^)]*)\)(\s+\w+)\s*$/,
        (_, type: string, values: string, name: string) =>
          `${type}${name} "${values.replaceAll(/["']/g, "")}"`,
      ),
  },
];
