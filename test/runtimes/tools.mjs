// What the programs are run and bundled by: each installed from npm, without its install scripts, into a folder that is not tracked.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where everything is installed and tried. */
export const home = path.join(root, "node_modules/.cache/runtimes");
const system = process.platform === "win32" ? "win" : process.platform;
const libc = process.platform === "linux" ? "-glibc" : "";
const bunArch = process.arch === "arm64" ? "aarch64" : process.arch;
const bunSystem = process.platform === "win32" ? "windows" : process.platform;

const node = (major) => ({
  name: `Node ${major}`,
  wanted: `node-${system}-${process.arch}@${major}`,
  program: "bin/node",
});
const bun = (variant) => ({
  name: "Bun",
  wanted: `@oven/bun-${bunSystem}-${bunArch}${variant}`,
  program: "bin/bun",
});

/** The runtimes; where there are several packages, the first whose program starts. */
export const RUNTIMES = [
  [node(20)],
  [node(22)],
  [node(24)],
  [bun(""), bun("-baseline")],
  [
    {
      name: "Deno",
      wanted: `@deno/${process.platform}-${process.arch}${libc}`,
      program: "deno",
      args: ["run", "--allow-all", "--node-modules-dir=manual"],
    },
  ],
];

/** The folder of an installed package and its version; throws with npm's words. */
export function installTool(wanted, ...others) {
  const folder = path.join(home, "tools", wanted.replaceAll(/[^\w.]+/g, "-"));
  const name = wanted.replace(/(?<=.)@[^/]*$/, "");
  const place = path.join(folder, "node_modules", name);
  if (!existsSync(place)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    const args = [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      wanted,
      ...others,
    ];
    const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0)
      throw new Error(/npm error (?!code)(.*)/.exec(stderr)?.[1] ?? `npm ended with ${status}`);
  }
  const { version } = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
  return { place, version };
}

/** A runtime that starts on this machine, with its exact version; else why there is none. */
export function findRuntime(candidates) {
  let reason = "";
  for (const { name, wanted, program, args = [] } of candidates) {
    try {
      const { place, version } = installTool(wanted);
      const command = path.join(place, program);
      const { status, error, signal } = spawnSync(command, ["--version"]);
      if (status === 0) return { name, version, command, args };
      reason = `${wanted} does not start here (${error?.message ?? signal ?? status})`;
    } catch (error) {
      reason = `${wanted} cannot be had from npm: ${error.message}`;
    }
  }
  return { name: candidates[0].name, missing: reason };
}
