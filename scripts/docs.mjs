// Brings what is generated up to date: the tables of docs/providers/<name>.md and the types of the settings with the definitions,
// docs/presets.md with the presets, docs/api with the declarations, the pictures of ARCHITECTURE.md with the imports. Run it after
// `npm run build`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGES, pageOf, reportOf } from "./api-report.mjs";
import { withPictures } from "./import-graph.mjs";
import { withPresets } from "./preset-page.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const built = (file) => import(new URL(`../packages/shared/dist/${file}`, import.meta.url).href);
const { loadProvider, providerNames } = await built("index.js");
const { productsOf } = await built("plugins/product-names.js");
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

const named = providerNames.map(async (name) => ({
  definition: await loadProvider(name),
  products: productsOf(name),
}));
const types = await settingsTypes(await Promise.all(named));
const { PRESETS } = await built("plugins/model_provider/compatible/index.js");
// They are part of what docs/api shows.
if (refresh(path.join(root, "packages/shared/src/plugins/provider-settings.ts"), () => types))
  spawnSync("npx", ["tsc", "-b"], { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
refresh(path.join(root, "docs", "presets.md"), (page) => withPresets(page, PRESETS));
refresh(path.join(root, "ARCHITECTURE.md"), withPictures);
for (const name of PACKAGES) refresh(pageOf(name), () => reportOf(name));

function refresh(file, make) {
  const page = readFileSync(file, "utf8");
  const current = make(page);
  if (current === page) return false;
  writeFileSync(file, current);
  console.log(path.relative(root, file));
  return true;
}
