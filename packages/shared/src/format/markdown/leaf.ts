/** The blocks that hold text rather than other blocks, while they are open. */
import type { KeptDefinition } from "./kept-definition.js";

export type Leaf =
  | { readonly kind: "paragraph" }
  | { readonly kind: "fence"; readonly marker: string; readonly indent: number }
  | { readonly kind: "indented"; blanks: string }
  | { readonly kind: "html"; readonly end: RegExp | undefined; kept: string }
  | { readonly kind: "math"; readonly end: string; kept: string }
  | { readonly kind: "definition"; readonly lines: KeptDefinition }
  | { readonly kind: "table" };
