// Who imports whom, read from the sources: for the map in ARCHITECTURE.md and for the tests that keep it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const byName = (left, right) => (left < right ? -1 : 1);

/** Where a package's sources are. */
export const sourceOf = (name) => path.join(root, "packages", name, "src");

/** Every source file of a package, by its path below `src`, with the files of the package it imports, types included. */
export function readGraph(name) {
  const source = sourceOf(name);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing/"));
  return new Map(files.toSorted(byName).map((file) => [file, importsOf(source, file)]));
}

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

function importsOf(source, file) {
  const text = readFileSync(path.join(source, file), "utf8");
  const targets = [...text.matchAll(IMPORT)].map(([, target]) =>
    path.posix.join(path.posix.dirname(file), target).replace(/\.js$/, ".ts"),
  );
  return new Set(targets.filter((target) => existsSync(path.join(source, target))));
}

/** The room of a file: its folder at the top, the folder of plugins it is in, or the file itself at the top. */
export function roomOf(file) {
  const parts = file.split("/");
  if (parts.length === 1) return file.replace(/\.ts$/, "");
  return parts[0] === "plugins" && parts.length > 2 ? `plugins/${parts[1]}` : parts[0];
}

/** The rooms of a package, each with the rooms it looks into. */
export function readArrows(name) {
  const arrows = new Map();
  for (const [file, targets] of readGraph(name)) {
    const from = roomOf(file);
    const found = arrows.get(from) ?? new Set();
    arrows.set(from, found);
    for (const to of targets) if (roomOf(to) !== from) found.add(roomOf(to));
  }
  return new Map([...arrows].map(([room, found]) => [room, [...found].toSorted(byName)]));
}

/** Groups of nodes that reach each other: the circles. */
export function circlesIn(graph) {
  const indexes = new Map();
  const lows = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    indexes.set(node, indexes.size);
    lows.set(node, indexes.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) visit(next);
      if (stack.includes(next)) lows.set(node, Math.min(lows.get(node), lows.get(next)));
    }
    if (lows.get(node) !== indexes.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted(byName));
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return circles;
}

/** The arrows that no longer way already makes: what a picture needs. */
function reduced(arrows) {
  const reach = (room, seen = new Set()) => {
    for (const next of arrows.get(room) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  return new Map(
    [...arrows].map(([room, targets]) => [
      room,
      targets.filter((to) => !targets.some((other) => other !== to && reach(other).has(to))),
    ]),
  );
}

const nodeOf = (room) =>
  /^[a-z]+$/.test(room) && room !== "index" ? room : `${room.replaceAll(/\W/g, "_")}_["${room}"]`;

/** A package's rooms as a picture; what leads to the same place another way is left out of it. */
function pictureOf(name) {
  const lines = [...reduced(readArrows(name))]
    .filter(([, targets]) => targets.length > 0)
    .map(([room, targets]) => `  ${nodeOf(room)} --> ${targets.map(nodeOf).join(" & ")}`);
  return ["```mermaid", "flowchart LR", ...lines, "```"].join("\n");
}

/** ARCHITECTURE.md with its pictures brought up to date. */
export function withPictures(page) {
  return page.replaceAll(
    /(<!-- arrows of (\w+): written by scripts\/docs\.mjs -->\n)[^]*?(\n<!-- end of arrows -->)/g,
    (_all, begin, name, end) => `${begin}\n${pictureOf(name)}\n${end}`,
  );
}
