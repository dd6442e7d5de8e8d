// `npm run real`: servers that nobody here wrote, one suite against each. `npm run real -- vllm` runs only that one. What it needs goes
// into .real/, which git ignores; what cannot be run is said with its reason. Fails when a check fails.
import { checks } from "./suite.mjs";
import { Unavailable } from "./servers/common.mjs";
import { litellm } from "./servers/litellm.mjs";
import { llamacpp } from "./servers/llamacpp.mjs";
import { triton } from "./servers/triton.mjs";
import { vllm } from "./servers/vllm.mjs";
import { tritonChecks } from "./triton-checks.mjs";

const SERVERS = { llamacpp, litellm, vllm };
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
let failed = 0;
const skipped = [
  ["LM Studio", "a desktop application that no package carries"],
  [
    "Ollama, SGLang, TGI, KoboldCpp, LocalAI, Jan",
    "no package of PyPI carries the server for a machine without a GPU",
  ],
  ["Triton's chat frontend", "it is on no package index"],
  ["hosted services", "they need keys and the network"],
];

async function check(title, holds) {
  const started = performance.now();
  try {
    await holds();
    console.log(`  ok    ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(
      `  FAIL  ${title}\n        ${String(error?.message ?? error).replaceAll("\n", "\n        ")}`,
    );
  }
}

/** Runs with a server that is stopped whatever happens; one that cannot be had is skipped. */
async function withServer(name, start, work) {
  console.log(`\n${name}`);
  let server;
  try {
    server = await start();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    skipped.push([name, error.message]);
    return;
  }
  try {
    await work(server);
  } finally {
    server.kill();
  }
}

for (const [name, spec] of Object.entries(SERVERS)) {
  if (!isWanted(name)) continue;
  await withServer(
    spec.name,
    () => spec.start(),
    async (server) => {
      for (const [title, holds] of checks) await check(title, () => holds(spec, server));
    },
  );
}
if (isWanted("triton")) {
  for (const mode of ["explicit", "none"]) {
    await withServer(
      `${triton.name}, model control ${mode}`,
      () => triton.start(mode),
      async (server) => {
        for (const [needed, title, holds] of tritonChecks)
          if (needed === mode) await check(title, () => holds(server));
      },
    );
  }
}

console.log("\nSkipped:");
for (const [name, reason] of skipped) console.log(`  ${name}: ${reason}`);
console.log(failed === 0 ? "\nAll checks hold." : `\n${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
