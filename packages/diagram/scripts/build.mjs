// Bundles libraries into dist/vendor: Mermaid as one entry and chunks that are loaded when a kind of diagram is first
// drawn, and the line breaking rules of Unicode.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const output = path.join(packageFolder, "dist", "vendor");
const mermaidFolder = path.dirname(createRequire(import.meta.url).resolve("mermaid/package.json"));

// `getConfig()` copies the whole configuration at every call; without that a warm drawing takes half the time (204 ms of
// CPU became 97 on average for four graphs). The copy is kept until the configuration changes; callers get a fresh top
// level, because the kanban renderer writes to it. src/every-kind.test.ts guards it.
const copyAlways =
  "var getConfig = /* @__PURE__ */ __name(() => {\n  return assignWithDepth_default({}, currentConfig);";
const copyOnce =
  "var keptFor, kept;\nvar getConfig = /* @__PURE__ */ __name(() => {\n  if (keptFor !== currentConfig) { kept = assignWithDepth_default({}, currentConfig); keptFor = currentConfig; }\n  return { ...kept };";
const update = "updateCurrentConfig(currentConfig, [conf]);";

let patched = 0;
const patchConfiguration = {
  name: "patch-configuration",
  async load(id) {
    if (!id.startsWith(mermaidFolder) || !id.endsWith(".mjs")) return null;
    const code = await readFile(id, "utf8");
    if (!code.includes(copyAlways)) return null;
    if (!code.includes(update))
      throw new Error("Mermaid's configuration code has changed: look at the patch again");
    patched++;
    return code.replace(copyAlways, copyOnce).replace(update, `keptFor = undefined; ${update}`);
  },
};

await rm(output, { recursive: true, force: true });

// The thread as one file: reading some sixty small modules would take longer than drawing a small diagram. It lies in a
// folder as deep as theirs, because modules find fonts and libraries relative to themselves.
const thread = await rolldown({
  input: path.join(packageFolder, "dist", "worker", "thread.js"),
  platform: "node",
  external: ["harfbuzzjs"],
  logLevel: "silent",
});
await thread.write({ file: path.join(output, "thread.mjs"), format: "esm" });
await thread.close();

const require = createRequire(import.meta.url);
const lineBreak = await rolldown({
  input: require.resolve("linebreak"),
  platform: "node",
  logLevel: "silent",
});
const { output: lineBreakFiles } = await lineBreak.write({
  file: path.join(output, "line-break.cjs"),
  format: "cjs",
  minify: true,
});
await lineBreak.close();
const bundle = await rolldown({
  input: path.join(mermaidFolder, "dist", "mermaid.core.mjs"),
  platform: "browser",
  plugins: [patchConfiguration],
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  logLevel: "silent",
});
const { output: files } = await bundle.write({
  dir: output,
  format: "esm",
  minify: true,
  entryFileNames: "mermaid.mjs",
  chunkFileNames: "chunks/[name]-[hash].mjs",
});
await bundle.close();
if (patched !== 1) throw new Error(`the configuration patch was applied ${patched} times instead of once`);

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
