/** Who may import whom. The map is the one in ARCHITECTURE.md; a new arrow is a decision, made here. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../packages/", import.meta.url));
const shared = path.join(root, "shared/src");

/** Rooms of @framework/shared and the rooms each may look into; itself is always allowed. */
const arrows: Record<string, readonly string[]> = {
  provider: [],
  system: ["provider"],
  terminal: ["provider"],
  tokens: ["provider"],
  http: ["provider"],
  settings: ["provider"],
  chat: ["http", "settings", "tokens", "provider"],
  "plugins/model_provider": ["chat", "http", "settings", "system", "tokens", "provider"],
  "plugins/tools": ["system", "provider"],
  plugins: ["provider"],
  config: ["auth", "plugins", "settings", "system", "provider"],
  // Keys belong to origins, and whether one is of this machine is known there.
  auth: ["http", "system", "provider"],
  explain: ["settings", "provider"],
  // The rendering service is reached as models are.
  format: ["terminal", "http", "system", "provider"],
  doctor: ["explain", "auth", "config", "plugins", "chat", "http", "settings", "system", "provider"],
  chain: ["provider"],
  ledger: ["provider"],
  session: ["auth", "chain", "plugins", "plugins/tools", "settings", "system", "tokens", "provider"],
  "ai-sdk": ["session", "provider"],
  index: ["session", "config", "plugins", "settings", "terminal", "tokens", "provider"],
};
/** What several providers share; no provider itself. */
const FAMILY = "hosted";
/** The one line that names provider folders. */
const registry = "plugins/registry.ts";

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "dist" && entry.name !== "testing")
        yield* files(full);
    } else if (entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts")) yield full;
  }
}

const imports = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, name]) => name ?? "");

function roomOf(file: string): string {
  const parts = path.relative(shared, file).split(path.sep);
  if (parts.length === 1) return "index";
  return parts[0] === "plugins" && parts.length > 2 ? `plugins/${parts[1]}` : (parts[0] ?? "");
}

describe("@framework/shared", () => {
  it("keeps its arrows", () => {
    const wrong: string[] = [];
    for (const file of files(shared)) {
      const from = roomOf(file);
      for (const name of imports(file).filter((text) => text.startsWith("."))) {
        const target = path.resolve(path.dirname(file), name);
        const to = roomOf(target);
        const where = path.relative(shared, file);
        if (where === registry && to === "plugins/model_provider") continue;
        if (from !== to && !arrows[from]?.includes(to)) wrong.push(`${where} -> ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("lets no provider look into another", () => {
    const providers = path.join(shared, "plugins/model_provider");
    const wrong: string[] = [];
    for (const file of files(providers)) {
      const [own] = path.relative(providers, file).split(path.sep);
      for (const name of imports(file).filter((text) => text.startsWith("."))) {
        const target = path.relative(providers, path.resolve(path.dirname(file), name));
        const [to] = target.split(path.sep);
        if (to !== ".." && to !== own && to !== FAMILY) wrong.push(`${file} -> ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("keeps the AI SDK in its own room", () => {
    for (const file of files(shared)) {
      const foreign = imports(file).filter((name) => name === "ai" || name.startsWith("@ai-sdk/"));
      if (roomOf(file) !== "ai-sdk") expect(foreign, file).toEqual([]);
    }
  });

  it("names no provider in http and chat", () => {
    const names = readdirSync(path.join(shared, "plugins/model_provider"));
    for (const room of ["http", "chat"]) {
      for (const file of files(path.join(shared, room))) {
        for (const name of names) expect(readFileSync(file, "utf8"), file).not.toContain(`"${name}"`);
      }
    }
  });

  it("never writes to the terminal by itself", () => {
    for (const file of files(shared)) {
      expect(readFileSync(file, "utf8"), file).not.toMatch(/console\.\w+\(/);
    }
  });
});

describe("the other packages", () => {
  it("stand alone, but for the command line", () => {
    for (const name of ["backends", "diagram"]) {
      const folder = path.join(root, name, "src");
      for (const file of readdirSync(root).includes(name) ? files(folder) : []) {
        expect(imports(file).filter((text) => text.startsWith("@framework/"))).toEqual([]);
      }
    }
  });
});
