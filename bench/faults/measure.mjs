// Puts one contender in front of one emulator after the other, each with one fault, and notes what the user gets.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startBackend } from "../../packages/backends/dist/index.js";
import { isToolFault, judge, QUESTION, TOOL_QUESTION } from "./judge.mjs";

/** Well beyond every clock a contender was given. */
const DEADLINE_MS = 20_000;
const workerFile = fileURLToPath(new URL("worker.mjs", import.meta.url));

/** A worker process; `ask` settles with its answer, with its death, or at the deadline. */
class Worker {
  #process;

  constructor(name) {
    this.#process = fork(workerFile, [name], {
      execArgv: ["--max-old-space-size=1024"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  }

  ask(message) {
    return new Promise((resolve) => {
      const finish = (outcome) => {
        clearTimeout(timer);
        this.#process.off("message", finish);
        this.#process.off("exit", onExit);
        resolve(outcome);
      };
      const onExit = () => finish({ end: "crash" });
      const timer = setTimeout(() => finish({ end: "hang" }), DEADLINE_MS);
      this.#process.on("message", finish);
      this.#process.on("exit", onExit);
      if (this.#process.connected) this.#process.send(message);
      else finish({ end: "crash" });
    });
  }

  end() {
    this.#process.kill("SIGKILL");
  }
}

const isChat = ({ method, path }) => method === "POST" && path.endsWith("/chat/completions");

/** Every fault that the backend knows, for one contender: rows of `{ fault, verdict, ... }`. */
export async function measure({ name, backendName, faults }) {
  const rows = [];
  let worker = new Worker(name);
  try {
    for (const fault of faults) {
      const backend = await startBackend(backendName, backendName === "selfhost" ? { models } : {});
      try {
        const { url, urls } = backend;
        const opened = await worker.ask({ job: "open", url, urls });
        // The answer without a fault, which also leaves a used connection behind.
        const whole = opened.end ? opened : await worker.ask({ job: "ask", question: QUESTION });
        if (whole.end !== "result")
          throw new Error(`${name} does not work without a fault: ${JSON.stringify(whole)}`);
        const before = backend.requests.filter(isChat).length;
        backend.setFault(fault);
        const withTools = isToolFault(fault);
        const question = withTools ? TOOL_QUESTION : QUESTION;
        const outcome = await worker.ask({ job: "ask", question, withTools });
        const verdict = judge(fault, outcome, whole.text);
        const tries = backend.requests.filter(isChat).length - before;
        rows.push({ fault, verdict, ...outcome, retryable: outcome.retryable ?? tries > 1 });
        if (verdict === "hang" || verdict === "crash") {
          worker.end();
          worker = new Worker(name);
        }
      } finally {
        await backend.close();
      }
    }
  } finally {
    worker.end();
  }
  return rows;
}

const models = [{ id: "demo-model", contextLength: 32_768 }];
