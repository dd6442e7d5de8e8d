// One diagram in a new process: node draw.mjs IN.mmd OUT.png SCALE. What is timed and weighed against mmdc.
import { readFile, writeFile } from "node:fs/promises";
import { renderDiagram } from "@framework/diagram";

const [input, output, scale] = process.argv.slice(2);
const { data } = await renderDiagram(await readFile(input, "utf8"), {
  format: "png",
  scale: Number(scale),
  timeoutMs: 120_000,
  limits: { characters: 1_000_000, edges: 10_000, elements: 1_000_000 },
});
await writeFile(output, data);
