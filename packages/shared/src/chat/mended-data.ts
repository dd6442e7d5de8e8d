/** Data of an event that is no JSON but plainly was: wrapped once more on its way, or written by an encoder that knows NaN. */
import { jsonIn } from "../provider/untrusted.js";

/** A text, or a number that JSON has not. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;
const WRAPPED = /^(?:data:\s*){1,3}/;

/** The data as it was meant; undefined where there is nothing to mend. */
export function mendedData(data: string): string | undefined {
  const bare = data.replace(WRAPPED, "");
  const isMended = bare !== data;
  if (!/NaN|Infinity/.test(bare)) return isMended ? bare : undefined;
  return bare.replaceAll(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : "null"));
}

/** The object in a text that holds JSON; undefined for any other text. */
export const objectIn = (text: string): unknown => (/^\s*\{/.test(text) ? jsonIn(text) : undefined);
