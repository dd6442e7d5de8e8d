// Packs every package, installs the tarballs in an empty folder as a user would, and uses them there.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), "pack-check-"));
const npm = (args, cwd) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const packages = readdirSync(path.join(root, "packages")).map((name) => {
  const { bin = {}, name: full } = JSON.parse(
    readFileSync(path.join(root, "packages", name, "package.json"), "utf8"),
  );
  return { folder: path.join(root, "packages", name), name: full, commands: Object.keys(bin) };
});

/** What `@framework/shared` may cost whoever installs it alone. */
const LIMIT = { name: "@framework/shared", megabytes: 20, packages: 15 };

function bytesIn(place) {
  return readdirSync(place, { withFileTypes: true }).reduce((sum, entry) => {
    const full = path.join(place, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(full) : lstatSync(full).size);
  }, 0);
}

/** Installs one tarball alone and measures what came with it. */
function measureAlone(tarball) {
  const alone = path.join(folder, "alone");
  mkdirSync(alone);
  writeFileSync(path.join(alone, "package.json"), '{ "private": true }\n');
  npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", tarball], alone);
  const lock = readFileSync(path.join(alone, "node_modules", ".package-lock.json"), "utf8");
  const count = Object.keys(JSON.parse(lock).packages).length;
  const megabytes = bytesIn(path.join(alone, "node_modules")) / 1e6;
  if (megabytes > LIMIT.megabytes || count > LIMIT.packages)
    throw new Error(`${LIMIT.name} installs as ${count} packages and ${megabytes.toFixed(1)} MB`);
  return `${LIMIT.name} alone: ${count} packages, ${megabytes.toFixed(1)} MB`;
}

try {
  const tarballs = packages.map((entry) => {
    const [{ filename, files }] = JSON.parse(
      npm(["pack", "--json", "--pack-destination", folder], entry.folder),
    );
    for (const required of ["README.md", "LICENSE"]) {
      if (!files.some((file) => file.path === required))
        throw new Error(`${entry.name} is packed without ${required}`);
    }
    const stray = files.find((file) => /\.test\.|\/testing\/|tsbuildinfo/.test(file.path));
    if (stray) throw new Error(`${entry.name} packs ${stray.path}`);
    return `./${filename}`;
  });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], folder);
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
    execFileSync(path.join(folder, "node_modules", ".bin", command), ["--help"], {
      cwd: folder,
      stdio: "pipe",
    });
  }
  const measured = measureAlone(
    `../${tarballs[packages.findIndex(({ name }) => name === LIMIT.name)].slice(2)}`,
  );
  console.log(`${packages.length} packages packed, installed and used; ${measured}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
