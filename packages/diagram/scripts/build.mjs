// Bundles the drawing thread into dist/vendor: its first file, the thread itself with Mermaid as chunks that are loaded
// when a kind of diagram is first drawn, and the line breaking rules of Unicode.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const output = path.join(packageFolder, "dist", "vendor");
const require = createRequire(import.meta.url);
const mermaidFolder = path.dirname(require.resolve("mermaid/package.json"));

// What Mermaid does again and again for every label. Measured on warm drawings of graphs; guarded by
// src/every-kind.test.ts and src/hostile.test.ts.
// - `getConfig()` copies all of some 1,500 values at every call: without that half the time is left (204 ms of CPU became
//   97 on average). The copy is kept until the configuration changes; callers get a fresh top level, because the kanban
//   renderer writes to it.
// - Copying defines each property: only the one name that would reach the prototype needs that.
// - Text without "<" comes out of DOMPurify as it was, after its settings were read: 6 % of the time.
const patches = [
  [
    "var getConfig = /* @__PURE__ */ __name(() => {\n  return assignWithDepth_default({}, currentConfig);",
    "var keptFor, kept;\nvar getConfig = /* @__PURE__ */ __name(() => {\n  if (keptFor !== currentConfig) { kept = assignWithDepth_default({}, currentConfig); keptFor = currentConfig; }\n  return { ...kept };",
  ],
  [
    "updateCurrentConfig(currentConfig, [conf]);",
    "keptFor = undefined; updateCurrentConfig(currentConfig, [conf]);",
  ],
  [
    "} else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,",
    '} else if (key !== "__proto__") {\n          dst[key] = srcValue;\n        } else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,',
  ],
  [
    "if (!text) {\n    return text;\n  }\n  if (config2.dompurifyConfig) {",
    'if (!text || (config2.securityLevel === "strict" && !config2.dompurifyConfig && !String(text).includes("<"))) {\n    return text;\n  }\n  if (config2.dompurifyConfig) {',
  ],
];

let patched = 0;
const patchMermaid = {
  name: "patch-mermaid",
  async load(id) {
    if (!id.startsWith(mermaidFolder) || !id.endsWith(".mjs")) return null;
    let code = await readFile(id, "utf8");
    if (!code.includes(patches[0][0])) return null;
    patched++;
    for (const [published, ours] of patches) {
      if (code.split(published).length !== 2)
        throw new Error("Mermaid has changed: look at the patches again");
      code = code.replace(published, ours);
    }
    return code;
  },
};

// dagre's collections are ours, see src/mermaid/collections.ts. And its tables, keyed by the names of nodes, become plain
// dictionaries: as ordinary objects each new name makes V8 shape them anew, which took a fifth of the time of a graph.
const collections = path.join(packageFolder, "dist", "mermaid", "collections.js");
const isDagre = (file) => /[\\/]dagre-d3-es[\\/]src[\\/](?:dagre|graphlib)[\\/]/.test(file ?? "");
const lighterDagre = {
  name: "lighter-dagre",
  resolveId: (id, importer) => (id === "lodash-es" && isDagre(importer) ? collections : null),
  load: async (id) =>
    isDagre(id) ? (await readFile(id, "utf8")).replace(/= \{\}(?=[;,])/g, "= Object.create(null)") : null,
};

await rm(output, { recursive: true, force: true });
await rm(path.join(packageFolder, ".cache"), { recursive: true, force: true });

/** Bundles `input` into CommonJS, which starts faster in a thread than modules do, and whose compiled code can be kept. */
async function bundle(input, settings, ...plugins) {
  const made = await rolldown({
    input,
    platform: "node",
    // Mermaid's libraries as for a browser: that is what the thread looks like to them.
    resolve: { conditionNames: ["import", "browser", "default"], mainFields: ["browser", "module", "main"] },
    external: ["harfbuzzjs"],
    plugins,
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
  });
  const written = await made.write({ format: "cjs", minify: true, ...settings });
  await made.close();
  return written.output;
}

const worker = path.join(packageFolder, "dist", "worker");
await bundle(path.join(worker, "boot.js"), { file: path.join(output, "boot.cjs") });
// The thread as one file and Mermaid as chunks. It lies in a folder as deep as its modules, because they find fonts
// relative to themselves.
const files = await bundle(
  { thread: path.join(worker, "thread.js") },
  {
    dir: output,
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name]-[hash].cjs",
    postBanner: "(function (exports, require, __filename) {",
    postFooter: "})",
  },
  patchMermaid,
  lighterDagre,
);
if (patched !== 1) throw new Error(`the patches were applied ${patched} times instead of once`);
const lineBreakFiles = await bundle(require.resolve("linebreak"), {
  file: path.join(output, "line-break.cjs"),
});

/** The package folder that a module came from. */
function packageOf(id) {
  const parts = id.split(path.sep);
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) return null;
  return parts.slice(0, at + (parts[at + 1].startsWith("@") ? 3 : 2)).join(path.sep);
}

async function licenceOf(folder) {
  const {
    name,
    version,
    license = "see below",
  } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(path.join(folder, file), "utf8") : "";
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

const modules = [...files, ...lineBreakFiles].flatMap((file) => file.moduleIds ?? []);
const folders = [...new Set(modules.map(packageOf))].filter((folder) => folder !== null);
const licences = await Promise.all(folders.map(licenceOf));
await writeFile(path.join(output, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
