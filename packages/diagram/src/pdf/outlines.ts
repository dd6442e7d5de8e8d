/** The drawing as outlines: SVG of few words that the rasteriser makes of any SVG, read into elements. */

/** An element: a group, a path, or a definition that others name. */
export interface Outline {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Outline[];
  /** Its own text. */
  readonly markup: string;
}

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

class OpenOutline implements Outline {
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: OpenOutline[] = [];
  end = 0;

  constructor(
    readonly name: string,
    attributes: string,
    readonly source: string,
    readonly start: number,
  ) {
    this.attributes = new Map(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, key = "", value = ""]) => [key, value] as const),
    );
  }

  get markup(): string {
    return this.source.slice(this.start, this.end);
  }
}

/** Reads such a drawing, which has elements and attributes and nothing else. */
export function readOutlines(source: string): Outline {
  const all = new OpenOutline("", "", source, 0);
  const open = [all];
  for (const { 0: tag, 1: closing, 2: name = "", 3: attributes = "", 4: isEmpty, index } of source.matchAll(
    TAG,
  )) {
    const end = index + tag.length;
    if (closing) {
      const closed = open.pop();
      if (closed) closed.end = end;
      continue;
    }
    const element = new OpenOutline(name, attributes, source, index);
    element.end = end;
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
  }
  const [root] = all.children;
  if (root?.name !== "svg") throw new Error("the outlines of the drawing cannot be read");
  return root;
}

/** A number among the attributes. */
export function numberOf({ attributes }: Outline, name: string, otherwise: number): number {
  const value = Number(attributes.get(name) ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
}

/** The id in a reference to a definition; null for anything else. */
export const idIn = (value: string | undefined): string | null =>
  /^url\(#(.*)\)$/.exec(value ?? "")?.[1] ?? null;

/** What elements name: gradients, clipping paths, filters and the like. */
export class Definitions {
  readonly #byId = new Map<string, Outline>();

  constructor(root: Outline) {
    for (const { name, children } of root.children)
      if (name === "defs")
        for (const child of children) this.#byId.set(child.attributes.get("id") ?? "", child);
  }

  /** What an attribute of an element refers to. */
  of({ attributes }: Outline, attribute: string): Outline | undefined {
    return this.#byId.get(idIn(attributes.get(attribute)) ?? "");
  }

  /** The text of all that some markup needs of them. */
  neededBy(markup: string): string {
    const needed = new Map<string, string>();
    const find = (text: string): void => {
      for (const [, id = ""] of text.matchAll(/"url\(#([^"]*)\)"/g)) {
        const definition = this.#byId.get(id);
        if (!definition || needed.has(id)) continue;
        needed.set(id, definition.markup);
        find(definition.markup);
      }
    };
    find(markup);
    return [...needed.values()].join("");
  }
}
