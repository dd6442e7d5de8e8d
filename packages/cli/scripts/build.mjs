// Bundles the commands with all they import into dist/program, in pieces that are loaded when a command needs them:
// a process that asks one question spends half as much on reading a few large files as on hundreds of small ones.
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const output = path.join(packageFolder, "dist", "program");
const notices = path.join(output, "LICENSES.txt");
const { dependencies } = JSON.parse(await readFile(path.join(packageFolder, "package.json"), "utf8"));

const commands = ["fw", "framework-doctor", "scaffold", "auth"];
const sources = ["cli", "shared"].map((name) => path.join(packageFolder, "..", name, "dist", ".tsbuildinfo"));

/**
 * Rooms that every question needs come in one file each, and `base` needs no network. Only rooms that import nothing but each other
 * may stand here.
 */
const rooms = [
  ["base", /shared.dist.(?:provider.|system.|http.(?:address|proxy|transport-error)\.|terminal.sanitize\.)/],
  ["wire", /shared.dist.(?:http.(?!secure|tunnel)|tokens.|chat.|settings.)/],
];

/** Our modules only declare things, so that what nobody uses of them is left out; but the commands do something. */
const doesSomething = (id) =>
  !/packages.(?:cli|shared).dist/.test(id) || commands.some((name) => id.endsWith(`${name}.js`));

/** Whether nothing was compiled since the last time. */
async function isCurrent() {
  const times = await Promise.all([notices, ...sources].map((file) => stat(file).catch(() => undefined)));
  const [bundled, ...compiled] = times.map((found) => found?.mtimeMs);
  return bundled !== undefined && compiled.every((time) => time !== undefined && time <= bundled);
}

/** The folders of the packages of others whose code is in these modules. */
function packagesOf(modules) {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)];
}

/** Whose a bundled package is and on what terms, in its own words where it brings them. */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  const terms = file === undefined ? "" : `\n${(await readFile(path.join(folder, file), "utf8")).trim()}\n`;
  return `${name} ${version} (${license})\n${terms}`;
}

if (!(await isCurrent())) {
  await rm(output, { recursive: true, force: true });
  const made = await rolldown({
    input: commands.map((name) => path.join(packageFolder, "dist", "commands", `${name}.js`)),
    platform: "node",
    // What stays a dependency: packages that find files beside themselves, or that are loaded by name.
    external: (id) => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`)),
    treeshake: { moduleSideEffects: doesSomething },
    logLevel: "warn",
  });
  const { output: written } = await made.write({
    dir: output,
    format: "esm",
    codeSplitting: {
      groups: rooms.map(([name, test], place) => ({ name, test, priority: rooms.length - place })),
    },
  });
  await made.close();
  const bundled = packagesOf(written.flatMap((chunk) => chunk.moduleIds ?? []));
  await writeFile(notices, (await Promise.all(bundled.map(noticeOf))).join(`\n${"-".repeat(80)}\n\n`));
}
