// Chromium as mermaid-cli uses it, with the fonts that @framework/diagram bundles, so that both sides draw with the same ones.
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const fonts = fileURLToPath(new URL("../../packages/diagram/fonts", import.meta.url));

/** The parts of Arimo for Latin text alone have its name, and a browser that took them would look elsewhere for all other letters. */
const LATIN_PARTS = "<selectfont><rejectfont><glob>*/Arimo-*-Latin.ttf</glob></rejectfont></selectfont>";

/** A folder that is gone when the program is. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "diagram-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Environment for a Chromium whose sans-serif is Arimo. */
export async function browserEnvironment() {
  const folder = await temporaryFolder();
  const families = [
    "sans-serif",
    "serif",
    "Times New Roman",
    "Open Sans",
    "Arial",
    "Helvetica",
    "Trebuchet MS",
    "Verdana",
  ];
  const aliases = families
    .map(
      (name) =>
        `<match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="assign" binding="same"><string>Arimo</string></edit></match>`,
    )
    .join("");
  const config = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${aliases}<include>/etc/fonts/fonts.conf</include><dir>${fonts}</dir>${LATIN_PARTS}<cachedir>${folder}</cachedir></fontconfig>`;
  const file = path.join(folder, "fonts.conf");
  await writeFile(file, config);
  return { ...process.env, FONTCONFIG_FILE: file };
}

/** One browser, kept open, that draws through mermaid-cli's own code. */
export async function startBrowser() {
  const { default: puppeteer } = await import("puppeteer");
  const { renderMermaid } = await import("@mermaid-js/mermaid-cli");
  const browser = await puppeteer.launch({
    executablePath,
    args: ["--no-sandbox"],
    env: await browserEnvironment(),
  });
  const viewport = { width: 800, height: 600, deviceScaleFactor: 1 };
  return {
    browser,
    async draw(source, format) {
      const { data } = await renderMermaid(browser, source, format, { viewport, backgroundColor: "white" });
      return Buffer.from(data);
    },
    close: () => browser.close(),
  };
}
