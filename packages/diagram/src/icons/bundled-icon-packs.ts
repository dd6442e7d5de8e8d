/** Font Awesome as icon packs. */
import { findIcon } from "./font-awesome.js";
import { iconNamesIn } from "./icon-names.js";
import type { IconifyIcon, IconPack } from "./iconify.js";

/** The names that Font Awesome has in diagrams and at Iconify, and what its style sheet calls them. */
const PACKS: ReadonlyMap<string, string> = new Map([
  ...["fa", "fas", "far", "fab"].map((name) => [name, name] as const),
  ...["solid", "regular", "brands"].flatMap((style) =>
    ["fa", "fa6", "fa7"].map((family) => [`${family}-${style}`, `fa-${style}`] as const),
  ),
]);

/** All packs without an icon. */
export const NO_BUNDLED_ICONS: readonly IconPack[] = Array.from(PACKS.keys(), (name) => ({
  name,
  icons: { prefix: name, icons: {} },
}));

/**
 * The bundled Font Awesome as packs with just those icons that a source names, so that `@{ icon: "fa:user" }` works.
 * Icons in the text of labels (`fa:fa-user`) are no part of them: Mermaid shows those by their class.
 */
export function bundledIconPacks(source: string): readonly IconPack[] {
  // Whatever names an icon of theirs names the pack.
  if (!source.includes("fa")) return NO_BUNDLED_ICONS;
  const found = new Map(Array.from(PACKS.keys(), (name) => [name, new Map<string, IconifyIcon>()] as const));
  for (const { prefix, name } of iconNamesIn(source)) {
    const style = PACKS.get(prefix);
    const icon = style && findIcon(`${style} fa-${name.replace(/^fa-/, "")}`);
    if (icon)
      found.get(prefix)?.set(name, {
        body: `<path fill="currentColor" d="${icon.path}"/>`,
        width: icon.width,
        height: icon.height,
      });
  }
  return Array.from(found, ([name, icons]) => ({
    name,
    icons: { prefix: name, icons: Object.fromEntries(icons) },
  }));
}
