/** The title in a diagram's front matter, which Mermaid hands to whatever it draws. */

const FRONT_MATTER = /^([^\S\n\r]*)-{3}\s*[\n\r]([\s\S]*?)[\n\r]\1-{3}\s*(?:[\n\r]|$)/;
const TITLE = /^(\s*)title\s*:\s*(.+?)\s*$/gm;

/** The title; empty when there is none. */
export function frontMatterTitle(source: string): string {
  const [, indent = "", matter = ""] = FRONT_MATTER.exec(source) ?? [];
  // One that is further in belongs to something else.
  const own = [...matter.matchAll(TITLE)].find(([, before]) => before?.replace(/^[\n\r]+/, "") === indent);
  const written = own?.[2] ?? "";
  const quoted = /^(["'])(.*)\1$/.exec(written);
  if (!quoted) return written.replace(/\s#.*$/, "");
  const inner = quoted[2] ?? "";
  return quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\])/g, "$1");
}
