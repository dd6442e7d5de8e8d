// Brings what is generated up to date: the tables of docs/providers/<name>.md and the types of the settings with the definitions, the
// pictures of ARCHITECTURE.md with the imports. Run it after `npm run build`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withPictures } from "./import-graph.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const built = (file) => import(new URL(`../packages/shared/dist/${file}`, import.meta.url).href);
const { loadProvider, providerNames } = await built("index.js");
const { productNames, providerCalled } = await built("plugins/product-names.js");
const { providerFacts, settingsTypes, withTables } = await built("explain/index.js");

const folder = path.join(root, "docs", "providers");
mkdirSync(folder, { recursive: true });
for (const name of providerNames) {
  const definition = await loadProvider(name);
  const file = path.join(folder, `${name}.md`);
  const page = existsSync(file) ? readFileSync(file, "utf8") : `# ${name}\n\n${definition.kind}.\n`;
  const current = withTables(page, await providerFacts(definition));
  if (current === page && existsSync(file)) continue;
  writeFileSync(file, current);
  console.log(path.relative(root, file));
}

const settings = path.join(root, "packages/shared/src/plugins/provider-settings.ts");
const named = providerNames.map(async (name) => ({
  definition: await loadProvider(name),
  products: productNames.filter((product) => providerCalled(product) === name),
}));
const types = await settingsTypes(await Promise.all(named));
if (!existsSync(settings) || readFileSync(settings, "utf8") !== types) {
  writeFileSync(settings, types);
  console.log(path.relative(root, settings));
}

const map = path.join(root, "ARCHITECTURE.md");
const drawn = readFileSync(map, "utf8");
if (withPictures(drawn) !== drawn) {
  writeFileSync(map, withPictures(drawn));
  console.log(path.relative(root, map));
}
