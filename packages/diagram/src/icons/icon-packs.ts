/** The packs that the caller has registered. */
import { DiagramIconPackError, DiagramLimitError } from "../errors.js";
import { type CheckedPack, checkIconPack } from "./check-icon-pack.js";
import { iconNamesIn } from "./icon-names.js";
import type { IconifyAlias, IconifyIcon, IconPack } from "./iconify.js";

const MAX_CHARACTERS = 64_000_000;
const MAX_ICONS = 200_000;
const MAX_ALIAS_DEPTH = 5;

const registered = new Map<string, CheckedPack>();

/**
 * Makes icons known to all diagrams drawn from now on, as Mermaid's function of this name does: `logos:aws` is the icon
 * "aws" of the pack named "logos". A pack replaces one of the same name. Either all packs are taken or none.
 *
 * @example
 * import { icons } from "@iconify-json/logos";
 * registerIconPacks([{ name: "logos", icons }]);
 * await renderDiagram('flowchart LR\n  a@{ icon: "logos:aws" }');
 */
export function registerIconPacks(packs: readonly IconPack[]): void {
  if (!Array.isArray(packs)) throw new DiagramIconPackError("icon packs must be given as an array");
  const all = new Map(registered);
  for (const pack of packs.map(checkIconPack)) all.set(pack.name, pack);
  let characters = 0;
  let icons = 0;
  for (const pack of all.values()) {
    characters += pack.characters;
    icons += pack.icons.size + pack.aliases.size;
  }
  if (characters > MAX_CHARACTERS || icons > MAX_ICONS)
    throw new DiagramLimitError(
      `icon packs may have ${MAX_ICONS} icons of ${MAX_CHARACTERS} characters in all, not ${icons} of ${characters}`,
    );
  for (const [name, pack] of all) registered.set(name, pack);
}

/**
 * Every registered pack with just those icons that a source names. The drawing thread gets them with the diagram, and
 * so keeps nothing that would be lost with it.
 */
export function iconPacksFor(source: string): IconPack[] {
  if (registered.size === 0) return [];
  const chosen = new Map(Array.from(registered.keys(), (name) => [name, emptyChoice()] as const));
  for (const { prefix, name } of iconNamesIn(source)) {
    const pack = registered.get(prefix);
    const choice = chosen.get(prefix);
    if (!pack || !choice) continue;
    choose(pack, name, choice);
    // In the text of a label Mermaid looks for `fa:fa-car` as the icon "car".
    if (name.startsWith("fa-")) choose(pack, name.slice(3), choice);
  }
  return Array.from(chosen, ([name, { icons, aliases }]) => ({
    name,
    icons: {
      prefix: name,
      ...registered.get(name)?.size,
      icons: Object.fromEntries(icons),
      aliases: Object.fromEntries(aliases),
    },
  }));
}

interface Choice {
  readonly icons: Map<string, IconifyIcon>;
  readonly aliases: Map<string, IconifyAlias>;
}

const emptyChoice = (): Choice => ({ icons: new Map(), aliases: new Map() });

/** Adds an icon by its name, or another name together with the icon it leads to. */
function choose({ icons, aliases }: CheckedPack, wanted: string, choice: Choice): void {
  let name = wanted;
  for (let depth = 0; depth <= MAX_ALIAS_DEPTH; depth += 1) {
    const icon = icons.get(name);
    if (icon) {
      choice.icons.set(name, icon);
      return;
    }
    const alias = aliases.get(name);
    if (!alias) return;
    choice.aliases.set(name, alias);
    name = alias.parent;
  }
}
