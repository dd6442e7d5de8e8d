/** A change that the build makes to what others publish. */

/** The modules of Mermaid itself. */
export const MERMAID_CHUNKS =
  /\/node_modules\/mermaid\/dist\/(?:chunks\/mermaid\.core\/[^/]+|mermaid\.core)\.mjs$/;

/** A change of text in published modules. */
export interface Patch {
  readonly name: string;
  /** What it is for, with what it brought when it was measured. */
  readonly why: string;
  /** The modules it is looked for in, by their path with forward slashes. */
  readonly modules: RegExp;
  readonly published: string | RegExp;
  /** What stands there instead; or, where text alone cannot say it, what makes a whole module anew. */
  readonly ours: string | ((code: string) => string);
  /** How often `published` stands in all of these modules together. */
  readonly count: number;
}
