// Packs Font Awesome Free into icons/font-awesome.json.br. To be run by hand when the icons change:
// node scripts/pack-icons.mjs path/to/@fortawesome/fontawesome-free/metadata/icon-families.json
import { readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";

const [metadata] = process.argv.slice(2);
if (!metadata) throw new Error("name the icon-families.json of a Font Awesome Free package");
const families = JSON.parse(await readFile(metadata, "utf8"));
const styles = { solid: {}, regular: {}, brands: {} };
for (const [name, icon] of Object.entries(families)) {
  for (const [style, { viewBox, path }] of Object.entries(icon.svgs.classic)) {
    const packed = [viewBox[2], viewBox[3], Array.isArray(path) ? path.join("") : path];
    for (const known of [name, ...(icon.aliases?.names ?? [])])
      styles[style][known] ??= known === name ? packed : name;
  }
}
const target = new URL("../icons/font-awesome.json.br", import.meta.url);
await writeFile(target, brotliCompressSync(JSON.stringify(styles)));
