/**
 * A sandbox for programs, where bubblewrap is there: the workspace can be changed, everything else only read, places with keys
 * are empty, sockets of other programs are out of reach, and there is no network unless it was allowed.
 */
import { lstat, readdir, realpath } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { userFolder } from "./user-folder.js";
import { findProgram } from "./find-program.js";
import { runProcess } from "./run-process.js";
import type { Environment } from "../provider/settings.js";

/** The sandbox's own program, or why there is none. */
export type Sandbox = { program: string } | { reason: string };

export interface SandboxedRun {
  workspace: string;
  folder: string;
  env: Environment;
  network: boolean;
  /** Further files that hold keys. */
  privateFiles: readonly string[];
}

const PROGRAM = "bwrap";
const PROBE_MS = 5000;
const ISOLATION = ["--die-with-parent", "--new-session", "--unshare-all", "--cap-drop", "ALL"];
const SYSTEM = ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"];
/** Where the name servers may be written down. */
const RESOLVER = "/run/systemd/resolve";

/** What in a home folder holds keys. */
const HIDDEN_IN_HOME = [
  ".ssh .aws .azure .gnupg .kube .oci .docker .password-store .mozilla .thunderbird .config/gcloud",
  ".config/gh .config/hub .config/op .config/rclone .config/google-chrome .config/chromium",
  ".local/share/keyrings .local/share/fw .terraform.d .netrc .npmrc .pypirc",
  ".git-credentials .pgpass .my.cnf .vault-token .bash_history .zsh_history .python_history",
  ".node_repl_history .psql_history .cargo/credentials.toml",
].flatMap((line) => line.split(" "));

const found = new Map<string, Promise<Sandbox>>();

/** Looks for the sandbox and tries it, once for each path of programs. */
export function findSandbox(env: Environment, workspace: string): Promise<Sandbox> {
  if (env["FW_SANDBOX"]?.trim().toLowerCase() === "off") return Promise.resolve({ reason: "FW_SANDBOX=off" });
  const key = JSON.stringify([env["PATH"], workspace]);
  const search = found.get(key) ?? probe(env, workspace);
  found.set(key, search);
  return search;
}

async function probe(env: Environment, workspace: string): Promise<Sandbox> {
  if (process.platform !== "linux") return { reason: "there is one only on Linux" };
  const program = await findProgram(PROGRAM, { env, outside: workspace });
  if (program === undefined) return { reason: `bubblewrap (${PROGRAM}) is not installed` };
  const { end, output } = await runProcess(
    program,
    [...ISOLATION, "--ro-bind", "/", "/", ...SYSTEM, "--", "/bin/sh", "-c", ":"],
    { folder: "/", env: { PATH: env["PATH"] }, timeLimit: PROBE_MS, outputLimit: 1024 },
  );
  if (end.kind === "exited" && end.status === 0) return { program };
  return { reason: `bubblewrap does not work here (${output.trim().split("\n")[0] || end.kind})` };
}

/** The arguments that put a program into the sandbox; the program and its own follow them. */
export async function sandboxArguments(run: SandboxedRun): Promise<string[]> {
  const { folder, network } = run;
  const root = await realpath(run.workspace);
  const args = [...ISOLATION, ...(network ? ["--share-net"] : [])];
  // The disk as the workspace is writable as a whole, and what lies over it must come later.
  args.push(root === "/" ? "--bind" : "--ro-bind", "/", "/", ...SYSTEM);
  if ((await kindOf("/var/run")) === "folder") args.push("--tmpfs", "/var/run");
  if (network && (await kindOf(RESOLVER)) === "folder") args.push("--ro-bind", RESOLVER, RESOLVER);
  if (root !== "/") args.push("--bind", root, root);
  for (const place of await placesWithKeys(run, root)) {
    const kind = await kindOf(place);
    if (kind === "folder") args.push("--tmpfs", place);
    else if (kind === "file") args.push("--ro-bind", "/dev/null", place);
  }
  return [...args, "--chdir", folder, "--"];
}

async function placesWithKeys({ env, privateFiles }: SandboxedRun, root: string): Promise<string[]> {
  const home = env["HOME"] || os.homedir();
  const [names, stored] = await Promise.all([namesIn(root), namesIn(path.join(root, ".fw"))]);
  const places = [
    ...HIDDEN_IN_HOME.map((name) => path.join(home, name)),
    userFolder("config", env),
    userFolder("state", env),
    ...names
      .filter((name) => /^\.env(?:\..+)?$/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name))
      .map((name) => path.join(root, name)),
    ...stored.filter((name) => name.endsWith("_auth.json")).map((name) => path.join(root, ".fw", name)),
    ...privateFiles,
  ];
  const real = await Promise.all(places.map((place) => realpath(place).catch(() => undefined)));
  // A folder that holds the workspace cannot be emptied; its files are then out in the open.
  const open = real.filter(
    (place) => place !== undefined && place !== "/" && !`${root}/`.startsWith(`${place}/`),
  );
  return [...new Set(open)].filter((place) => place !== undefined);
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function kindOf(place: string): Promise<"file" | "folder" | undefined> {
  const stats = await lstat(place).catch(() => undefined);
  return stats?.isDirectory() ? "folder" : stats?.isFile() ? "file" : undefined;
}
