/** Who may import whom in @framework/diagram. The map is the one in ARCHITECTURE.md; a new arrow is a decision, made here. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../../packages/diagram/src/", import.meta.url));

/** Rooms, from the ground up; a file at the top is a room of its own. Each looks only into rooms above it in this list. */
const arrows: Record<string, readonly string[]> = {
  dom: [],
  text: [],
  errors: [],
  kinds: [],
  limits: [],
  raster: [],
  css: ["dom"],
  icons: ["errors"],
  protocol: ["icons"],
  options: ["css", "limits"],
  layout: ["css", "dom", "text", "icons"],
  flatten: ["layout", "css", "dom", "text"],
  "text-options": ["css", "limits", "protocol"],
  cells: ["flatten", "css", "dom", "protocol"],
  upstream: ["cells", "flatten", "layout", "css", "dom", "text", "icons", "kinds", "protocol"],
  worker: ["upstream", "protocol", "text", "errors"],
  "render-diagram": [
    "worker",
    "raster",
    "protocol",
    "icons",
    "options",
    "text-options",
    "limits",
    "kinds",
    "errors",
  ],
  index: ["render-diagram", "options", "text-options", "icons", "kinds", "errors"],
};

const roomOf = (file: string): string =>
  (path.relative(source, file).split(path.sep)[0] ?? "").replace(/\.[jt]s$/, "");

function drawn(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const file = path.join(source, name);
    const from = roomOf(file);
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const to = roomOf(path.resolve(path.dirname(file), target));
      if (to !== from) found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return found;
}

it("has exactly the arrows of the map", () => {
  const found = drawn();
  const rooms = new Set([...Object.keys(arrows), ...found.keys()]);
  const map = (targets: Iterable<string> | undefined): string[] => [...(targets ?? [])].toSorted();
  for (const room of rooms) expect(map(found.get(room)), room).toEqual(map(arrows[room]));
});

it("goes one way", () => {
  const order = Object.keys(arrows);
  for (const [room, targets] of Object.entries(arrows))
    for (const target of targets)
      expect(order.indexOf(target), `${room} -> ${target}`).toBeLessThan(order.indexOf(room));
});
