// What it costs to have a library at all: CPU to import it, and its size on disk with everything it brings along.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median, report } from "../lib/report.mjs";

const peersFile = new URL("../peers/package.json", import.meta.url);
const peers = createRequire(peersFile);
const peerVersion = (name) => JSON.parse(readFileSync(peersFile, "utf8")).dependencies[name];
const shared = fileURLToPath(new URL("../../packages/shared", import.meta.url));
const built = (file) => pathToFileURL(path.join(shared, "dist", file)).href;
const fromPeers = (name) => pathToFileURL(peers.resolve(name)).href;

const libraries = [
  {
    name: "framework, one provider",
    imports: [built("plugins/model_provider/selfhost/index.js")],
    pack: shared,
  },
  { name: "framework, client", imports: [built("index.js")], pack: shared },
  { name: "openai", imports: [fromPeers("openai")], install: ["openai"] },
  {
    name: "ai + openai-compatible",
    imports: [fromPeers("ai"), fromPeers("@ai-sdk/openai-compatible")],
    install: ["ai", "@ai-sdk/openai-compatible"],
  },
  {
    name: "ai + openrouter",
    imports: [fromPeers("ai"), fromPeers("@openrouter/ai-sdk-provider")],
    install: ["ai", "@openrouter/ai-sdk-provider"],
  },
  {
    name: "@langchain/openai",
    imports: [fromPeers("@langchain/openai")],
    install: ["@langchain/openai", "@langchain/core"],
  },
];

const npm = (args, cwd) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function importCpu(targets) {
  const code = `const before = process.cpuUsage();
for (const target of ${JSON.stringify(targets)}) await import(target);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));`;
  const runs = Array.from({ length: 9 }, () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" })),
  );
  return median(runs);
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(full);
    else if (entry.isFile()) yield full;
  }
}

const sizes = new Map();
function installed({ pack, install }) {
  const key = pack ?? install.join();
  if (sizes.has(key)) return sizes.get(key);
  const folder = mkdtempSync(path.join(tmpdir(), "bench-size-"));
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
    const wanted = pack
      ? [`./${JSON.parse(npm(["pack", "--json", "--pack-destination", folder], pack))[0].filename}`]
      : install.map((name) => `${name}@${peerVersion(name)}`);
    npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", ...wanted], folder);
    const all = [...files(path.join(folder, "node_modules"))];
    const bytes = all.reduce((sum, file) => sum + statSync(file).size, 0);
    const packages = JSON.parse(
      readFileSync(path.join(folder, "node_modules", ".package-lock.json"), "utf8"),
    ).packages;
    const size = { megabytes: bytes / 1e6, packages: Object.keys(packages).length };
    sizes.set(key, size);
    return size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

report({
  id: "import",
  title: "Importing and installing",
  columns: ["import CPU ms", "installed MB", "packages"],
  plot: "import CPU ms",
  bars: [
    { column: "import CPU ms", rows: ["framework, one provider"], atMost: 1, of: "peer" },
    { column: "installed MB", atMost: 20, of: "MB" },
    { column: "packages", atMost: 15, of: "packages" },
  ],
  rows: libraries.map((library) => {
    const { megabytes, packages } = installed(library);
    return {
      name: library.name,
      "import CPU ms": importCpu(library.imports),
      "installed MB": megabytes,
      packages,
    };
  }),
});
