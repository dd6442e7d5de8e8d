/** A change to a file as a unified diff. */

/** Milliseconds after which finding a small diff is given up. */
const PATIENCE_MS = 500;

/** The whole change from one text to another; `before` undefined means that the file is new. */
export async function unifiedDiff(name: string, before: string | undefined, after: string): Promise<string> {
  if (before === undefined) return newFileDiff(name.replaceAll("\n", "\\n"), after);
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  // A line end in a name would begin a line of the diff that is none.
  const label = name.replaceAll("\n", "\\n");
  const [from, to] = [`a/${label}`, `b/${label}`];
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, {
    timeout: PATIENCE_MS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch ?? `--- ${from}\n+++ ${to}\n${marked("-", before)}${marked("+", after)}`;
}

/** There is nothing to compare with, however long it is. */
function newFileDiff(label: string, content: string): string {
  const head = `--- /dev/null\n+++ b/${label}\n`;
  if (content === "") return head;
  const isEnded = content.endsWith("\n");
  const lines = content.split("\n").length - (isEnded ? 1 : 0);
  const end = isEnded ? "" : "\\ No newline at end of file\n";
  return `${head}@@ -0,0 +1,${lines} @@\n${marked("+", content)}${end}`;
}

/** The diff of a result, which tells what was already allowed: its beginning, if it is long. */
export async function shortDiff(name: string, before: string | undefined, after: string): Promise<string> {
  const diff = await unifiedDiff(name, before, after);
  return diff.length > LONGEST ? `${diff.slice(0, LONGEST)}\n(the rest of the diff is left out)\n` : diff;
}

const LONGEST = 64 * 1024;

/** Every line with a sign before it: all of the old, or all of the new. */
function marked(sign: string, text: string): string {
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  return body === "" ? "" : `${sign}${body.replaceAll("\n", `\n${sign}`)}\n`;
}
