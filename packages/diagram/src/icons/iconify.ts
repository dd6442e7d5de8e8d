// Iconify's JSON format.

/** What an icon and another name for it may say about their picture; as Iconify has it. */
interface IconifyOptional {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
  /** Quarter turns. */
  readonly rotate?: number;
  readonly hFlip?: boolean;
  readonly vFlip?: boolean;
}

/** An icon: SVG markup on a grid of `width` by `height` (16 by default). */
export interface IconifyIcon extends IconifyOptional {
  readonly body: string;
}

/** Another name for an icon, which may turn or mirror it. */
export interface IconifyAlias extends IconifyOptional {
  readonly parent: string;
}

/** The icons of a pack in the JSON format of Iconify, such as the `icons.json` of an `@iconify-json` package. */
export interface IconifyJson {
  readonly prefix: string;
  readonly icons: Readonly<Record<string, IconifyIcon>>;
  readonly aliases?: Readonly<Record<string, IconifyAlias>>;
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

/** A pack under the name by which diagrams call it, as in Mermaid's own `registerIconPacks`. */
export interface IconPack {
  readonly name: string;
  readonly icons: IconifyJson;
}
