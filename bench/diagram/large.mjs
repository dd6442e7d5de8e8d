// Graphs of many nodes, the same in every run: node large.mjs FOLDER writes them there.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const WORDS =
  "Order Payment Cart User Login Stock Mail Search Index Cache Queue Report Invoice Return Check Ship".split(
    " ",
  );
const SHAPES = [
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
  ["([", "])"],
  ["[(", ")]"],
];

/** A flowchart in which nearly every node hangs on one shortly before it, and every fifth on another one as well. */
export function flowchart(nodes) {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = () => WORDS[random(WORDS.length)];
  const lines = ["flowchart TD"];
  for (let node = 0; node < nodes; node++) {
    const [open, close] = SHAPES[random(node % 3 === 0 ? SHAPES.length : 2)];
    lines.push(`  n${node}${open}${word()} ${word().toLowerCase()} ${node}${close}`);
  }
  for (let node = 1; node < nodes; node++) {
    lines.push(`  n${node - 1 - random(Math.min(node, 12))} --> n${node}`);
    if (random(5) === 0) lines.push(`  n${random(node)} -- ${word().toLowerCase()} --> n${node}`);
  }
  return `${lines.join("\n")}\n`;
}

export const LARGE = { flow400: () => flowchart(400), flow1000: () => flowchart(1_000) };

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [name, make] of Object.entries(LARGE))
    writeFileSync(path.join(process.argv[2] ?? ".", `${name}.mmd`), make());
