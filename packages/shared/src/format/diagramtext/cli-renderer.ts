/** Draws with the diagram language's own command-line tool, if it is on the path. */
import { spawn } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { looksSecret, proxyPasswords, redact, secretValues } from "../../provider/secrets.js";
import type { Environment } from "../../terminal/known-terminals.js";
import { syntaxErrorFrom } from "./parser-message.js";
import type { DiagramRenderer, RenderRequest } from "./renderer.js";
import { themeNameOf } from "./settings.js";

/** The command of the diagram language's own command-line tool. */
const COMMAND = "mmdc";
const TIMEOUT_MS = 30_000;
const MAX_MESSAGE = 64 * 1024;

/** Draws with the local command-line renderer, if it is on the executable path. */
export function createCliRenderer(env: Environment, timeoutMs = TIMEOUT_MS): DiagramRenderer {
  return {
    name: "cli",
    isAvailable: () => findCommand(env) !== undefined,
    render: (request) => render(request, env, timeoutMs),
  };
}

/**
 * The command, as the user has installed it. A project's own programs do not count, though npm puts them on the path: nobody asked for
 * them to be run, and they may come from anybody.
 */
function findCommand(env: Environment): string | undefined {
  for (const folder of (env["PATH"] ?? "").split(path.delimiter)) {
    if (!path.isAbsolute(folder) || /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)) continue;
    const file = path.join(folder, COMMAND);
    try {
      accessSync(file, constants.X_OK);
      if (!isInside(file, process.cwd()) && !isInside(realpathSync(file), realpathSync(process.cwd())))
        return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith("..") && !path.isAbsolute(relative);
}

async function render(request: RenderRequest, env: Environment, timeoutMs: number): Promise<Uint8Array> {
  const command = findCommand(env);
  if (!command) throw new Error(`${COMMAND} is not on the executable path`);
  const folder = await mkdtemp(path.join(tmpdir(), "fw-diagram-"));
  try {
    const output = path.join(folder, `diagram.${request.format}`);
    const browser = path.join(folder, "browser.json");
    // A browser refuses to run as root inside its sandbox.
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    await writeFile(browser, JSON.stringify({ args }), { mode: 0o600 });
    const { look, background, scale } = request;
    const theme = themeNameOf(request);
    const settings = path.join(folder, "mermaid.json");
    if (look) await writeFile(settings, JSON.stringify({ look }), { mode: 0o600 });
    const chosen = [...(theme ? ["-t", theme] : []), ...(look ? ["-c", settings] : [])];
    const { failure, message } = await run(
      command,
      ["-q", "-i", "-", "-o", output, ...chosen, "-b", background, "-s", String(scale), "-p", browser],
      { input: request.source, env: childEnvironment(env), timeoutMs, signal: request.signal },
    );
    if (failure === undefined) return await readFile(output);
    // Its browser may name the proxy that it could not use.
    const said = redact(message, proxyPasswords(env));
    throw syntaxErrorFrom(said, request.source) ?? new Error(`${COMMAND} ${failure}${firstLine(said)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The child needs no credentials, by name or by value. */
function childEnvironment(env: Environment): Record<string, string | undefined> {
  const secrets = secretValues(env);
  const holdsSecret = (value: string) => secrets.some((secret) => value.includes(secret));
  return Object.fromEntries(
    Object.entries(env).filter(([name, value = ""]) => !looksSecret(name) && !holdsSecret(value)),
  );
}

interface RunOptions {
  readonly input: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs the command in a process group of its own, so that the browser it starts can be ended with it. */
function run(
  command: string,
  args: string[],
  options: RunOptions,
): Promise<{ failure?: string; message: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: options.env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    let message = "";
    let stopped: string | undefined;
    const stop = (why: string) => {
      stopped = why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const onAbort = () => stop("was cancelled");
    const timer = setTimeout(
      () => stop(`did not finish within ${options.timeoutMs / 1000} s`),
      options.timeoutMs,
    );
    const finish = (failure: string | undefined) => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
      process.off("exit", onAbort);
      // What the command left running goes with it.
      stop(stopped ?? "");
      resolve(failure === undefined ? { message } : { failure, message });
    };
    const collect = (data: Buffer) => {
      if (message.length < MAX_MESSAGE) message += data.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.stdin.on("error", () => {});
    child.on("error", (error) => finish(`could not be started: ${error.message}`));
    child.on("exit", (code, signal) =>
      finish(stopped ?? (code === 0 ? undefined : `failed (${code ?? signal})`)),
    );
    options.signal?.addEventListener("abort", onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    // In a group of its own it would outlive this process.
    process.on("exit", onAbort);
    child.stdin.end(options.input);
  });
}

function firstLine(message: string): string {
  const line = message
    .split("\n")
    .map((text) => text.trim())
    .find((text) => text !== "");
  return line ? `: ${line.slice(0, 200)}` : "";
}
