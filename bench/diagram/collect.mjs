// Collects diagrams that nobody here has written from git repositories on this machine (work tree, bare or .git directory), and
// writes them to unseen.json with their origin: node collect.mjs GIT_DIRECTORY...
// What is compared is never part of the product: the file is not committed. Good sources, with their licences:
//   https://github.com/mermaid-js/mermaid (MIT): docs, demos and rendering specifications
//   https://github.com/open-telemetry/opentelemetry.io (CC BY 4.0), https://github.com/zenml-io/zenml (Apache-2.0),
//   https://github.com/ethereum/ethereum-org-website (MIT), https://github.com/getsentry/sentry-docs (FSL),
//   https://github.com/kubernetes/website (CC BY 4.0), https://github.com/kubernetes/enhancements (Apache-2.0),
//   https://github.com/cosmos/ibc-go (MIT), https://github.com/microsoft/agent-framework (MIT),
//   https://github.com/hugo-fixit/docs (MIT), https://github.com/forsteri/docs (MIT), https://github.com/mcanlas/temporal-diagrams (MIT),
//   https://github.com/AutumnsGrove/MermaidVisualizer (MIT), https://github.com/shadowX4fox/solutions-architect-skills (MIT),
//   https://github.com/mickdarling/merview (AGPL-3.0)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MAX_SOURCE = 50_000;
const found = new Map();

const unescaped = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The text without the indent that all of its lines share. */
function dedent(text) {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, 1_000);
  return lines.map((line) => line.slice(shared)).join("\n");
}

function* fences(text) {
  for (const [, , fence] of text.matchAll(
    /^([ \t]*)```+\s*\{?(?:mermaid|mermaid-example)\b[^\n]*\n([\s\S]*?)^\1```/gm,
  ))
    yield fence;
}

function* snapshots(text) {
  for (const [, template] of text.matchAll(/(?:imgSnapshotTest|renderGraph)\(\s*`((?:[^`\\]|\\.)*)`/g)) {
    if (!template.includes("${")) yield template.replaceAll("\\\\", "\\").replaceAll("\\`", "`");
  }
}

function* demos(text) {
  for (const [, , pre] of text.matchAll(/<(pre|div)[^>]*class="mermaid[^"]*"[^>]*>([\s\S]*?)<\/\1>/g))
    yield unescaped(pre);
}

function* whole(text) {
  yield text;
}

const SOURCE_FILE = /\.(?:mmd|mermaid)$/;
const readers = [
  [SOURCE_FILE, whole],
  [/\.mdx?$/, fences],
  [/\.spec\.[jt]s$/, snapshots],
  [/demos\/.*\.html$/, demos],
];

for (const folder of process.argv.slice(2)) {
  const git = (...args) =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  const commit = git("rev-parse", "HEAD").trim();
  const name = path.basename(path.dirname(path.resolve(folder))) || folder;
  for (const file of git("ls-tree", "-r", "--name-only", "HEAD").split("\n")) {
    const reader = readers.find(([pattern]) => pattern.test(file))?.[1];
    if (!reader || /node_modules|(?:^|\/)i18n\/|translations/.test(file)) continue;
    let text;
    try {
      text = git("show", `HEAD:${file}`);
    } catch {
      continue;
    }
    if (!SOURCE_FILE.test(file) && !/mermaid|imgSnapshotTest|renderGraph/.test(text)) continue;
    for (const source of reader(text)) {
      const diagram = dedent(source);
      if (!diagram.trim() || diagram.length > MAX_SOURCE) continue;
      const id = createHash("sha1").update(diagram).digest("hex").slice(0, 10);
      if (!found.has(id))
        found.set(id, { id, origin: `${name}@${commit.slice(0, 10)}:${file}`, source: diagram });
    }
  }
  process.stderr.write(`${name}: ${found.size} diagrams so far\n`);
}
const output = fileURLToPath(new URL("unseen.json", import.meta.url));
writeFileSync(output, JSON.stringify([...found.values()], null, 1));
