/** What comes through standard input beside a question, told while it is waited for. */
import { once } from "node:events";
import { fstatSync, statSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";

/** After this long, whoever waits is told what for. */
const SILENCE_MS = 2000;
/** Programs that start others often leave them an open connection into which nothing is ever written. */
const IDLE_SOCKET_MS = 5000;

/** All of it. A pipe is read to its end, however long that takes; a silent socket is given up after a while, and that is told. */
export async function pipedText(stdin: NodeJS.ReadStream, notice: (text: string) => void): Promise<string> {
  const remind = setTimeout(
    () => notice("Reading standard input to its end; Ctrl-D ends it, and < /dev/null leaves it out."),
    SILENCE_MS,
  );
  try {
    if (isSocket() && !(await beginsWithin(stdin, IDLE_SOCKET_MS))) {
      notice("Nothing came on standard input, so it is left out.");
      stdin.destroy();
      return "";
    }
    return await readAll(stdin);
  } finally {
    clearTimeout(remind);
  }
}

function isSocket(): boolean {
  try {
    return fstatSync(0).isSocket();
  } catch {
    return false;
  } finally {
    // Node keeps the last answer, and while that is a pipe's it follows no links in imports: packages would be loaded twice.
    statSync(process.execPath);
  }
}

/** Whether something can be read, or the end has come. */
async function beginsWithin(stdin: NodeJS.ReadStream, milliseconds: number): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  try {
    await once(stdin, "readable", { signal: late.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
