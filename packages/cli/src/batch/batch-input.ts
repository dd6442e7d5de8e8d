/** The requests of a batch, read as they are needed: JSON lines, or a CSV table with a template for the question. */
import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ConfigurationError } from "@framework/shared";
import { type BatchRequest, readBatchLine } from "./batch-line.js";
import { csvRecords } from "./csv.js";

const ID_COLUMNS = ["custom_id", "id"];

export interface InputOptions {
  file: string;
  /** The question, with `{{column}}` for the fields of a row; for CSV files only. */
  template: string | undefined;
}

/** Every request of the file. */
export function readBatch({ file, template }: InputOptions): AsyncGenerator<BatchRequest> {
  const isTable = path.extname(file).toLowerCase() === ".csv";
  if (isTable && template === undefined) {
    throw new ConfigurationError('A CSV file needs --template, such as "Summarize: {{text}}".');
  }
  return isTable ? tableRequests(file, template ?? "") : lineRequests(file);
}

/** How many requests there are. A custom_id that comes twice is an error, since its answers could not be told apart. */
export async function countBatch(options: InputOptions): Promise<number> {
  const seen = new Set<string>();
  for await (const { custom_id } of readBatch(options)) {
    if (seen.has(custom_id))
      throw new ConfigurationError(`The input has the custom_id "${custom_id}" twice.`);
    seen.add(custom_id);
  }
  return seen.size;
}

async function* lineRequests(file: string): AsyncGenerator<BatchRequest> {
  let number = 0;
  for await (const line of createInterface({ input: open(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() !== "") yield readBatchLine(line, number);
  }
}

async function* tableRequests(file: string, template: string): AsyncGenerator<BatchRequest> {
  let number = 0;
  for await (const record of csvRecords(open(file))) {
    number += 1;
    const column = ID_COLUMNS.find((name) => record[name]);
    yield {
      custom_id: (column && record[column]) || `row-${number}`,
      body: { messages: [{ role: "user", content: fill(template, record) }] },
    };
  }
}

function fill(template: string, record: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (_whole, name: string) => {
    const value = record[name];
    if (value === undefined) {
      throw new ConfigurationError(
        `The template names a column "${name}", and the table has ${Object.keys(record).join(", ")}.`,
      );
    }
    return value;
  });
}

const open = (file: string) => createReadStream(file, "utf8");
