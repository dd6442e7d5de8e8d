import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import {
  DIAGRAM,
  kitty,
  picture,
  record,
  run,
  withCommand,
  type RunOptions,
} from "../../testing/diagram-formatter.js";

/** These tests are about the command and the service; the library has a test of its own. */
vi.mock("./library-renderer.js", () => ({
  createLibraryRenderer: () => ({ name: "library", isAvailable: () => false }),
}));

/** The theme, background and scale that a diagram is drawn with. */
const look = async (options: RunOptions) => {
  await run(DIAGRAM, options);
  const { argv } = await record();
  return ["-t", "-b", "-s"].map((name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : "none"));
};

describe("settings", () => {
  test("come from the configuration, then the environment, then the terminal's background", async () => {
    const env = { ...withCommand, FW_DIAGRAM_THEME: "forest", FW_DIAGRAM_SCALE: "3" };
    // A terminal that does not tell its background gets no white slab.
    expect(await look({})).toEqual(["dark", "#1f1f1f", "2"]);
    expect(await look({ config: { theme: "default" } })).toEqual(["default", "white", "2"]);
    expect(await look({ env })).toEqual(["forest", "white", "3"]);
    expect(await look({ env, config: { theme: "neutral", scale: 1, background: "transparent" } })).toEqual([
      "neutral",
      "transparent",
      "1",
    ]);
    expect(await look({ terminal: { ...kitty, background: [20, 20, 30] } })).toEqual([
      "dark",
      "transparent",
      "2",
    ]);
    expect(await look({ terminal: { ...kitty, background: [250, 250, 250] } })).toEqual([
      "none",
      "transparent",
      "2",
    ]);
    expect(await look({ terminal: { ...kitty, background: [20, 20, 30] }, env })).toEqual([
      "forest",
      "white",
      "3",
    ]);
  });

  test("a variable that makes no sense is reported and passed over", async () => {
    const { notices } = await run("", {
      env: { ...withCommand, FW_DIAGRAM_THEME: "pink", FW_DIAGRAM_SCALE: "0" },
    });
    expect(notices).toEqual([
      expect.stringContaining('FW_DIAGRAM_THEME="pink" is ignored'),
      expect.stringContaining('FW_DIAGRAM_SCALE="0" is ignored'),
    ]);
  });

  test("console_width and setConsoleWidth bound the picture", async () => {
    const { output } = await run(DIAGRAM, { config: { console_width: 5, scale: 1 } });
    expect(output).toContain("c=5,r=1,");
  });

  test("a picture that could not be read is drawn as text and linked, unless pictures were asked for", async () => {
    const narrow = { ...kitty, columns: 8, links: true };
    const { output, shown, vision } = await run(DIAGRAM, { terminal: narrow, config: { scale: 1 } });
    expect(shown).toMatch(/^┌───┐\n│ A │\n[^]*\n\[as text: too wide for this window\]\n/);
    const [, link = ""] = /\x1b\]8;;(file:[^\x1b]*)\x1b\\/.exec(output) ?? [];
    expect(link).toContain(vision);
    expect(await readFile(new URL(link))).toEqual(picture);
    const asked = await run(DIAGRAM, {
      terminal: { ...narrow, graphicsIsExplicit: true },
      config: { scale: 1 },
    });
    expect(asked.shown).toMatch(/<picture>[^]*\[too wide for this window: letters of 6 pixels\]/);
  });

  test("the command gets no credentials, and as root a browser without sandbox", async () => {
    await run(DIAGRAM);
    const { secret, browser } = await record();
    expect(secret).toBeUndefined();
    expect(JSON.parse(browser)).toEqual({ args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  });
});
