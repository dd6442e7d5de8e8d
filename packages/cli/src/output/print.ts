/** The writers of every command. Whatever a server, a file or a model put into a text, no terminal obeys it. */
import { sanitize } from "@framework/shared";

/** A line (or several) on standard output. */
export const say = (text: string): void => {
  process.stdout.write(`${sanitize(text)}\n`);
};

/** Names with what there is to say of each, in two columns on standard output. */
export function sayColumns(rows: readonly (readonly [name: string, about: string])[]): void {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  for (const [name, about] of rows) say(`${name.padEnd(width)}  ${about}`.trimEnd());
}

/** A remark beside the output: a line on standard error. */
export const remark = (text: string): void => {
  process.stderr.write(`${sanitize(text)}\n`);
};

/** What JSON leaves raw although a terminal may act on it. */
const RAW = /[\u007f-\u009f]|\p{Cf}|[\u2028\u2029]|\u{10eeee}/gu;

/** A value as JSON on standard output, one line unless it is to be indented. */
export function sayJson(value: unknown, indent?: number): void {
  const text = JSON.stringify(value, undefined, indent);
  const escaped = text.replaceAll(RAW, (sign) =>
    sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
  process.stdout.write(`${escaped}\n`);
}
