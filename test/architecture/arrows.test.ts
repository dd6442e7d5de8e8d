/** Who may import whom. ARCHITECTURE.md shows the map that is read from the code; a new arrow is a decision, made here. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  circlesIn,
  readArrows,
  readGraph,
  roomOf,
  sourceOf,
  withPictures,
} from "../../scripts/import-graph.mjs";

/** Rooms from the ground up, and the rooms each looks into: no more than these, and no fewer. */
const ARROWS: Record<string, Record<string, string>> = {
  shared: {
    provider: "",
    terminal: "",
    system: "provider",
    http: "provider",
    settings: "provider",
    tokens: "provider",
    chain: "provider tokens",
    ledger: "provider",
    chat: "http provider settings tokens",
    "plugins/model_provider": "chat http provider settings system tokens",
    structured: "provider",
    "plugins/tools": "provider structured system",
    "plugins/mcp": "plugins/tools provider",
    // A profile is checked against the names of both kinds of plugins.
    plugins: "plugins/model_provider plugins/tools provider",
    // Keys belong to origins, and whether one is of this machine is known there.
    auth: "http provider settings system",
    config: "auth plugins provider settings system",
    explain: "provider settings",
    // The rendering service is reached as models are.
    format: "http provider system terminal",
    doctor: "auth chat config explain http plugins provider settings system",
    session: "auth chain plugins plugins/tools provider settings structured system tokens",
    "ai-sdk": "provider session structured",
    index: "config plugins provider session settings structured terminal tokens",
  },
  cli: {
    output: "",
    question: "",
    input: "output",
    configure: "input output",
    serve: "configure",
    batch: "configure output serve",
    mcp: "configure input output serve",
    roles: "configure",
    conversations: "configure output",
    commands: "batch configure conversations input mcp output question roles serve",
  },
  backends: {
    json: "",
    names: "",
    http: "",
    refusals: "http",
    chat: "http json",
    demo: "chat http json",
    faults: "chat http json names refusals",
    emulator: "chat demo faults http names refusals",
    services: "chat emulator http json refusals",
    "start-backend": "chat emulator names services",
    index: "chat demo emulator faults http names services start-backend",
  },
  diagram: {
    dom: "",
    text: "",
    errors: "",
    kinds: "",
    limits: "",
    css: "dom",
    icons: "errors",
    protocol: "icons",
    parts: "",
    options: "css limits",
    layout: "css dom icons text",
    flatten: "css dom icons layout limits protocol text",
    "text-options": "css limits protocol",
    cells: "css dom flatten protocol",
    upstream: "cells css dom flatten icons kinds layout limits protocol text",
    repair: "kinds",
    worker: "errors kinds protocol repair text upstream",
    image: "limits protocol text upstream worker",
    pdf: "layout text",
    raster: "errors image limits options parts pdf protocol text worker",
    studio: "errors icons kinds limits options parts protocol raster text-options worker",
    "render-diagram": "options studio text-options",
    "render-diagrams": "options studio",
    index: "errors icons kinds limits options render-diagram render-diagrams studio text-options",
  },
};
const PACKAGES = ["shared", "cli", "backends", "diagram"];
/** Circles of files that stay, and why. */
const KNOWN_CIRCLES: Record<string, string> = {
  diagram: "dom/: nodes, elements and documents are defined by each other, as in every DOM",
};

const SHARED = sourceOf("shared");
const textOf = (file: string): string => readFileSync(path.join(SHARED, file), "utf8");
const sharedFiles = [...readGraph("shared").keys()];

