// The title in a diagram's front matter, which Mermaid hands to whatever it draws.

const FRONT_MATTER = /^[^\S\n\r]*-{3}\s*[\n\r]([\s\S]*?)[\n\r][^\S\n\r]*-{3}\s*(?:[\n\r]|$)/;
const TITLE = /^title\s*:\s*(.+?)\s*$/m;

/** The title; empty when there is none. */
export function frontMatterTitle(source: string): string {
  const written = TITLE.exec(FRONT_MATTER.exec(source)?.[1] ?? "")?.[1] ?? "";
  const quoted = /^(["'])(.*)\1$/.exec(written);
  if (!quoted) return written.replace(/\s#.*$/, "");
  const inner = quoted[2] ?? "";
  return quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\])/g, "$1");
}
