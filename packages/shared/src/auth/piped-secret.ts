/** A secret that another program hands over on standard input. */
import { ConfigurationError } from "../provider/errors.js";

const LONGEST = 64 * 1024;

/** The first line, without the white space around it; an error when there is none. */
export async function pipedSecret(input: NodeJS.ReadableStream, otherwise: string): Promise<string> {
  let text = "";
  input.setEncoding("utf8");
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > LONGEST || /\S.*\n/.test(text)) break;
  }
  const secret = text.trim().split("\n")[0]?.trim() ?? "";
  if (secret === "") throw new ConfigurationError(`There was no key on standard input. ${otherwise}`);
  return secret;
}
