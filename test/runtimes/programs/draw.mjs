// Draws five diagrams as SVG, PNG and text: checksums of each, and of the PNG's pixels.
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { renderDiagram, shutdown } from "@framework/diagram";

const branches = ["Input", "Output", "Performance", "Safety", "People"].map((name) =>
  [name, ...[1, 2, 3, 4].flatMap((number) => [`  ${name} ${number}`, `    Detail ${number}`])]
    .map((line) => `    ${line}`)
    .join("\n"),
);
const SOURCES = {
  flowchart: `flowchart LR
  a["Ask"] -->|once| b{"Known?"}
  b -- yes --> c(["Answer"])
  b -- no --> d[("Look up")] --> c`,
  sequence: `sequenceDiagram
  Browser->>Server: POST /login
  Note over Server: checks
  Server-->>Browser: cookie`,
  mindmap: `mindmap\n  root((Formatter))\n${branches.join("\n")}`,
  architecture: `architecture-beta
  group api(cloud)[API]
  service db(database)[Database] in api
  service disk(disk)[Storage] in api
  service server(server)[Server] in api
  db:L -- R:server
  disk:T -- B:server`,
  shaped: 'flowchart TD\n  a["نص عربي"] --> b["हिन्दी 👩‍👩‍👧"] --> c["x² ≤ 9"]',
};

const sum = (data) => createHash("sha256").update(data).digest("hex").slice(0, 16);

/** The rows of a PNG of ours, which has one chunk of data. */
function pixelsOf(png) {
  const data = Buffer.from(png);
  const start = data.indexOf("IDAT");
  return inflateSync(data.subarray(start + 4, start + 4 + data.readUInt32BE(start - 4)));
}

export async function draw() {
  const svg = {};
  const png = {};
  const pixels = {};
  const text = {};
  for (const [name, source] of Object.entries(SOURCES)) {
    svg[name] = sum((await renderDiagram(source, { timeoutMs: 60_000 })).data);
    const picture = await renderDiagram(source, { format: "png", timeoutMs: 60_000 });
    png[name] = sum(picture.data);
    pixels[name] = sum(pixelsOf(picture.data));
    text[name] = sum((await renderDiagram(source, { format: "text", timeoutMs: 60_000 })).data);
  }
  const fault = await renderDiagram("flowchart LR\n  a -->", { repair: false }).then(
    () => "none",
    (error) => error.name,
  );
  shutdown();
  return { svg, png, pixels, text, fault };
}
