// Draws Mermaid text as a PNG file, without a browser.
//   node examples/diagram-to-png.mjs login.png
import { writeFile } from "node:fs/promises";
import { renderDiagram } from "@framework/diagram";

const source = `sequenceDiagram
  Browser->>Server: POST /login
  Server-->>Browser: session cookie`;

const file = process.argv[2] ?? "diagram.png";
const { data, width, height } = await renderDiagram(source, { format: "png", scale: 2, theme: "neutral" });
await writeFile(file, data);
console.log(`${file}: ${width} x ${height} pixels`);
