/** What V8 lacks while an image is made, and adds when a process starts from it. */
import { addGroupBy } from "../upstream/polyfills.js";

type Methods = Record<string, (...args: never[]) => unknown>;

const arrays: Methods & ThisType<unknown[]> = {
  toReversed() {
    const copy = this.slice();
    // The other method is what is missing.
    // oxlint-disable-next-line unicorn/no-array-reverse
    return copy.reverse();
  },
  toSorted(compare: (left: unknown, right: unknown) => number) {
    return this.slice().sort(compare);
  },
  toSpliced(start: number, count: number, ...items: unknown[]) {
    const copy = this.slice();
    copy.splice(start, count, ...items);
    return copy;
  },
  with(index: number, value: unknown) {
    const copy = this.slice();
    copy[index < 0 ? index + copy.length : index] = value;
    return copy;
  },
};

/** Adds what is missing; what it gives takes that away again, as V8 would not find its place free. */
export function addStandIns(): () => void {
  const added = Object.entries(arrays).filter(([name]) => !Reflect.has(Array.prototype, name));
  for (const [name, value] of added)
    // Only while the image is made.
    // oxlint-disable-next-line eslint/no-extend-native
    Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
  const hasGroupBy = Reflect.has(Object, "groupBy");
  addGroupBy();
  return () => {
    for (const [name] of added) Reflect.deleteProperty(Array.prototype, name);
    if (!hasGroupBy) Reflect.deleteProperty(Object, "groupBy");
  };
}
