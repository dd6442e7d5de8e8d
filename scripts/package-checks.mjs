// Looks at the tarballs that are its arguments as their users' tools would: what package.json promises is there, and the types of
// libraries are found by every way of importing them. One process for all, since the compiler takes long to load.
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const hasTypes = (tarball) => !/-cli-[\d.]+\.tgz$/.test(tarball);

async function promises(bytes) {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const faults = messages.filter(({ type }) => type !== "suggestion");
  return faults.map((message) => formatMessage(message, pkg, { color: false }));
}

async function types(bytes) {
  const { problems } = await checkPackage(createPackageFromTarballData(bytes));
  if (!problems) return ["there are no types"];
  return (
    problems
      // Node.js 20 is the oldest that counts; that require gets a module is meant so: see docs/runtimes.md.
      .filter(({ resolutionKind, resolutionOption }) => (resolutionKind ?? resolutionOption) !== "node10")
      .filter(({ kind }) => kind !== "CJSResolvesToESM")
      .map((problem) => JSON.stringify(problem))
  );
}

for (const tarball of process.argv.slice(2)) {
  const bytes = Uint8Array.from(readFileSync(tarball));
  const faults = [...(await promises(bytes)), ...(hasTypes(tarball) ? await types(bytes) : [])];
  for (const fault of faults) console.log(`${path.basename(tarball)}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
