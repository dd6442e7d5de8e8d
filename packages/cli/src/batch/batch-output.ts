/**
 * The output of a batch. Every line is written by one call of the operating system as soon as its answer is there, so that a
 * process that is killed has lost nothing; the next run finds here what need not be asked again.
 */
import { closeSync, createReadStream, existsSync, openSync, writeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type BatchResult, readResult } from "./batch-line.js";

export class BatchOutput {
  readonly #descriptor: number;
  /** What has an answer already. */
  readonly answered: ReadonlySet<string>;

  private constructor(descriptor: number, answered: ReadonlySet<string>) {
    this.#descriptor = descriptor;
    this.answered = answered;
  }

  /** Goes on with the file of an earlier run: answers stay; torn lines and failures go, and are asked for again. */
  static async open(file: string): Promise<BatchOutput> {
    const answered = existsSync(file) ? await keepAnswers(file) : new Set<string>();
    return new BatchOutput(openSync(file, "a", 0o600), answered);
  }

  write(result: BatchResult): void {
    writeSync(this.#descriptor, `${JSON.stringify(result)}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Writes the answers of the file to a new one, which takes its place only when all are in it. */
async function keepAnswers(file: string): Promise<Set<string>> {
  const answered = new Set<string>();
  const fresh = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(fresh, "wx", 0o600);
  let isChanged = false;
  try {
    for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
      const result = readResult(line);
      if (result?.isAnswered && !answered.has(result.custom_id)) {
        answered.add(result.custom_id);
        writeSync(descriptor, `${line}\n`);
      } else isChanged = true;
    }
  } finally {
    closeSync(descriptor);
  }
  if (isChanged) await rename(fresh, file);
  else await rm(fresh);
  return answered;
}
