/** Font Awesome's icons, by style and name. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** An icon as a path on a grid of its own. */
export interface Icon {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

type IconStyle = "solid" | "regular" | "brands";
/** By style and name: width, height and path, or the name that it is another name for. */
type IconTable = Readonly<
  Record<IconStyle, Readonly<Record<string, readonly [number, number, string] | string>>>
>;

const STYLES_OF: Readonly<Record<string, readonly IconStyle[]>> = {
  fa: ["solid", "regular", "brands"],
  fas: ["solid"],
  far: ["regular", "solid"],
  fab: ["brands"],
  "fa-solid": ["solid"],
  "fa-regular": ["regular", "solid"],
  "fa-brands": ["brands"],
};

let table: IconTable | undefined;

/** Read on first use: few diagrams have icons. */
function icons(): IconTable {
  const file = new URL("../../icons/font-awesome.json.br", import.meta.url);
  return (table ??= JSON.parse(brotliDecompressSync(readFileSync(file)).toString()));
}

/** Whether a class attribute is one of Font Awesome's. */
export function isIconClass(classes: string): boolean {
  return classes.split(/\s+/).some((name) => Object.hasOwn(STYLES_OF, name));
}

/** The icon that a class attribute such as "fa fa-car" names; null when there is none of that name. */
export function findIcon(classes: string): Icon | null {
  const names = classes.split(/\s+/);
  const styles = names.flatMap((name) => (Object.hasOwn(STYLES_OF, name) ? (STYLES_OF[name] ?? []) : []));
  for (const name of names.filter((one) => one.startsWith("fa-")).map((one) => one.slice(3))) {
    for (const style of styles) {
      const named = icons()[style];
      const found = Object.hasOwn(named, name) ? named[name] : undefined;
      const entry = typeof found === "string" ? named[found] : found;
      if (entry && typeof entry !== "string") return { width: entry[0], height: entry[1], path: entry[2] };
    }
  }
  return null;
}
