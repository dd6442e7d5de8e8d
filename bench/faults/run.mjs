// `npm run faults`: the fault matrix for us and for the peers, printed and written into docs/faults.md.
// `--ours` leaves the peers out and writes nothing. Fails when ours has a silent success, a wrong call, a hang or an untyped
// error, or refuses what a peer reads.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { faults } from "../../packages/backends/dist/index.js";
import { providerNames } from "../../packages/shared/dist/index.js";
import { peerContenders } from "./contenders.mjs";
import { measure } from "./measure.mjs";
import { readByPeersOnly, report } from "./report.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const oursOnly = process.argv.includes("--ours");
const PARALLEL = 4;

if (!oursOnly && !existsSync(here("../peers/node_modules/@earendil-works/pi-ai"))) {
  console.log("Installing the peers ...");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: here("../peers"),
    stdio: ["ignore", 2, 2],
  });
}

const faultsOf = (backend) =>
  faults.filter(({ backends }) => backends.includes(backend)).map(({ name }) => name);
const versionOf = (name) =>
  JSON.parse(readFileSync(here(`../peers/node_modules/${name}/package.json`), "utf8")).version;

const contenders = [
  ...providerNames.map((name) => ({ name, backendName: name, faults: faultsOf(name) })),
  ...(oursOnly ? [] : Object.keys(peerContenders)).map((name) => ({
    name,
    backendName: "selfhost",
    faults: faultsOf("selfhost"),
  })),
];

const results = new Map();
const waiting = [...contenders];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    results.set(next.name, await measure(next));
    console.log(`${next.name}: ${results.get(next.name).length} faults`);
  }
}
await Promise.all(Array.from({ length: PARALLEL }, work));

const ours = Object.fromEntries(providerNames.map((name) => [name, results.get(name)]));
const peers = oursOnly
  ? []
  : Object.entries(peerContenders).map(([name, { title, package: library }]) => ({
      title,
      version: versionOf(library),
      rows: results.get(name),
    }));
const matrix = report({ ours, peers });
console.log(`\n${matrix}`);

if (!oursOnly) {
  const file = here("../../docs/faults.md");
  const [before, , after] = readFileSync(file, "utf8").split(/<!-- \/?matrix -->/);
  writeFileSync(file, `${before}<!-- matrix -->\n\n${matrix}\n\n<!-- /matrix -->${after}`);
  execFileSync(here("../../node_modules/.bin/oxfmt"), [file]);
}

const bad = Object.entries(ours).flatMap(([provider, rows]) =>
  rows
    .filter(({ verdict, typed }) => (verdict === "error" ? !typed : verdict !== "complete"))
    .map(({ fault, verdict, error, message }) =>
      `${provider}, ${fault}: ${verdict} ${error ?? ""} ${message ?? ""}`.trim(),
    ),
);
bad.push(...readByPeersOnly({ ours, peers }));
if (bad.length > 0) {
  console.error(`\nNot as promised:\n${bad.join("\n")}`);
  process.exitCode = 1;
}
