// The mistakes that models make in Mermaid, each as a change of a right diagram; what does not change it is left out.
const all = ["flowchart", "sequence", "state", "class", "er", "pie"];
const unquote = (text) =>
  text.replace(/(\[\(|\[\[|\(\(|\{\{|\[|\{|\()"([^"]*)"(\)\]|\]\]|\)\)|\}\}|\]|\}|\))/g, "$1$2$3");

export const mistakes = [
  ["unquoted labels", ["flowchart"], (text) => unquote(text).replace(/\|"([^"]*)"\|/g, "|$1|")],
  ["one unquoted label", ["flowchart"], (text) => text.replace(/\["([^"]*[(){}/:&][^"]*)"\]/, "[$1]")],
  ["unquoted edge label", ["flowchart"], (text) => text.replace(/\|"([^"]*)"\|/, "|$1|")],
  ["arrows of one dash", ["flowchart", "state", "class"], (text) => text.replace(/ --> /g, " -> ")],
  ["one arrow of one dash", ["flowchart"], (text) => text.replace(" --> ", " -> ")],
  ["fat arrows", ["flowchart"], (text) => text.replace(" --> ", " => ")],
  ["sequence arrows", ["flowchart"], (text) => text.replaceAll(" --> ", " ->> ")],
  [
    "Unicode arrows",
    ["flowchart", "sequence", "state"],
    (text) => text.replaceAll("-->>", "\u2192").replaceAll("->>", "\u2192").replaceAll("-->", "\u2192"),
  ],
  ["dashes of a word processor", ["flowchart", "state"], (text) => text.replaceAll("-->", "\u2014>")],
  [
    "curly quotation marks",
    ["flowchart", "er", "pie"],
    (text) => text.replace(/"([^"]*)"/g, "\u201c$1\u201d"),
  ],
  ["end as a node", ["flowchart"], (text) => text.replace('finish["end"]', "end")],
  ["a missing end", ["flowchart", "sequence"], (text) => text.replace(/\n\s*end(?=\n|$)/, "")],
  ["one end too many", ["flowchart", "sequence"], (text) => `${text}\nend`],
  ["HTML entities", all, (text) => text.replaceAll(">", "&gt;")],
  ["a fence around it", all, (text) => `\`\`\`mermaid\n${text}\n\`\`\``],
  ["the word mermaid first", all, (text) => `mermaid\n${text}`],
  ["an unclosed fence", all, (text) => `\`\`\`mermaid\n${text}`],
  ["semicolons", ["state", "er", "pie", "class"], (text) => text.replace(/([^{}\s])$/gm, "$1;")],
  [
    "a header in two words",
    ["sequence", "class", "state", "er", "flowchart"],
    (text) =>
      text
        .replace("sequenceDiagram", "sequence diagram")
        .replace("classDiagram", "class diagram")
        .replace("stateDiagram-v2", "state diagram")
        .replace("erDiagram", "ER diagram")
        .replace("flowchart", "flow chart"),
  ],
  [
    "a header with a colon",
    ["sequence", "flowchart", "class", "er", "state"],
    (text) => text.replace(/^(\S+)/, "$1:"),
  ],
  [
    "a lower-case direction",
    ["flowchart"],
    (text) => text.replace(/^flowchart (\w+)/, (_, way) => `flowchart ${way.toLowerCase()}`),
  ],
  ["no header", ["flowchart"], (text) => text.replace(/^flowchart \w+\n/, "")],
  ["comments of a programming language", all, (text) => text.replace("\n", "\n  // what follows\n")],
  ["comments with a hash", all, (text) => text.replace("\n", "\n  # what follows\n")],
  ["invisible characters", all, (text) => text.replace("\n", "\u200b\n").replaceAll("  ", "\u00a0\u00a0")],
  ["messages without a colon", ["sequence"], (text) => text.replace(/(>>\w+): /g, "$1 ")],
  ["relations without a text", ["er"], (text) => text.replace(/ : \w+$/m, "")],
  ["relations with unquoted words", ["er"], (text) => text.replace(/: "([^"]*)"/, ": $1")],
  ["slices without quotation marks", ["pie"], (text) => text.replace(/"([^"]*)"/g, "$1")],
  ["slices in per cent", ["pie"], (text) => text.replace(/(\d+)$/gm, "$1%")],
  ["slices with commas", ["pie"], (text) => text.replace(/(\d+)$/gm, "$1,")],
  ["extends", ["class"], (text) => text.replace(/(\w+) <\|-- (\w+)/, "$2 extends $1")],
  [
    "a subgraph's title without quotation marks",
    ["flowchart"],
    (text) => text.replace(/subgraph \w+\["([^"]*)"\]/g, "subgraph $1 (group)"),
  ],
];
