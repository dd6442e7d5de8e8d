/** What a person reads of formatted output, and of HTML, in one form in which the two can be compared. */

const SEQUENCES = /\x1b\[[\d;]*[mG]|\x1b\]8;[^\x1b]*\x1b\\/g;

/** Formatted output without styles, and without the lines, bars and bullets that are drawn around the text. */
export function shownText(output: string): string {
  const text = output
    .replaceAll(SEQUENCES, "")
    .replaceAll(/[│├┌└─═┬┼┴┐┤┘•◦▪]/g, " ")
    .replaceAll("☐", " [ ] ")
    .replaceAll("☑", " [x] ");
  return collapsed(text);
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const decoded = (text: string) => text.replaceAll(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole);

/** Numbers of lists end in a full stop, whichever sign the source had: HTML does not keep it. */
const collapsed = (text: string) =>
  text
    .replaceAll(/(?<=^|\s)(\d+)\)(?=\s|$)/g, "$1.")
    .replaceAll(/\s+/g, " ")
    .trim();

const UNSEEN = /<!--(?:>|->|[^]*?(?:-->|$))|<\?[^]*?\?>|<![A-Z][^>]*>|<(script|style)\b[^]*?(?:<\/\1>|$)/gi;
const BLOCKS =
  /^(?:p|div|h\d|li|ul|ol|pre|blockquote|br|hr|table|tr|td|th|tbody|thead|details|summary|dl|dt|dd)$/;

/** The text of HTML as a browser shows it, with numbers of lists, boxes of tasks, and languages of code. */
export function htmlText(html: string): string {
  const visible = html
    .replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_, data: string) => data.replaceAll("<", "&lt;"))
    .replaceAll(UNSEEN, "");
  const lists: (number | undefined)[] = [];
  let text = "";
  for (const [, slash, name = "", attributes = "", raw] of visible.matchAll(
    /<(\/?)([a-z][a-z\d-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+|<)/gi,
  )) {
    if (raw !== undefined) {
      text += decoded(raw);
      continue;
    }
    const tag = name.toLowerCase();
    if (BLOCKS.test(tag)) text += " ";
    if (slash) {
      if (tag === "ol" || tag === "ul") lists.pop();
    } else text += opened(tag, attributes, lists);
  }
  return shownText(text);
}

function opened(tag: string, attributes: string, lists: (number | undefined)[]): string {
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
  switch (tag) {
    case "ol":
      lists.push(Number(attribute("start") ?? 1));
      return "";
    case "ul":
      lists.push(undefined);
      return "";
    case "li": {
      const number = lists.at(-1);
      if (number === undefined) return "";
      lists[lists.length - 1] = number + 1;
      return `${number}. `;
    }
    case "input":
      return attribute("checked") === undefined ? "☐" : "☑";
    case "img":
      return decoded(attribute("alt") ?? "");
    case "code": {
      const language = attribute("class")?.replace(/^language-/, "") ?? "";
      return language === "" ? "" : `${decoded(language).toLowerCase()} `;
    }
    default:
      return "";
  }
}
