// Mermaid in a page of Chromium, without the web fonts for text that mermaid-cli's own page loads: both sides draw with the bundled
// fonts. Icons of Font Awesome and KaTeX's style sheet are there as in mermaid-cli's page. What is random is the same on both sides.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { browserEnvironment, executablePath } from "./browser.mjs";

const PAGE =
  "<!doctype html><html><head><style>body{margin:8px}</style></head><body><div id=container></div></body></html>";
const FRESH_BROWSER_AFTER = 50;

/** Runs in the page: draws, shows the drawing at its own size, and says how large it is. */
async function drawInPage(source) {
  /* global mermaid, document, performance */
  const container = document.getElementById("container");
  container.innerHTML = "";
  container.style.width = "";
  const { random } = Math;
  let state = 42;
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  try {
    mermaid.initialize({
      startOnLoad: false,
      suppressErrorRendering: true,
      deterministicIds: true,
      deterministicIDSeed: "diagram",
    });
    const started = performance.now();
    const { svg } = await mermaid.render("my-svg", source, container);
    const milliseconds = performance.now() - started;
    container.innerHTML = svg;
    const element = container.querySelector("svg");
    const view = (element.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    const box = element.getBoundingClientRect();
    const [width, height] = [view[2] || box.width, view[3] || box.height];
    container.style.width = `${width}px`;
    Object.assign(element.style, { maxWidth: "none", width: `${width}px`, height: `${height}px` });
    return { width, height, milliseconds, svg };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  } finally {
    Math.random = random;
  }
}

/** Font Awesome's style sheet with its fonts inside. */
async function iconStyles() {
  const folder = new URL("node_modules/@fortawesome/fontawesome-free/", import.meta.url);
  const styles = await readFile(new URL("css/all.min.css", folder), "utf8");
  const files = [...new Set(styles.match(/\.\.\/webfonts\/[\w-]+\.woff2/g))];
  const fonts = await Promise.all(files.map((file) => readFile(new URL(`css/${file}`, folder), "base64")));
  return files.reduce(
    (text, file, index) => text.replaceAll(file, `data:font/woff2;base64,${fonts[index]}`),
    styles,
  );
}

/** Opens the browser; `draw` gives the size, the SVG and the picture, or the error. */
export async function startReference() {
  const { default: puppeteer } = await import("puppeteer");
  const library = await readFile(createRequire(import.meta.url).resolve("mermaid/dist/mermaid.js"), "utf8");
  // Its fonts are for formulas in HTML; these are MathML.
  const formulas = await readFile(
    new URL("node_modules/katex/dist/katex.min.css", import.meta.url),
    "utf8",
  ).then((styles) => styles.replaceAll(/@font-face\{[^}]*\}/g, ""));
  const icons = await iconStyles();
  const env = await browserEnvironment();
  let browser;
  let page;
  let drawn = 0;
  const openPage = async () => {
    page = await browser.newPage();
    await page.setViewport({ width: 800, height: 600, deviceScaleFactor: 1 });
    await page.setContent(PAGE);
    await page.addStyleTag({ content: icons });
    await page.addStyleTag({ content: formulas });
    await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
    await page.addScriptTag({ content: library });
  };
  const open = async () => {
    await browser?.close().catch(() => {});
    browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"], env });
    await openPage();
  };
  await open();
  return {
    /** Another page, in a process of its own, in place of the one that is open. */
    async renewPage() {
      await page.close();
      await openPage();
    },
    /** How many milliseconds `mermaid.render` takes, and no picture. */
    async time(source) {
      const { milliseconds, error } = await page.evaluate(drawInPage, source);
      if (error) throw new Error(error);
      return milliseconds;
    },
    /** A page for comparing pictures in. */
    newPage: () => browser.newPage(),
    async draw(source) {
      drawn += 1;
      if (drawn % FRESH_BROWSER_AFTER === 0) await open();
      const result = await page.evaluate(drawInPage, source).catch(async (error) => {
        // The page is gone: with a new browser the next diagram is drawn.
        await open();
        return { error: `the page ended: ${error.message}`, isLost: true };
      });
      if (result.error) return result;
      const clip = await page.evaluate(() => {
        const { x, y, width, height } = document.querySelector("#container svg").getBoundingClientRect();
        return {
          x: x + globalThis.scrollX,
          y: y + globalThis.scrollY,
          width: Math.ceil(width),
          height: Math.ceil(height),
        };
      });
      return { ...result, png: Buffer.from(await page.screenshot({ clip, captureBeyondViewport: true })) };
    },
    close: () => browser.close(),
  };
}
