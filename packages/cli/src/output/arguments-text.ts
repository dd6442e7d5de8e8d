/** The arguments of a call as a person would name them. */
import { exactText } from "@framework/shared";

/** `path: "a.txt", text: "…"`, in one line. Escaped rather than cleaned: it stands above the question whether the call may run. */
export function argumentsText(args: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return exactText(pairs.join(", ")).text.replaceAll("\n", " ⏎ ").replaceAll("\t", " ");
}
