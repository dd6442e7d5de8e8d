/** Iconify's JSON format. */

/** What an icon and another name for it may say about their picture; as Iconify has it. */
interface IconifyOptional {
  /** Where the drawing begins from the left. */
  readonly left?: number;
  /** Where the drawing begins from the top. */
  readonly top?: number;
  /** How wide the drawing is. */
  readonly width?: number;
  /** How high the drawing is. */
  readonly height?: number;
  /** Quarter turns. */
  readonly rotate?: number;
  /** Mirrored from left to right. */
  readonly hFlip?: boolean;
  /** Mirrored from top to bottom. */
  readonly vFlip?: boolean;
}

/** An icon: SVG markup on a grid of `width` by `height` (16 by default). */
export interface IconifyIcon extends IconifyOptional {
  /** The SVG markup, without the `<svg>` around it. */
  readonly body: string;
}

/** Another name for an icon, which may turn or mirror it. */
export interface IconifyAlias extends IconifyOptional {
  /** The icon or alias that it is another name for. */
  readonly parent: string;
}

/** The icons of a pack in the JSON format of Iconify, such as the `icons.json` of an `@iconify-json` package. */
export interface IconifyJson {
  /** The pack's own name at Iconify; diagrams call it by `IconPack.name`. */
  readonly prefix: string;
  /** Every icon by its name: SVG without the `<svg>` around it, and its size where it has one of its own. */
  readonly icons: Readonly<Record<string, IconifyIcon>>;
  /** Further names, each for an icon of the pack, turned or mirrored where it says so. */
  readonly aliases?: Readonly<Record<string, IconifyAlias>>;
  /** Where the drawings begin from the left, for icons that say nothing else; 0 by default. */
  readonly left?: number;
  /** Where the drawings begin from the top, for icons that say nothing else; 0 by default. */
  readonly top?: number;
  /** How wide the drawings are, for icons that say nothing else; 16 by default. */
  readonly width?: number;
  /** How high the drawings are, for icons that say nothing else; 16 by default. */
  readonly height?: number;
}

/** A pack under the name by which diagrams call it, as in Mermaid's own `registerIconPacks`. */
export interface IconPack {
  /** What stands before the colon in a diagram: `logos` in `logos:aws`. */
  readonly name: string;
  /** The icons, in Iconify's JSON format. */
  readonly icons: IconifyJson;
}
