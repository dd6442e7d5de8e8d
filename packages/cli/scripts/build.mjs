// Bundles the commands into dist/bundle, with what they use of @framework/shared and of other packages: most of what a short
// command costs is finding and reading hundreds of small files.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licencesIn } from "../../../scripts/licences.mjs";

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "dist");
const bundle = path.join(dist, "bundle");
const commands = ["fw", "auth", "framework-doctor", "scaffold"];

/** Rooms that every question needs come in one file each; `base` needs no network. They import nothing but each other. */
const rooms = [
  ["base", /shared.dist.(?:provider.|system.|http.(?:address|proxy|transport-error)\.|terminal.sanitize\.)/],
  ["wire", /shared.dist.(?:http|tokens|chat|settings)\W/],
];

const made = await rolldown({
  input: Object.fromEntries(commands.map((name) => [name, path.join(dist, "commands", `${name}.js`)])),
  platform: "node",
  // Loaded by few commands, or not as modules.
  external: [/^node:/, /^@framework\/(?:backends|diagram)/, /^@clack\//],
  treeshake: {
    // Our modules only declare things; what nobody uses of them is left out.
    moduleSideEffects: (id) =>
      !/packages.(?:cli|shared).dist/.test(id) || commands.some((name) => id.endsWith(`${name}.js`)),
  },
  logLevel: "warn",
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await made.write({
  dir: bundle,
  format: "esm",
  cleanDir: true,
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: {
    groups: rooms.map(([name, test], place) => ({ name, test, priority: rooms.length - place })),
  },
});
await made.close();
await writeFile(path.join(bundle, "LICENSES.txt"), await licencesIn(output));
