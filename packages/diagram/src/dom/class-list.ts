/** The list of an element's classes. */
import type { Element } from "./element.js";

/** The `classList` view of an element's class attribute. */
export class ClassList {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  get #names(): string[] {
    return this.#element.className.split(/\s+/).filter(Boolean);
  }

  #write(names: Iterable<string>): void {
    this.#element.className = [...names].join(" ");
  }

  get length(): number {
    return this.#names.length;
  }

  get value(): string {
    return this.#element.className;
  }

  add(...added: string[]): void {
    this.#write(new Set([...this.#names, ...added]));
  }

  remove(...removed: string[]): void {
    this.#write(this.#names.filter((name) => !removed.includes(name)));
  }

  contains(name: string): boolean {
    return this.#names.includes(name);
  }

  item(index: number): string | null {
    return this.#names[index] ?? null;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names[Symbol.iterator]();
  }
}
