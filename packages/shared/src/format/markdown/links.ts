/** Links as text: by OSC 8 where the terminal shows them, else with the address behind the label. */
import type { Theme } from "./theme.js";

interface LinkContext {
  readonly theme: Theme;
  readonly links: boolean;
  readonly isNarrow?: boolean;
  readonly isImage: boolean;
}

const SAFE_SCHEME = /^(?:https?|mailto|ftp):/i;
const STYLES = /\x1b\[[\d;]*m|\x1b\]8;[^\x1b]*\x1b\\/g;

/**
 * A label alone could claim to lead elsewhere: the address is shown too wherever the terminal does not show it by itself,
 * and wherever the label looks like another address.
 */
export function linkText(
  label: string,
  address: string,
  { theme, links, isNarrow, isImage }: LinkContext,
): string {
  const plain = label.replaceAll(STYLES, "");
  const paint = isImage ? theme.image : theme.link;
  const shown = label
    .split("\n")
    .map((line) => paint(line))
    .join("\n");
  if (address === "") return shown;
  if (plain === address) return links ? hyperlink(shown, address) : shown;
  const isOpenable = links && SAFE_SCHEME.test(address);
  const isTold = isOpenable ? looksLikeAnother(plain, address) : !links && !(isNarrow && isRelative(address));
  return (isOpenable ? hyperlink(shown, address) : shown) + (isTold ? told(address, theme) : "");
}

const isRelative = (address: string) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

const told = (address: string, theme: Theme) => theme.address(` (${address})`);

/** Whether a label names a host that the address does not lead to. */
function looksLikeAnother(label: string, address: string): boolean {
  const [named] = /[\w-]+(?:\.[\w-]+)+/.exec(label) ?? [];
  if (named === undefined || !/\.[a-z]{2,}$/i.test(named)) return false;
  return !hostOf(address).endsWith(named.replace(/^www\./i, "").toLowerCase());
}

const hostOf = (address: string) =>
  (/^[a-z]+:(?:\/\/)?(?:[^/@]*@)?([^/:?#]*)/i.exec(address)?.[1] ?? "").toLowerCase();

/** Only what an address may hold goes into the sequence. */
function hyperlink(text: string, address: string): string {
  if (!SAFE_SCHEME.test(address) || address.length > 2000) return text;
  const safe = address.replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
  return text
    .split("\n")
    .map((line) => `\x1b]8;;${safe}\x1b\\${line}\x1b]8;;\x1b\\`)
    .join("\n");
}
