/** Diagrams of every kind, drawn from what the request names. */
import type { Item, Subject } from "./subject.js";

type Draw = (subject: Subject) => string;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join("\n");
/** Steps of things that people ask for most; any other subject gets steps that fit everything. */
const KNOWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /log ?in|sign ?in|auth/i,
    ["Open the page", "Send name and password", "Check the password", "Create a session", "Show the account"],
  ],
  [
    /order|shop|checkout|buy|purchase/i,
    ["Fill the basket", "Check the stock", "Take the payment", "Pack", "Send the parcel"],
  ],
  [/deploy|release|build|\bci\b/i, ["Push a commit", "Build", "Run the tests", "Deploy", "Watch the errors"]],
  [/coffee|tea\b/i, ["Grind", "Boil water", "Pour", "Wait", "Drink"]],
];

function namesOf({ topic, items }: Subject): string[] {
  if (items.length > 0) return items.map(({ name }) => capital(name));
  const steps = KNOWN.find(([pattern]) => pattern.test(topic))?.[1];
  if (steps) return [...steps];
  return topic === ""
    ? ["Question", "Think", "Use a tool", "Answer"]
    : [`Begin ${topic}`, "Look", "Decide", "Do it", "Done"];
}

/** The numbers that were given; where none was, made-up ones that grow smaller. */
function valuesOf(subject: Subject): (Item & { value: number })[] {
  const names = namesOf(subject);
  return names.map((name, index) => ({
    name,
    value: subject.items[index]?.value ?? (names.length - index) * 10,
  }));
}

const titleOf = ({ topic, items }: Subject, fallback: string): string =>
  items.length > 0 || topic === "" ? fallback : capital(topic.replace(/^(?:a|an|the) /i, ""));

const flow: Draw = (subject) => {
  const names = namesOf(subject);
  const nodes = names.map((name, index) => `  S${index}["${name}"]`);
  const arrows = names.slice(1).map((_, index) => `  S${index} --> S${index + 1}`);
  if (subject.items.length > 0) return lines("graph LR", nodes, arrows);
  const middle = Math.max(1, names.length - 3);
  return lines("graph TD", nodes, `  S${middle}{"${names[middle]}?"}`, arrows, `  S${middle} -->|no| S0`);
};

const sequence: Draw = (subject) => {
  if (subject.items.length > 0) {
    const actors = namesOf(subject);
    const calls = actors.slice(1).flatMap((_, index) => [`  P${index}->>P${index + 1}: asks`]);
    const answers = actors
      .slice(1)
      .map((_, index) => `  P${index + 1}-->>P${index}: answers`)
      .toReversed();
    return lines(
      "sequenceDiagram",
      actors.map((name, index) => `  participant P${index} as ${name}`),
      calls,
      answers,
    );
  }
  if (/log ?in|sign ?in|auth/i.test(subject.topic)) return LOGIN;
  const names = namesOf(subject);
  const lanes = ["U", "A", "S"];
  const messages = names.map((name, index) => {
    const from = lanes[index % 2] ?? "U";
    const to = lanes[(index % 2) + 1] ?? "A";
    return `  ${from}->>${to}: ${name}`;
  });
  return lines(
    "sequenceDiagram",
    ["  participant U as User", "  participant A as App", "  participant S as Server"],
    messages,
    ["  S-->>A: done", "  A-->>U: done"],
  );
};

const LOGIN = `sequenceDiagram
  actor U as User
  participant B as Browser
  participant S as Server
  participant D as Database
  U->>B: name and password
  B->>S: POST /login
  S->>D: find the user
  D-->>S: password hash
  alt the password fits
    S-->>B: session cookie
    B-->>U: your account
  else it does not
    S-->>B: 401
    B-->>U: try again
  end`;

const classes: Draw = (subject) => {
  const names = namesOf(subject);
  return lines(
    "classDiagram",
    names.map((name, index) => `  class C${index}["${name}"]`),
    ["  C0 : +String name", "  C0 : +start()", "  C0 : +stop()"],
    names.slice(1).map((_, index) => `  C0 <|-- C${index + 1}`),
  );
};

const states: Draw = (subject) => {
  const names = namesOf(subject);
  const ids = names.map((_, index) => `s${index}`);
  return lines(
    "stateDiagram-v2",
    names.map((name, index) => `  state "${name}" as s${index}`),
    "  [*] --> s0",
    ids.slice(1).map((id, index) => `  s${index} --> ${id}`),
    `  s${ids.length - 1} --> [*]`,
  );
};

