// Installs the tarballs of all packages (packed into the folder that is its argument) in an empty folder, as a user would, looks at
// what came with them, and uses them there.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packed = path.resolve(process.argv[2]);
const folder = mkdtempSync(path.join(tmpdir(), "pack-check-"));
const modules = path.join(folder, "node_modules");

const packages = readdirSync(path.join(root, "packages")).map((name) => {
  const file = path.join(root, "packages", name, "package.json");
  const { bin = {}, name: full, version } = JSON.parse(readFileSync(file, "utf8"));
  return {
    name: full,
    tarball: path.join(packed, `framework-${name}-${version}.tgz`),
    commands: Object.keys(bin),
  };
});

/** What `@framework/shared` may cost whoever installs it alone. */
const LIMIT = { name: "@framework/shared", megabytes: 20, packages: 15 };

const filesIn = (place) =>
  readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));

function install(tarballs) {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...tarballs];
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
}

/** Installs one tarball alone and measures what came with it. */
function measureAlone() {
  install(packages.filter(({ name }) => name === LIMIT.name).map(({ tarball }) => tarball));
  const lock = readFileSync(path.join(modules, ".package-lock.json"), "utf8");
  const count = Object.keys(JSON.parse(lock).packages).length;
  const megabytes = filesIn(modules).reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6;
  if (megabytes > LIMIT.megabytes || count > LIMIT.packages)
    throw new Error(`${LIMIT.name} installs as ${count} packages and ${megabytes.toFixed(1)} MB`);
  return `${LIMIT.name} alone: ${count} packages, ${megabytes.toFixed(1)} MB`;
}

function lookInto({ name }) {
  const place = path.join(modules, ...name.split("/"));
  for (const required of ["README.md", "LICENSE"]) {
    if (!existsSync(path.join(place, required))) throw new Error(`${name} is packed without ${required}`);
  }
  const stray = filesIn(place)
    .map((file) => path.relative(place, file))
    .find((file) => !file.startsWith("node_modules") && /\.test\.|\/testing\/|tsbuildinfo/.test(file));
  if (stray) throw new Error(`${name} packs ${stray}`);
}

try {
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const measured = measureAlone();
  install(packages.map(({ tarball }) => tarball));
  packages.forEach(lookInto);
  writeFileSync(
    path.join(folder, "use.mjs"),
    `import { createClient } from "@framework/shared";
import { startBackend } from "@framework/backends";
const backend = await startBackend("selfhost");
const client = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
await client.connect(null, null, (await client.listModels())[0]);
const turn = await client.generate("packed and installed");
await client.close();
await backend.close();
process.stdout.write(turn.text);
`,
  );
  const answer = execFileSync(process.execPath, ["use.mjs"], { cwd: folder, encoding: "utf8" });
  if (!answer.includes("packed and installed")) throw new Error(`the installed library answered: ${answer}`);
  for (const command of packages.flatMap(({ commands }) => commands)) {
    execFileSync(path.join(modules, ".bin", command), ["--help"], { cwd: folder, stdio: "pipe" });
  }
  console.log(`${packages.length} packages installed and used; ${measured}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
