import { crc32 } from "node:zlib";
import type { Document } from "../dom/document.js";
import type { Element } from "../dom/element.js";
import { isElement, type Node } from "../dom/node.js";
import { type FlatDrawing, flatten } from "../flatten/flatten.js";
import { bundledIconPacks } from "../icons/bundled-icon-packs.js";
import type { IconPack } from "../icons/iconify.js";
import { Measuring } from "../layout/measuring.js";
import { createFontSource } from "../text/font-source.js";
import { TextMeasurer } from "../text/measurer.js";
import { type HarfBuzzImport, loadShaper, needsShaping } from "../text/shaping.js";
import { ParseFailure } from "./failure.js";
import { renameIconIds } from "./icon-ids.js";
import { createWindow, installGlobals } from "./browser-window.js";
import { loadMermaid, type Mermaid } from "./mermaid-module.js";
import { withSeededRandom } from "./seeded-random.js";
import { leadingBlankLines } from "./source-lines.js";

/** How one diagram is drawn. */
export interface DrawOptions {
  readonly theme: string;
  /** A CSS colour; null is transparent. */
  readonly background: string | null;
  /** Whether the drawing is for the rasteriser and not for a viewer of SVG. */
  readonly forPixels: boolean;
  /** Width of the page in pixels, which charts without a size of their own fill. */
  readonly pageWidth: number;
  /** A family of this machine; null is the bundled one. */
  readonly fontFamily: string | null;
  readonly maxElements: number;
  /** Packs of the caller with the icons that the source names. */
  readonly iconPacks: readonly IconPack[];
}

/** A drawing and the kind that Mermaid took the source for. */
export interface Drawing extends FlatDrawing {
  readonly diagramType: string;
}

const pageHeight = 600;
/** What a diagram cannot change; Mermaid comes back to it before each one. */
const siteConfiguration = {
  startOnLoad: false,
  securityLevel: "strict",
  deterministicIds: true,
  deterministicIDSeed: "diagram",
  suppressErrorRendering: true,
  logLevel: "fatal",
};

/** Mermaid in a window of our own. One per thread: it replaces globals. */
export class MermaidRenderer {
  private fontFamily: string | null = null;
  private theme: string | null = null;

  private constructor(
    private readonly mermaid: Mermaid,
    private readonly document: Document,
    private readonly page: { width: number; height: number },
    private readonly measuring: Measuring,
    private readonly importHarfBuzz: HarfBuzzImport,
  ) {}

  static async create(importHarfBuzz: HarfBuzzImport): Promise<MermaidRenderer> {
    const page = { width: 784, height: pageHeight };
    const measuring = new Measuring(new TextMeasurer(createFontSource(null)), page);
    const { window, document } = createWindow(measuring);
    installGlobals(window);
    return new MermaidRenderer(await loadMermaid(), document, page, measuring, importHarfBuzz);
  }

  /** Draws one diagram; to be called for one at a time. */
  async draw(source: string, options: DrawOptions): Promise<Drawing> {
    this.page.width = options.pageWidth;
    this.configure(options);
    // Every time, so that no drawing depends on an earlier one; the caller's packs win over the bundled ones.
    this.mermaid.registerIconPacks([...bundledIconPacks(source), ...options.iconPacks].map(withOwnNamesOnly));
    if (needsShaping(source)) await loadShaper(this.importHarfBuzz);
    const host = this.document.createElement("div");
    this.document.body?.appendChild(host);
    const stage = captureStage(host);
    try {
      this.document.limitElements(options.maxElements);
      const id = idFor(source, options.theme);
      const text = source.replace(leadingBlankLines, "");
      const { diagramType } = await withSeededRandom(() => this.mermaid.render(id, text, host)).catch(
        (error: unknown) => {
          throw stage.isDrawing() ? error : new ParseFailure(error);
        },
      );
      const svg = stage.attach();
      renameIconIds(svg);
      return { ...flatten(svg, this.measuring, options), diagramType };
    } finally {
      this.document.limitElements(Number.POSITIVE_INFINITY);
      this.document.body?.replaceChildren();
    }
  }

  /** Mermaid works its themes out anew at each call, and remembers text sizes by the name of the family. */
  private configure({ theme, fontFamily }: DrawOptions): void {
    if (theme === this.theme && fontFamily === this.fontFamily) return;
    if (fontFamily !== this.fontFamily)
      this.measuring.measurer = new TextMeasurer(createFontSource(fontFamily));
    this.theme = theme;
    this.fontFamily = fontFamily;
    this.mermaid.initialize({ ...siteConfiguration, theme, ...(fontFamily ? { fontFamily } : {}) });
  }
}

/** An icon called "constructor" is not there just because every object has one. */
function withOwnNamesOnly({ name, icons }: IconPack): IconPack {
  const own = Object.assign(Object.create(null), icons.icons);
  return { name, icons: { ...icons, icons: own } };
}

/** The same for the same picture, and another one for another, so that several can stand in one page. */
function idFor(source: string, theme: string): string {
  return `d${crc32(`${theme}\n${source}`).toString(16)}-${source.length}`;
}

/**
 * Keeps hold of the element that Mermaid draws in. Mermaid would write it out as text, sanitise that and throw the
 * element away; we take the live element (flattening lets far less through) and save the work.
 */
function captureStage(host: Element): { attach(): Element; isDrawing(): boolean } {
  let stage: Element | null = null;
  const insert = host.insertBefore.bind(host);
  host.insertBefore = <T extends Node>(node: T, reference: Node | null): T => {
    if (isElement(node)) {
      stage = node;
      Object.defineProperty(node, "innerHTML", { configurable: true, get: () => "" });
    }
    return insert(node, reference);
  };
  return {
    /** Mermaid adds the style sheet between parsing and drawing. */
    isDrawing: () => stage?.querySelector("style") !== null && stage !== null,
    attach() {
      const svg = stage?.querySelector("svg");
      if (!stage || !svg) throw new Error("Mermaid drew nothing");
      insert(stage, null);
      return svg;
    },
  };
}
