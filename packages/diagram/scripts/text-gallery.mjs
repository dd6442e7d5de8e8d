// Writes docs/text-diagrams.md: one diagram of every kind, as it is drawn in characters.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { renderDiagram, shutdown } from "../dist/index.js";

const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const sources = path.join(packageFolder, "fixtures", "gallery");
const page = path.join(packageFolder, "..", "..", "docs", "text-diagrams.md");

const files = (await readdir(sources)).toSorted();
let text = `# Diagrams as text

Every kind of diagram that Mermaid has, as \`fw diagram FILE --text --columns 80\` draws it. This page is written by
\`node packages/diagram/scripts/text-gallery.mjs\`; a test holds it to what is drawn.
`;
for (const file of files) {
  const source = await readFile(path.join(sources, file), "utf8");
  const { data } = await renderDiagram(source, { format: "text", columns: 80 });
  text += `\n## ${path.basename(file, ".mmd")}\n\n\`\`\`text\n${data}\`\`\`\n\n<details><summary>Source</summary>\n\n\`\`\`mermaid\n${source}\`\`\`\n\n</details>\n`;
}
await writeFile(page, text);
shutdown();
