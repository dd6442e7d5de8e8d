/** What comes with our packages, installed beside them or inside them, read from the lock file: every platform, every level. */
import { readdirSync, readFileSync } from "node:fs";

interface Locked {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A package of somebody else that is installed with ours. */
export interface RuntimeDependency {
  name: string;
  version: string;
  licence: string;
  /** Which packages name it, ours first. */
  usedBy: string[];
  hasInstallScript: boolean;
  /** Installed only where the platform fits. */
  isOptional: boolean;
  /** Its place under the root; not there for other platforms. */
  folder: string;
}

const root = new URL("../../", import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, root), "utf8"));

/** Where Node would find `name` from a package at `from`, as the lock file has it. */
function resolve(locked: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (locked[candidate]) return candidate;
    if (folder === "") return undefined;
  }
}

/** What a package brings along: beside itself, and inside, as the commands do with all they are built with but the bundler. */
function broughtBy(from: string, { dependencies, optionalDependencies, devDependencies }: Locked): string[] {
  const bundled = from === "packages/cli" ? Object.keys(devDependencies ?? {}) : [];
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...bundled];
  return names.filter((name) => !name.startsWith("@framework/") && name !== "rolldown");
}

/** Every runtime dependency of every package under packages/, sorted by name. */
export function runtimeTree(): RuntimeDependency[] {
  const { packages: locked } = read("package-lock.json") as { packages: Record<string, Locked> };
  const found = new Map<string, RuntimeDependency>();
  const visit = (from: string, parent: string) => {
    const user = locked[from] ?? {};
    for (const name of broughtBy(from, user)) {
      const folder = resolve(locked, from, name);
      const entry = folder === undefined ? undefined : locked[folder];
      if (folder === undefined || entry === undefined) {
        throw new Error(`${parent} needs ${name}, which the lock file does not have`);
      }
      const key = `${name}@${entry.version}`;
      const known = found.get(key);
      if (known) {
        if (!known.usedBy.includes(parent)) known.usedBy.push(parent);
        continue;
      }
      found.set(key, {
        name,
        version: entry.version ?? "",
        licence: entry.license ?? "",
        usedBy: [parent],
        hasInstallScript: entry.hasInstallScript ?? false,
        isOptional: name in (user.optionalDependencies ?? {}),
        folder,
      });
      visit(folder, name);
    }
  };
  for (const name of readdirSync(new URL("packages/", root))) visit(`packages/${name}`, `@framework/${name}`);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}
