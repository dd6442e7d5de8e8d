/** Draws one diagram after the other with Mermaid, in a window of our own. */
import { crc32 } from "node:zlib";
import type { Document } from "../dom/document.js";
import { flatten } from "../flatten/flatten.js";
import { bundledIconPacks, NO_BUNDLED_ICONS } from "../icons/bundled-icon-packs.js";
import type { IconPack } from "../icons/iconify.js";
import { Measuring } from "../layout/measuring.js";
import { kindOfType } from "../kinds.js";
import type { DrawOptions, FlatDrawing, TextResponse, TextSettings } from "../protocol.js";
import { USUAL_LIMITS } from "../limits.js";
import { createFontSource } from "../text/font-source.js";
import { TextMeasurer } from "../text/measurer.js";
import { type HarfBuzzImport, loadShaper, needsShaping } from "../text/shaping.js";
import { ParseFailure } from "./failure.js";
import { renameIconIds } from "./icon-ids.js";
import { createWindow, installGlobals } from "./browser-window.js";
import { configurationFor, type LookOptions } from "./configuration.js";
import { installPolyfills } from "./polyfills.js";
import { loadMermaid, type Mermaid, type ParsedDiagram } from "./mermaid-module.js";
import { withSeededRandom } from "./seeded-random.js";
import { captureStage } from "./stage.js";
import { frontMatterTitle } from "./front-matter.js";
import { LEADING_BLANK_LINES } from "./source-lines.js";

/** A drawing and the kind that Mermaid took the source for. */
export interface Drawing extends FlatDrawing {
  readonly diagramType: string;
}

const PAGE_HEIGHT = 600;
const PLAIN_LOOK: LookOptions = {
  theme: null,
  look: null,
  dark: false,
  fontFamily: null,
  maxEdges: USUAL_LIMITS.edges,
  maxCharacters: USUAL_LIMITS.characters,
};

/** Mermaid in a window of our own. One per thread: it replaces globals. */
export class MermaidRenderer {
  #fontFamily: string | null = null;
  #configured = "";
  /** Whether Mermaid knows the bundled packs, all of them empty, and no other one. */
  #hasNoIcons = false;
  readonly #mermaid: Mermaid;
  readonly #document: Document;
  readonly #page: { width: number; height: number };
  readonly #measuring: Measuring;
  readonly #importHarfBuzz: HarfBuzzImport;

  private constructor(
    mermaid: Mermaid,
    document: Document,
    page: { width: number; height: number },
    measuring: Measuring,
    importHarfBuzz: HarfBuzzImport,
  ) {
    this.#mermaid = mermaid;
    this.#document = document;
    this.#page = page;
    this.#measuring = measuring;
    this.#importHarfBuzz = importHarfBuzz;
  }

  static async create(importHarfBuzz: HarfBuzzImport): Promise<MermaidRenderer> {
    const page = { width: 784, height: PAGE_HEIGHT };
    const measuring = new Measuring(new TextMeasurer(createFontSource(null)), page);
    const { window, document } = createWindow(measuring);
    installGlobals(window);
    installPolyfills();
    return new MermaidRenderer(await loadMermaid(), document, page, measuring, importHarfBuzz);
  }

  /** Draws one diagram; to be called for one at a time. */
  async draw(source: string, options: DrawOptions): Promise<Drawing> {
    this.#page.width = options.pageWidth;
    this.#configure(options);
    this.#registerIcons(source, options.iconPacks);
    if (needsShaping(source)) await loadShaper(this.#importHarfBuzz);
    const host = this.#document.createElement("div");
    this.#document.body?.appendChild(host);
    const stage = captureStage(host);
    try {
      this.#document.limitElements(options.maxElements);
      const id = idFor(source, this.#configured);
      const text = source.replace(LEADING_BLANK_LINES, "");
      const { diagramType } = await withSeededRandom(() => this.#mermaid.render(id, text, host)).catch(
        (error: unknown) => {
          throw stage.isDrawing() ? error : new ParseFailure(error);
        },
      );
      const svg = stage.attach();
      renameIconIds(svg);
      return { ...flatten(svg, this.#measuring, options), diagramType };
    } finally {
      this.#document.limitElements(Number.POSITIVE_INFINITY);
      this.#document.body?.replaceChildren();
    }
  }

  /** Draws one diagram as text; to be called for one at a time. Nothing is measured in pixels for it. */
  async drawText(source: string, settings: TextSettings): Promise<TextResponse> {
    this.#configure(PLAIN_LOOK);
    const text = source.replace(LEADING_BLANK_LINES, "");
    const { mermaidAPI } = this.#mermaid;
    const parse = async (): Promise<ParsedDiagram> => {
      // Reads the settings in the source; the second reading is the one that is kept.
      await mermaidAPI.parse(text);
      return withSeededRandom(() => mermaidAPI.getDiagramFromText(text, { title: frontMatterTitle(text) }));
    };
    const { type, db } = await parse().catch((error: unknown) => {
      throw new ParseFailure(error);
    });
    // Mermaid's picture of an error says nothing that could be written.
    if (type === "error") throw new ParseFailure(new Error("the source is no diagram"));
    const kind = kindOfType(type) ?? type;
    const { drawText } = await import("../cells/text-drawing.js");
    const drawing = drawText(kind, db, db.getDiagramTitle?.() ?? "", settings);
    if (!drawing) throw new Error(`there is no drawing as text for the kind "${kind}"`);
    return { ...drawing, diagramType: type };
  }

  /** Parses and draws nothing; throws what drawing would throw. */
  async parse(source: string): Promise<void> {
    await this.#mermaid.mermaidAPI.parse(source.replace(LEADING_BLANK_LINES, "")).catch((error: unknown) => {
      throw new ParseFailure(error);
    });
  }

  /** Every time, so that no drawing depends on an earlier one; the caller's packs win over the bundled ones. */
  #registerIcons(source: string, packs: readonly IconPack[]): void {
    const bundled = bundledIconPacks(source);
    const hadNone = this.#hasNoIcons;
    this.#hasNoIcons = bundled === NO_BUNDLED_ICONS && packs.length === 0;
    if (!this.#hasNoIcons || !hadNone)
      this.#mermaid.registerIconPacks([...bundled, ...packs].map(withOwnNamesOnly));
  }

  /** Mermaid works its themes out anew at each call, and remembers text sizes by the name of the family. */
  #configure(options: LookOptions): void {
    const { fontFamily } = options;
    if (fontFamily !== this.#fontFamily)
      this.#measuring.measurer = new TextMeasurer(createFontSource(fontFamily));
    this.#fontFamily = fontFamily;
    const configuration = configurationFor(options);
    const configured = JSON.stringify(configuration);
    if (configured === this.#configured) return;
    this.#configured = configured;
    this.#mermaid.initialize(configuration);
  }
}

/** An icon called "constructor" is not there just because every object has one. */
function withOwnNamesOnly({ name, icons }: IconPack): IconPack {
  const own = Object.assign(Object.create(null), icons.icons);
  return { name, icons: { ...icons, icons: own } };
}

/** The same for the same picture, and another one for another, so that several can stand in one page. */
function idFor(source: string, configuration: string): string {
  return `d${crc32(`${configuration}\n${source}`).toString(16)}-${source.length}`;
}