const entities: Draw = (subject) => {
  const names = namesOf(subject).map((name) => `"${name}"`);
  return lines(
    "erDiagram",
    names.slice(1).map((name, index) => `  ${names[index]} ||--o{ ${name} : has`),
  );
};

const gantt: Draw = (subject) => {
  const days = (index: number) => Math.max(1, Math.round(subject.items[index]?.value ?? 2));
  return lines(
    "gantt",
    `  title ${titleOf(subject, "Plan")}`,
    ["  dateFormat YYYY-MM-DD", "  axisFormat %d %b"],
    namesOf(subject).map(
      (name, index) =>
        `  ${index + 1} ${name} :t${index}, ${index === 0 ? "2026-01-05" : `after t${index - 1}`}, ${days(index)}d`,
    ),
  );
};

const pie: Draw = (subject) =>
  lines(
    `pie showData title ${titleOf(subject, "Shares")}`,
    valuesOf(subject).map(({ name, value }) => `  "${name}" : ${value || 0.01}`),
  );

const git: Draw = (subject) => {
  const [first = "start", ...others] = namesOf(subject);
  return lines(
    "gitGraph",
    `  commit id: "${first}"`,
    ["  branch work", "  checkout work"],
    others.map((name) => `  commit id: "${name}"`),
    ["  checkout main", "  merge work"],
  );
};

const mindmap: Draw = (subject) =>
  lines(
    "mindmap",
    `  root((${titleOf(subject, "Ideas")}))`,
    namesOf(subject).map((name) => `    ${name}`),
  );

const timeline: Draw = (subject) =>
  lines(
    "timeline",
    `  title ${titleOf(subject, "What happened")}`,
    namesOf(subject).map(
      (name, index) => `  ${subject.items[index]?.value ?? `Step ${index + 1}`} : ${name}`,
    ),
  );

const quadrant: Draw = (subject) => {
  const names = namesOf(subject);
  // Spread over the field, the same way every time.
  const place = (index: number, step: number) => (0.15 + ((index * step) % 7) / 10).toFixed(2);
  return lines(
    "quadrantChart",
    `  title ${titleOf(subject, "Worth doing?")}`,
    ["  x-axis Little work --> Much work", "  y-axis Little use --> Much use"],
    ["  quadrant-1 Plan", "  quadrant-2 Do now", "  quadrant-3 Later", "  quadrant-4 Leave"],
    names.map((name, index) => `  "${name}": [${place(index, 3)}, ${place(index, 5)}]`),
  );
};

/** This grammar knows no other letters. */
const ascii = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[^\x20-\x7e]/g, "")
    .trim() || "Other";

const sankey: Draw = (subject) =>
  lines(
    ["sankey-beta", ""],
    valuesOf(subject).map(
      ({ name, value }) => `"${ascii(titleOf(subject, "All"))}","${ascii(name)}",${value}`,
    ),
  );

/** By the word that asks for it. A git graph is no graph, so it comes first. */
const KINDS: readonly { readonly pattern: RegExp; readonly name: string; readonly draw: Draw }[] = [
  { pattern: /\bgit ?graph|\bgit\b/i, name: "git graph", draw: git },
  { pattern: /flow|\bgraph\b/i, name: "flowchart", draw: flow },
  { pattern: /sequence/i, name: "sequence diagram", draw: sequence },
  { pattern: /\bclass(es)?\b/i, name: "class diagram", draw: classes },
  { pattern: /\bstates?\b/i, name: "state diagram", draw: states },
  { pattern: /\ber\b|entit/i, name: "entity diagram", draw: entities },
  { pattern: /gantt/i, name: "Gantt chart", draw: gantt },
  { pattern: /\bpie\b/i, name: "pie chart", draw: pie },
  { pattern: /mind ?map/i, name: "mind map", draw: mindmap },
  { pattern: /time ?line/i, name: "timeline", draw: timeline },
  { pattern: /quadrant/i, name: "quadrant chart", draw: quadrant },
  { pattern: /sankey/i, name: "Sankey diagram", draw: sankey },
];

/** The names of the kinds, for the help text. */
export const kindNames: readonly string[] = KINDS.map(({ name }) => name);

/** A diagram, and what it is called. */
export function drawDiagram(asked: string, subject: Subject): { name: string; source: string } {
  const { name, draw } = KINDS.find(({ pattern }) => pattern.test(asked)) ?? {
    name: "flowchart",
    draw: flow,
  };
  return { name, source: draw(subject) };
}
