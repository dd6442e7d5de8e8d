/** Repairs of a line of a diagram of states, classes or entities. */
import { type LineRepair, quoted } from "./line-repair.js";

export const STATE: readonly LineRepair[] = [
  {
    what: "wrote an arrow as state diagrams do",
    change: (line) => line.replace(/(?<![-=])[-=]>{1,2}/g, "-->").replace(/-->>/g, "-->"),
  },
];

/** Points around a type as the tildes that Mermaid has for them, the innermost first. */
function generics(line: string): string {
  const changed = line.replace(/(?<=\w)<([\w, ~?[\]]+)>/g, "~$1~");
  return changed === line ? line : generics(changed);
}

export const CLASS: readonly LineRepair[] = [
  {
    what: "wrote an arrow as class diagrams do",
    change: (line) =>
      line
        .replace(/(?<![-.<|*o])->(?!>)/g, "-->")
        .replace(/(--|\.\.)\|>>/g, "$1|>")
        .replace(/(?<![-.])([-.])\|>/g, "$1$1|>")
        .replace(/<\|([-.])(?![-.])/g, "<|$1$1")
        .replace(/\bextends\b/g, "--|>")
        .replace(/\bimplements\b/g, "..|>"),
    dropped: (line) => /\bimplements\b/.exec(line)?.[0] ?? "",
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
    what: "moved the values of a type into its comment",
    change: (line) =>
      line.replace(
        /^(\s*\w+)\(([^)]*["'][^)]*)\)(\s+\w+)\s*$/,
        (_, type: string, values: string, name: string) =>
          `${type}${name} "${values.replaceAll(/["']/g, "")}"`,
      ),
  },
];
