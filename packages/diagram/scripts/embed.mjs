// Writes dist/vendor/embedded.js: everything that drawing needs beside its modules, in one module that only bundlers and
// bundles load. Pixels are made by resvg as WebAssembly there, since native code cannot be part of a bundle.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const PORTABLE = fileURLToPath(new URL("portable-resvg.mjs", import.meta.url));
const CHILD = "dist/vendor/child.cjs";
const require = createRequire(import.meta.url);

/** Every file in a folder of the package, by its path in it. */
async function filesIn(packageFolder, folder) {
  const entries = await readdir(path.join(packageFolder, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => path.join(parentPath, name));
  return Promise.all(
    files.map(async (file) => [
      path.relative(packageFolder, file).split(path.sep).join("/"),
      await readFile(file),
    ]),
  );
}

/** The process that draws pictures, with all it imports. */
async function portableRasterizer(packageFolder) {
  const made = await rolldown({
    input: path.join(packageFolder, "dist/raster/child.js"),
    platform: "node",
    external: ["harfbuzzjs"],
    plugins: [{ name: "portable", resolveId: (id) => (id === "./native-resvg.js" ? PORTABLE : null) }],
    logLevel: "silent",
  });
  const { output } = await made.generate({ format: "esm", minify: true, codeSplitting: false });
  await made.close();
  return Buffer.from(output[0].code);
}

/** HarfBuzz is a module that loads its own WebAssembly, so it stays one. */
async function harfBuzz() {
  const dist = path.dirname(require.resolve("harfbuzzjs"));
  const folder = path.dirname(dist);
  const files = ["package.json", "LICENSE", "dist/index.mjs", "dist/harfbuzz.js", "dist/harfbuzz.wasm"];
  return Promise.all(
    files.map(async (file) => [`node_modules/harfbuzzjs/${file}`, await readFile(path.join(folder, file))]),
  );
}

export async function embed(packageFolder) {
  const parts = [
    ["package.json", Buffer.from('{ "type": "module" }\n')],
    ...(await filesIn(packageFolder, "dist/vendor")).filter(([file]) => file !== CHILD),
    // WebAssembly is loaded by a module.
    [CHILD, Buffer.from('import("../raster/child.js");\n')],
    ["dist/raster/child.js", await portableRasterizer(packageFolder)],
    ["dist/raster/resvg.wasm", await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm"))],
    ...(await filesIn(packageFolder, "fonts")),
    ...(await filesIn(packageFolder, "icons")),
    ...(await harfBuzz()),
  ].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const data = Buffer.concat(parts.map(([, content]) => content));
  const files = parts.map(([file, content]) => [file, content.length]);
  const digest = createHash("sha256").update(JSON.stringify(files)).update(data).digest("hex").slice(0, 16);
  await writeFile(
    path.join(packageFolder, "dist/vendor/embedded.js"),
    `export const digest = "${digest}";
export const files = ${JSON.stringify(files)};
export const archive = "${gzipSync(data).toString("base64")}";
`,
  );
}
