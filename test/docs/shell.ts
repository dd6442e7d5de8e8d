/** Runs the commands of a page as somebody at a terminal would. */
import { spawn } from "@lydell/node-pty";
import { KEY, type World } from "./world.js";

/** What a person would do when the terminal shows this. */
const reactions: readonly (readonly [RegExp, string])[] = [
  [/Key for \w+[:(][^\n]*$/, `${KEY}\r`],
  [/\/quit leaves\.[^]*> /, "/quit\r"],
  [/Ctrl-C (?:stops them|ends)\./, "\x03"],
  [/Listening on http|"type":"listening"/, "\x03"],
  [/Which kind of backend\?[^]*/, "\r"],
  [/Where does it listen\?[^]*/, "\r"],
  [/Which model\?[^]*/, "\r"],
  [/Which tools[^]*/, "\r"],
  [/\[y\]es, \[n\]o: $/, "y"],
];

/** What every terminal is asked for last, and answers: without it, programs wait for it. */
const ATTRIBUTES_QUESTION = "\x1b[c";
const ATTRIBUTES = "\x1b[?62;22c";

const LIMIT_MS = 60_000;

/** The exit status, and all that was shown. A command that fails ends the script. */
export function runScript(
  script: string,
  { folder, env }: World,
): Promise<{ status: number; shown: string }> {
  const terminal = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script], {
    cols: 100,
    rows: 40,
    cwd: folder,
    env,
  });
  let shown = "";
  let seen = 0;
  terminal.onData((data) => {
    shown += data;
    if (data.includes(ATTRIBUTES_QUESTION)) terminal.write(ATTRIBUTES);
    const fresh = shown.slice(seen);
    const reaction = reactions.find(([pattern]) => pattern.test(fresh));
    if (!reaction) return;
    seen = shown.length;
    terminal.write(reaction[1]);
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      terminal.kill("SIGKILL");
      reject(
        new Error(`The commands did not end:\n${script}\n--- the terminal shows ---\n${shown.slice(-3000)}`),
      );
    }, LIMIT_MS);
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      resolve({ status: exitCode, shown });
    });
  });
}
