/** The words of a web page. */

const HIDDEN = new Set(["script", "style", "noscript", "template", "svg", "head"]);
const BLOCKS = new Set(
  "address article aside blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** One pass over the page: tags become line ends or nothing, what is not shown is left out. */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  let hiddenBy: string | undefined;
  for (let place = 0; place < html.length;) {
    const open = html.indexOf("<", place);
    const end = open < 0 ? html.length : open;
    if (hiddenBy === undefined) pieces.push(html.slice(place, end));
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4);
      place = close < 0 ? html.length : close + 3;
      continue;
    }
    const close = html.indexOf(">", open);
    if (close < 0) break;
    const [, slash = "", name = ""] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? [];
    const tag = name.toLowerCase();
    if (hiddenBy === undefined) {
      if (slash === "" && HIDDEN.has(tag) && html[close - 1] !== "/") hiddenBy = tag;
      else if (BLOCKS.has(tag)) pieces.push("\n");
    } else if (slash !== "" && tag === hiddenBy) hiddenBy = undefined;
    place = close + 1;
  }
  return decode(pieces.join(""))
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
}
