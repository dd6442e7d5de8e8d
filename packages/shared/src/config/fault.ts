/** What is wrong in a file, by line and column. */
import { ConfigurationError } from "../provider/errors.js";

/** One thing that is wrong in a file, and where it stands (an offset into the text). */
export interface Fault {
  offset: number;
  message: string;
}

const MOST_SHOWN = 20;

/** All faults of a file as one error, in the order of the file, each as `file:line:column: message`. */
export function faultsError(file: string, text: string, faults: readonly Fault[]): ConfigurationError {
  const lines = faults
    .toSorted((left, right) => left.offset - right.offset)
    .slice(0, MOST_SHOWN)
    .map(({ offset, message }) => `${file}:${placeOf(text, offset)}: ${message}`);
  if (faults.length > MOST_SHOWN) lines.push(`${file}: and ${faults.length - MOST_SHOWN} more`);
  return new ConfigurationError(lines.join("\n"));
}

/** `line:column`, both counted from 1. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** A name as the file has it, in quotes, fit for a message: short and on one line. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
