// The packages as a user gets them: packed, and installed in an empty folder.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { home } from "./tools.mjs";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const programs = fileURLToPath(new URL("programs", import.meta.url));
const npm = (args, cwd) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** A folder with the programs and, beside them, the installed packages. */
export function installPacked() {
  const app = path.join(home, "app");
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, "package.json"), '{ "private": true, "type": "module" }\n');
  const tarballs = readdirSync(packages).map((name) => {
    const [{ filename }] = JSON.parse(
      npm(["pack", "--json", "--pack-destination", app], path.join(packages, name)),
    );
    return `./${filename}`;
  });
  npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...tarballs], app);
  cpSync(programs, app, { recursive: true });
  return app;
}