describe.each(Object.entries(ARROWS))("%s", (name, expected) => {
  it("has exactly the arrows of the map", () => {
    const found = [...readArrows(name)].map(([room, targets]) => [room, targets.join(" ")]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it("goes one way: each room looks only into rooms that stand above it in the list", () => {
    const rooms = Object.keys(expected);
    for (const [room, targets] of Object.entries(expected))
      for (const target of targets.split(" ").filter(Boolean))
        expect(rooms.indexOf(target), `${room} -> ${target}`).toBeLessThan(rooms.indexOf(room));
  });
});

it.each(PACKAGES)("%s has no circle of files, not by type either", (name) => {
  const circles = circlesIn(readGraph(name));
  const isKnown = (circle: string[]) => KNOWN_CIRCLES[name]?.startsWith(`${roomOf(circle[0] ?? "")}/`);
  expect(circles.filter((circle) => !isKnown(circle))).toEqual([]);
  expect(circles.length > 0).toBe(name in KNOWN_CIRCLES);
});

it("ARCHITECTURE.md shows these arrows; node scripts/docs.mjs draws them", () => {
  const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  expect(withPictures(page)).toBe(page);
});

it.each(PACKAGES)("ARCHITECTURE.md says of every room of %s what is in it", (name) => {
  const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  const [, part = ""] = page.split(`## The rooms of \`packages/${name}/src\``);
  const [rows = ""] = part.split("\n## ");
  const folders = readdirSync(sourceOf(name), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rooms = folders.map((folder) => folder.name).filter((room) => room !== "testing");
  expect(rooms.filter((room) => !rows.includes(`| \`${room}/`))).toEqual([]);
});

describe("@framework/shared", () => {
  const PROVIDERS = "plugins/model_provider/";
  /** What several providers share; no provider itself. */
  const FAMILIES = ["hosted", "own-servers"];
  const folderOf = (file: string) => file.slice(PROVIDERS.length).split("/")[0] ?? "";
  const folders = new Set(sharedFiles.filter((file) => file.startsWith(PROVIDERS)).map(folderOf));

  it("lets no provider look into another, and only the registry into any", () => {
    for (const [file, targets] of readGraph("shared")) {
      for (const target of targets) {
        if (!target.startsWith(PROVIDERS)) continue;
        const isOwn = file.startsWith(PROVIDERS) && [folderOf(file), ...FAMILIES].includes(folderOf(target));
        expect(isOwn || file === "plugins/registry.ts", `${file} -> ${target}`).toBe(true);
      }
    }
  });

  it("names no provider and no vendor below the plugins", () => {
    const vendors = "openrouter|vllm|lm ?studio|triton|nebius|ovh|github";
    const words = new RegExp(`\\b(?:${[...folders].join("|")}|${vendors})\\b`, "i");
    // Tables of what servers say name who says it.
    const isSource = (line: string) => /^\s*(?:\{.*)?\b(?:vendor|sample):/.test(line);
    const rooms = new Set(["provider", "http", "settings", "chat"]);
    const found = sharedFiles
      .filter((file) => rooms.has(roomOf(file)))
      .flatMap((file) =>
        codeOf(textOf(file)).flatMap((line) =>
          words.test(line) && !isSource(line) ? `${file}: ${line}` : [],
        ),
      );
    expect(found).toEqual([]);
  });

  it("keeps the AI SDK in its own room", () => {
    for (const file of sharedFiles.filter((name) => roomOf(name) !== "ai-sdk"))
      expect(textOf(file), file).not.toMatch(/from "(?:ai|@ai-sdk\/[^"]*)"/);
  });

  it("never writes to the terminal by itself", () => {
    for (const file of sharedFiles)
      expect(codeOf(textOf(file)).join("\n"), file).not.toMatch(/console\.\w+\(/);
  });
});

it("lets no emulated service look into another, and only the door into any", () => {
  const serviceOf = (file: string) => /^services\/([^/]+)\//.exec(file)?.[1];
  for (const [file, targets] of readGraph("backends"))
    for (const target of targets) {
      const isAllowed =
        serviceOf(target) === undefined ||
        serviceOf(target) === serviceOf(file) ||
        ["start-backend.ts", "index.ts"].includes(file);
      expect(isAllowed, `${file} -> ${target}`).toBe(true);
    }
});

/** The lines that are no comment. */
function codeOf(text: string): string[] {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\s*\/\/ .*$/, ""));
}

it("commands print through the safe writer", () => {
  // These hand on sequences that were made for this very terminal: pictures, formatted text, the clipboard's, a line of progress.
  const writers = new Set([
    "commands/answer-commands.ts",
    "commands/batch/batch.ts",
    "commands/diagram.ts",
    "commands/format.ts",
  ]);
  const raw = /process\.std(?:out|err)\.write\(|console\.\w+\(/;
  const found = [...readGraph("cli").keys()].filter(
    (file) =>
      /^(?:commands|configure)\//.test(file) &&
      !writers.has(file) &&
      raw.test(readFileSync(path.join(sourceOf("cli"), file), "utf8")),
  );
  expect(found).toEqual([]);
});

it.each(["backends", "diagram"])("%s stands alone", (name) => {
  for (const file of readGraph(name).keys())
    expect(readFileSync(path.join(sourceOf(name), file), "utf8"), file).not.toMatch(/from "@framework\//);
});
