// `npm run bench`: installs the peers in their own folder, then runs every measurement. `--quick` for a first look.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const flags = process.argv.slice(2);
if (!existsSync(here("peers/node_modules"))) {
  console.log("Installing the peers ...");
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: here("peers"),
    stdio: ["ignore", 2, 2],
  });
}
for (const part of [
  "stream/run.mjs",
  "stream/cancel.mjs",
  "stream/import.mjs",
  "format/pipeline.mjs",
  "format/pictures.mjs",
]) {
  console.log(`\n# bench/${part}`);
  execFileSync(process.execPath, [here(part), ...flags], { stdio: "inherit" });
}
