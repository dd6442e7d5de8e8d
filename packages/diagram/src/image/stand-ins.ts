/** What V8 lacks while an image is made, and adds when a process starts from it. */

type Methods = Record<string, (...args: never[]) => unknown>;

const arrays: Methods & ThisType<unknown[]> = {
  toReversed() {
    return this.slice().reverse();
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
    Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name] of added) Reflect.deleteProperty(Array.prototype, name);
  };
}
