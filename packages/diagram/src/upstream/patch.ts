/** A change that the build makes to what others publish. */

/** The modules of Mermaid itself. */
const MERMAID_CHUNKS = /\/node_modules\/mermaid\/dist\/(?:chunks\/mermaid\.core\/[^/]+|mermaid\.core)\.mjs$/;

/** One text in the place of another. */
export interface Edit {
  readonly published: string | RegExp;
  /** What stands there instead; or, where text alone cannot say it, what makes a whole module anew. */
  readonly ours: string | ((code: string) => string);
  /** How often `published` stands in all of the modules together; once unless told. */
  readonly count?: number;
}

/** A change of text in published modules. */
export interface Patch extends Edit {
  readonly name: string;
  /** What it is for, with what it brought when it was measured. */
  readonly why: string;
  /** The modules it is looked for in, by their path with forward slashes; Mermaid's own unless told. */
  readonly modules?: RegExp;
  /** What else must change with it, in the same modules. */
  readonly also?: readonly Edit[];
}

/** Patches that look into these modules. */
export const inModules = (modules: RegExp, patches: readonly Patch[]): readonly Patch[] =>
  patches.map((patch) => ({ ...patch, modules }));

const withSlashes = (file: string): string => file.replaceAll("\\", "/");

/** Whether a patch looks into this module. */
export const concerns = ({ modules = MERMAID_CHUNKS }: Patch, file: string): boolean =>
  modules.test(withSlashes(file));

/** All that a patch changes. */
export const editsOf = ({ also = [], ...first }: Patch): readonly Edit[] => [first, ...also];
