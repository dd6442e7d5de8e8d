// Bundles the drawing thread into dist/vendor: its first file, the thread itself with Mermaid as chunks that are loaded
// when a kind of diagram is first drawn, and the line breaking rules of Unicode.
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { embed } from "./embed.mjs";
import { plainExports } from "./plain-exports.mjs";

const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const output = path.join(packageFolder, "dist", "vendor");
const require = createRequire(import.meta.url);
const { isDagre, Patcher } = await import("../dist/upstream/patches.js");

const patcher = new Patcher();
const patch = {
  name: "patch",
  load: async (id) => (patcher.concerns(id) ? patcher.apply(id, await readFile(id, "utf8")) : null),
};

/** What stands for a module that others import: where it lies, and who gets it. */
const upstream = path.join(packageFolder, "dist", "upstream");
const STAND_INS = new Map([
  // dagre's collections are ours, see src/upstream/collections.ts.
  ["lodash-es", { file: path.join(upstream, "collections.js"), isFor: isDagre }],
  [
    "elkjs/lib/elk.bundled.js",
    { file: path.join(packageFolder, "scripts", "named-elk.mjs"), isFor: () => true },
  ],
]);
/** How patches name our own modules. */
const OUR = "our:";
const standIns = {
  name: "stand-ins",
  resolveId: (id, importer) => {
    if (id.startsWith(OUR)) return path.join(upstream, `${id.slice(OUR.length)}.js`);
    const standIn = STAND_INS.get(id);
    return standIn?.isFor(importer ?? "") ? standIn.file : null;
  },
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
  // An older target, so that Math.pow stays a call: see src/upstream/portable-math.ts.
  const minify = { compress: { target: "es2015" }, mangle: true, codegen: true };
  const written = await made.write({ format: "cjs", minify, ...settings });
  await made.close();
  return written.output;
}

/**
 * Writes other characters as escapes: V8 holds a source of ASCII in half of the memory and takes a third of the time to read
 * it. In raw templates escapes stand for themselves.
 */
async function writeInAscii(file) {
  const code = await readFile(file, "utf8");
  if (!/[\u0080-\uffff]/.test(code) || code.includes("String.raw`")) return;
  const escaped = code.replace(/(\\*)([\u0080-\uffff])/g, (_, slashes, character) => {
    const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  await writeFile(file, escaped);
}

const worker = path.join(packageFolder, "dist", "worker");
await bundle(path.join(worker, "boot.js"), { file: path.join(output, "boot.cjs") });
await bundle(path.join(packageFolder, "dist", "raster", "child.js"), {
  file: path.join(output, "child.cjs"),
  codeSplitting: false,
});
await bundle(path.join(packageFolder, "dist", "raster", "print.js"), {
  file: path.join(output, "print.cjs"),
});
const image = path.join(packageFolder, "dist", "image");
for (const name of ["image", "make-image"])
  await bundle(path.join(image, `${name}.js`), { file: path.join(output, `${name}.cjs`) });
// What is drawn when an image is made: a diagram of each kind.
await cp(path.join(packageFolder, "fixtures", "gallery"), path.join(output, "samples"), { recursive: true });
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
  patch,
  standIns,
  plainExports,
);
for (const { fileName } of files) await writeInAscii(path.join(output, fileName));
const wrong = patcher.check();
if (wrong.length > 0) throw new Error(`${wrong.join("\n")}\nSee UPGRADING.md.`);
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
await embed(packageFolder);

// The door as one file: twenty modules take a process longer to load than to use. It lies as deep as the module that finds the
// parts, and what only bundles need stays outside.
const dist = path.join(packageFolder, "dist");
const door = await rolldown({
  input: path.join(dist, "index.js"),
  platform: "node",
  external: path.join(dist, "parts", "unpack-parts.js"),
  logLevel: "silent",
});
await door.write({ dir: dist, entryFileNames: "vendor/index.js", format: "esm", codeSplitting: false });
await door.close();
