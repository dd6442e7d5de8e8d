/**
 * Runs a command within this process: what it says and how it ends, without a start of Node each time. Whatever needs a
 * process of its own (signals, terminals, what is left running) is run by command.ts instead.
 */
import { Readable, Writable } from "node:stream";
import { authCommand } from "../../packages/cli/src/commands/auth.js";
import { createFw } from "../../packages/cli/src/commands/fw-program.js";
import { createDoctor, createScaffold } from "../../packages/cli/src/commands/help-programs.js";
import { runProgram } from "../../packages/cli/src/commands/program.js";
import { bin, cleanEnv, type Outcome, type RunOptions } from "./command.js";

const programs: Readonly<Record<string, () => Promise<void>>> = {
  fw: () => runProgram(createFw()),
  "framework-doctor": () => runProgram(createDoctor()),
  "framework-scaffold": () => runProgram(createScaffold()),
};

/** The commands that keep keys are called after their provider. */
const programOf = (command: string): (() => Promise<void>) =>
  programs[command] ?? (() => authCommand(command.replace(/-auth$/, "")));

/** Takes all that is written. */
class Kept extends Writable {
  readonly #chunks: Buffer[] = [];
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}

/** What a shell would pipe into it; the end comes when somebody reads. */
function inputOf(text: string): Readable {
  const rest = text === "" ? [] : [text];
  return new Readable({
    read() {
      this.push(rest.shift() ?? null);
    },
  });
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** All of this process that a command takes for its own. */
const own = () => ({
  argv: process.argv,
  exitCode: process.exitCode,
  cwd: process.cwd(),
  env: { ...process.env },
  streams: Object.getOwnPropertyDescriptors(process),
  listeners: SIGNALS.map((signal) => process.listeners(signal)),
});

let isCalled = false;

/** Like `run` of command.ts. One at a time: there is one process. */
export async function call(
  command: string,
  args: readonly string[],
  { env, cwd, input = "" }: Pick<RunOptions, "env" | "cwd" | "input"> = {},
): Promise<Outcome> {
  if (isCalled) throw new Error("another command is being called");
  isCalled = true;
  const before = own();
  const [stdout, stderr] = [new Kept(), new Kept()];
  const streams = { stdin: inputOf(input), stdout, stderr };
  try {
    for (const [name, value] of Object.entries(streams))
      Object.defineProperty(process, name, { value, configurable: true });
    process.argv = [process.execPath, bin(command), ...args];
    process.exitCode = 0;
    if (cwd !== undefined) process.chdir(cwd);
    setEnvironment(cleanEnv(env));
    await programOf(command)();
    return { status: process.exitCode, stdout: stdout.text, stderr: stderr.text };
  } finally {
    setEnvironment(before.env);
    process.chdir(before.cwd);
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    const { stdin, stdout: out, stderr: errors } = before.streams;
    Object.defineProperties(process, { stdin, stdout: out, stderr: errors });
    SIGNALS.forEach((signal, place) => {
      for (const listener of process.listeners(signal))
        if (!before.listeners[place]?.includes(listener)) process.off(signal, listener);
    });
    isCalled = false;
  }
}
