// One bundled file in a zip file, unpacked as a hosting service does it and called as it calls it.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The unpacked function and a program that calls it; else why there is none. */
export function zippedFunction(bundles, folder) {
  const { outfile } = bundles.find(({ outfile: file }) => file?.endsWith("esbuild.cjs")) ?? {};
  if (!outfile) return { missing: "there is no bundle to put into it" };
  const packed = path.join(folder, "function");
  const place = path.join(folder, "task");
  mkdirSync(packed);
  copyFileSync(outfile, path.join(packed, "index.cjs"));
  const zipped = spawnSync("zip", ["-q", "../function.zip", "index.cjs"], { cwd: packed });
  const unzipped = spawnSync("unzip", ["-q", "function.zip", "-d", place], { cwd: folder });
  if (zipped.error ?? unzipped.error) return { missing: "zip and unzip are needed" };
  chmodSync(path.join(place, "index.cjs"), 0o444);
  chmodSync(place, 0o555);
  const caller = path.join(folder, "call.cjs");
  writeFileSync(
    caller,
    `const { handler } = require(require("node:path").join(process.argv[2], "index.cjs"));
handler({}).then((outcome) => console.log(JSON.stringify(outcome)));
`,
  );
  return { place, caller };
}
