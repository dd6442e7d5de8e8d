/** What a page uses by name: pictures, groups, opacities, gradients, fonts. */

/** The kinds that a page can name. */
type Kind = "ExtGState" | "Font" | "Pattern" | "XObject";

/** The names of a page; the same thing has one name. */
export class Resources {
  readonly #kinds: Record<Kind, Map<string, string>> = {
    ExtGState: new Map(),
    Font: new Map(),
    Pattern: new Map(),
    XObject: new Map(),
  };

  /** The name of something, such as "/P3". */
  name(kind: Kind, value: string): string {
    const names = this.#kinds[kind];
    const name = names.get(value) ?? `/${kind.charAt(0)}${names.size + 1}`;
    names.set(value, name);
    return name;
  }

  /** All of them, as the page says them. */
  toString(): string {
    const kinds = Object.entries(this.#kinds).map(([kind, names]) => {
      const entries = [...names].map(([value, name]) => `${name} ${value}`);
      return `/${kind} << ${entries.join(" ")} >>`;
    });
    return `<< ${kinds.join(" ")} >>`;
  }
}
