// The functions of lodash that dagre uses, for arrays and plain objects only. The build gives them to dagre in lodash's
// place: what lodash does for every other kind of value took a tenth of the time of drawing a graph.

type Dictionary<T> = Record<string, T>;
type Items<T> = readonly T[] | Readonly<Dictionary<T>> | null | undefined;
type Visit<T, Result> = (value: T, key: string | number, items: Items<T>) => Result;
type Iteratee<T> = Visit<T, unknown> | string | undefined;

const isDictionary = (value: unknown): value is Dictionary<unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A function, or the one that reads the property of that name. */
function toFunction<T>(iteratee: Iteratee<T>): Visit<T, unknown> {
  if (typeof iteratee === "function") return iteratee;
  if (iteratee === undefined) return (value) => value;
  return (value) => (isDictionary(value) ? value[iteratee] : undefined);
}

/** Visits items until `visit` answers false; an array is taken as long as it was at the start. */
export function forEach<T>(items: Items<T>, visit: Visit<T, unknown>): Items<T> {
  if (!items) return items;
  if (!Array.isArray(items)) return forOwn(items, visit);
  const { length } = items;
  let index = 0;
  for (const value of items) if (index >= length || visit(value, index++, items) === false) break;
  return items;
}

export { forEach as each };

export function forOwn<T>(items: Items<T>, visit: Visit<T, unknown>): Items<T> {
  if (items) for (const [key, value] of Object.entries(items)) if (visit(value, key, items) === false) break;
  return items;
}

export { forOwn as forIn };

export function map<T>(items: Items<T>, iteratee?: Iteratee<T>): unknown[] {
  const convert = toFunction(iteratee);
  const result: unknown[] = [];
  forEach(items, (value, key) => void result.push(convert(value, key, items)));
  return result;
}

export function filter<T>(items: Items<T>, wanted: Visit<T, unknown>): T[] {
  const result: T[] = [];
  forEach(items, (value, key) => {
    if (wanted(value, key, items)) result.push(value);
  });
  return result;
}

export function find<T>(items: Items<T>, wanted: Visit<T, unknown>): T | undefined {
  let found: T | undefined;
  forEach(items, (value, key) => {
    if (!wanted(value, key, items)) return true;
    found = value;
    return false;
  });
  return found;
}

/** Without a start the first item is it; there is none when nothing was given, not when it is undefined. */
export function reduce<T>(
  items: Items<T>,
  join: (sum: unknown, value: T, key: string | number) => unknown,
  ...start: unknown[]
): unknown {
  let [sum] = start;
  let started = start.length > 0;
  forEach(items, (value, key) => {
    sum = started ? join(sum, value, key) : value;
    started = true;
    return true;
  });
  return sum;
}

export const keys = (items: Items<unknown>): string[] => (items ? Object.keys(items) : []);
export const values = <T>(items: Items<T>): T[] => (items ? Object.values(items) : []);
export const size = (items: Items<unknown>): number => keys(items).length;
export const isEmpty = (items: Items<unknown>): boolean => size(items) === 0;
export const has = (items: Items<unknown>, key: string): boolean => !!items && Object.hasOwn(items, key);
export const last = <T>(items: readonly T[] | null | undefined): T | undefined => items?.at(-1);
export const isUndefined = (value: unknown): boolean => value === undefined;
export const isFunction = (value: unknown): boolean => typeof value === "function";
export const isArray = (value: unknown): boolean => Array.isArray(value);
export const constant =
  <T>(value: T) =>
  (): T =>
    value;
export const now = (): number => Date.now();

let lastId = 0;
export const uniqueId = (prefix = ""): string => `${prefix}${++lastId}`;

/** The item that comes first by `order`; null, undefined and NaN are never it. */
function first<T>(items: Items<T>, iteratee: Iteratee<T>, order: 1 | -1): T | undefined {
  const rate = toFunction(iteratee);
  let best: T | undefined;
  let bestRate: unknown;
  if (Array.isArray(items))
    forEach(items, (value, key) => {
      const rated = rate(value, key, items);
      if (rated === undefined || rated === null || Number.isNaN(rated)) return;
      if (bestRate === undefined || compare(rated, bestRate) === order) [best, bestRate] = [value, rated];
    });
  return best;
}

export const min = <T>(items: Items<T>): T | undefined => first(items, undefined, -1);
export const max = <T>(items: Items<T>): T | undefined => first(items, undefined, 1);
export const minBy = <T>(items: Items<T>, iteratee: Iteratee<T>): T | undefined => first(items, iteratee, -1);

export function range(from: number, to?: number, step?: number): number[] {
  if (to === undefined) return range(0, from);
  const by = step ?? (from < to ? 1 : -1);
  const length = Math.max(0, Math.ceil((to - from) / by));
  return Array.from({ length }, (_, index) => from + index * by);
}

export const flatten = (lists: readonly unknown[]): unknown[] => lists.flat();

export function pick(items: Items<unknown>, names: readonly string[]): Dictionary<unknown> {
  const result: Dictionary<unknown> = {};
  if (isDictionary(items)) for (const name of names) if (name in items) result[name] = items[name];
  return result;
}

export function mapValues<T, Result>(items: Items<T>, convert: Visit<T, Result>): Dictionary<Result> {
  const result: Dictionary<Result> = {};
  forOwn(items, (value, key) => {
    result[key] = convert(value, key, items);
    return true;
  });
  return result;
}

export function zipObject<T>(names: readonly string[], items: readonly T[]): Dictionary<T | undefined> {
  const result: Dictionary<T | undefined> = {};
  for (const [index, name] of names.entries()) result[name] = items[index];
  return result;
}

/** Copies into `target`, dictionaries into dictionaries; what is undefined does not replace anything. */
export function merge(
  target: Dictionary<unknown>,
  ...sources: readonly Dictionary<unknown>[]
): Dictionary<unknown> {
  for (const source of sources)
    for (const [key, value] of Object.entries(source)) {
      if (key === "__proto__") continue;
      const old = Object.hasOwn(target, key) ? target[key] : undefined;
      if (isDictionary(value)) target[key] = merge(isDictionary(old) ? old : {}, value);
      else if (value !== undefined || !(key in target)) target[key] = value;
    }
  return target;
}

export function defaults(target: Dictionary<unknown>, source: Dictionary<unknown>): Dictionary<unknown> {
  for (const [key, value] of Object.entries(source))
    if (!Object.hasOwn(target, key) || target[key] === undefined) target[key] = value;
  return target;
}

export const union = (...lists: readonly unknown[][]): unknown[] => [...new Set(lists.flat())];

export function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice();
  return isDictionary(value) ? { ...value } : value;
}

export function cloneDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneDeep);
  return isDictionary(value) ? mapValues(value, cloneDeep) : value;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Sorted by what the iteratee says; equals stay in their order, undefined comes last. */
export function sortBy<T>(items: Items<T>, iteratee?: Iteratee<T>): T[] {
  const rate = toFunction(iteratee);
  const rated: { value: T; rank: unknown }[] = [];
  forEach(items, (value, key) => void rated.push({ value, rank: rate(value, key, items) }));
  return rated
    .sort((a, b) => Number(a.rank === undefined) - Number(b.rank === undefined) || compare(a.rank, b.rank))
    .map(({ value }) => value);
}
