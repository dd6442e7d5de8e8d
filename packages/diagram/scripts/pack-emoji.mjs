// Packs Twemoji's pictures into icons/twemoji.txt.br, a line for each: code points, a tab, markup on a grid of 36 by 36.
// To be run by hand when they change: node scripts/pack-emoji.mjs path/to/@twemoji/svg
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("name the folder of the package @twemoji/svg");
const lines = [];
for (const file of (await readdir(folder)).filter((name) => name.endsWith(".svg")).toSorted()) {
  const code = path.basename(file, ".svg");
  const markup = (await readFile(path.join(folder, file), "utf8"))
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replaceAll("\n", " ")
    // Ids of one picture must not be those of another.
    .replaceAll(/(\bid="|url\(#)(\w+)/g, `$1emoji-${code}-$2`);
  lines.push(`${code}\t${markup}\n`);
}
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const target = new URL("../icons/twemoji.txt.br", import.meta.url);
await writeFile(target, brotliCompressSync(`\n${lines.join("")}`, { params }));
