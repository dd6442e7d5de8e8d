const longest = 64 * 1024;
/** Milliseconds after which finding a small diff is given up. */
const patience = 500;

/** The change from one text to another as a unified diff; `before` undefined means that the file is new. */
export async function unifiedDiff(name: string, before: string | undefined, after: string): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const label = name.replaceAll(/\p{Cc}/gu, "?");
  const from = before === undefined ? "/dev/null" : `a/${label}`;
  const patch = createTwoFilesPatch(from, `b/${label}`, before ?? "", after, undefined, undefined, {
    timeout: patience,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (patch === undefined) return `--- ${from}\n+++ b/${label}\n(the change is too large to be shown)\n`;
  return patch.length > longest ? `${patch.slice(0, longest)}\n(the rest of the diff is left out)\n` : patch;
}
