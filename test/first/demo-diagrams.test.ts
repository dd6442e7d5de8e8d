/** Whatever the demo model draws, the diagram package can draw: every kind, of something named and of nothing. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { demoModel } from "@framework/backends";
import { expect, it } from "vitest";

const kinds = [
  "flowchart",
  "sequence diagram",
  "class diagram",
  "state diagram",
  "er diagram",
  "gantt chart",
  "pie chart",
  "git graph diagram",
  "mind map",
  "timeline",
  "quadrant chart",
  "sankey diagram",
];
const subjects = ["", " of a login", ' of cats 40, 2 big dogs, birds: 7 and "müesli" & co\'s [x]; end'];

function drawn(request: string): string {
  const body = { model: "demo-model", messages: [{ role: "user", content: request }] };
  const asked = { surface: "openai", method: "POST", path: "/", query: {}, headers: {}, at: 0 } as const;
  const { text = "" } = demoModel()({ ...asked, body });
  return /```mermaid\n([^]*?)\n```/.exec(text)?.[1] ?? "";
}

/** Draws the sources of its arguments, one line of output each. */
const program = `
import { renderDiagram, shutdown } from "@framework/diagram";
for (const source of JSON.parse(process.argv[1])) {
  const result = await renderDiagram(source).then(({ kind }) => kind, (error) => error.message);
  console.log(JSON.stringify(result));
}
await shutdown();
`;

it("draws every kind", async () => {
  const requests = kinds.flatMap((kind) => subjects.map((subject) => `draw a ${kind}${subject}`));
  const sources = JSON.stringify(requests.map(drawn));
  const args = ["--input-type=module", "-e", program, sources];
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  const names = [
    "flowchart",
    "sequence",
    "class",
    "state",
    "er",
    "gantt",
    "pie",
    "gitgraph",
    "mindmap",
    "timeline",
  ];
  const expected = [...names, "quadrant", "sankey"].flatMap((name) => subjects.map(() => name));
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
  expect(requests.map((request, index) => `${request}: ${results[index]}`)).toEqual(
    requests.map((request, index) => `${request}: ${expected[index]}`),
  );
}, 60_000);
