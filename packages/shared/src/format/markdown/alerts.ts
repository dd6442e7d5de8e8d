/** The boxes of GitHub's Markdown: alerts at the head of a quotation, and tasks at the head of a list entry. */
import { ALERTS, type Alert } from "./theme.js";

/** Shapes that every font has, of one cell everywhere. */
const SIGNS: Readonly<Record<Alert, string>> = {
  note: "● Note",
  tip: "★ Tip",
  important: "◆ Important",
  warning: "▲ Warning",
  caution: "■ Caution",
};

/** `[!NOTE]` alone on its line. */
export function alertOf(text: string): { kind: Alert; title: string } | undefined {
  const name = /^\[!([a-z]{3,9})\][ \t]*$/i.exec(text)?.[1]?.toLowerCase();
  const kind = ALERTS.find((alert) => alert === name);
  return kind && { kind, title: SIGNS[kind] };
}

/** `[ ]` or `[x]` before the text of an entry. */
export function taskBox(text: string): { box: string; rest: string } | undefined {
  const [whole, state] = /^\[([ xX])\][ \t]+(?=\S)/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { box: state === " " ? "☐" : "☑", rest: text.slice(whole.length) };
}
