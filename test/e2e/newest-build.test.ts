import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "newest-"));
const bin = fileURLToPath(new URL("../../packages/cli/bin", import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A checkout in which the bundle and the compiler's notes have these ages in minutes; what runs in it. */
function taken(name: string, bundle: number | undefined, notes: Record<string, number>) {
  const at = (file: string) => path.join(folder, name, file);
  const write = (file: string, text: string, minutes: number) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
    const time = Date.now() / 1000 - minutes * 60;
    utimesSync(at(file), time, time);
  };
  write("package.json", '{ "type": "module" }', 0);
  write("cli/dist/commands/fw.js", 'process.stdout.write("modules");', 0);
  if (bundle !== undefined) write("cli/dist/bundle/fw.js", 'process.stdout.write("bundle");', bundle);
  for (const [file, minutes] of Object.entries(notes)) write(file, "", minutes);
  cpSync(bin, at("cli/bin"), { recursive: true });
  return execFileSync(process.execPath, [at("cli/bin/fw.js")], { encoding: "utf8" });
}

const NOTES = { "cli/dist/.tsbuildinfo": 5, "shared/dist/.tsbuildinfo": 5 };

it("takes the bundle where it is installed, and where nothing was compiled since", () => {
  expect(taken("installed", 9, {})).toBe("bundle");
  expect(taken("ready", 4, NOTES)).toBe("bundle");
});

it("takes the compiled modules where there is no bundle, or an older one", () => {
  expect(taken("compiled", undefined, NOTES)).toBe("modules");
  expect(taken("changed here", 6, NOTES)).toBe("modules");
  expect(taken("changed below", 6, { ...NOTES, "cli/dist/.tsbuildinfo": 7 })).toBe("modules");
});
