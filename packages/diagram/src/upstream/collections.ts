/**
 * The functions of lodash that dagre uses, for arrays and plain objects only. The build gives them to dagre in lodash's
 * place: what lodash does for every other kind of value took a tenth of the time of drawing a graph.
 */

type Dictionary = Record<string, unknown>;
type Items = readonly unknown[] | Readonly<Dictionary> | null | undefined;
type Visit = (value: unknown, key: string | number, items: Items) => unknown;
type Iteratee = Visit | string | undefined;

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A function, or the one that reads the property of that name. */
function toFunction(iteratee: Iteratee): Visit {
  if (typeof iteratee === "function") return iteratee;
  if (iteratee === undefined) return (value) => value;
  return (value) => (isDictionary(value) ? value[iteratee] : undefined);
}

/** Visits items until `visit` answers false; an array is taken as long as it was at the start. */
export function forEach(items: Items, visit: Visit): Items {
  if (!items) return items;
  if (!Array.isArray(items)) return forOwn(items, visit);
  const { length } = items;
  // By index: this is called so often that even an iterator is felt.
  for (let index = 0; index < length; index += 1) if (visit(items[index], index, items) === false) break;
  return items;
}

export { forEach as each };

export function forOwn(items: Items, visit: Visit): Items {
  if (items) for (const [key, value] of Object.entries(items)) if (visit(value, key, items) === false) break;
  return items;
}

export { forOwn as forIn };

export function map(items: Items, iteratee?: Iteratee): unknown[] {
  const convert = toFunction(iteratee);
  const result: unknown[] = [];
  forEach(items, (value, key) => void result.push(convert(value, key, items)));
  return result;
}

export function filter(items: Items, wanted: Visit): unknown[] {
  const result: unknown[] = [];
  forEach(items, (value, key) => {
    if (wanted(value, key, items)) result.push(value);
  });
  return result;
}

export function find(items: Items, wanted: Visit): unknown {
  let found: unknown;
  forEach(items, (value, key) => {
    if (!wanted(value, key, items)) return true;
    found = value;
    return false;
  });
  return found;
}

/** Without a start the first item is it; there is none when nothing was given, not when it is undefined. */
export function reduce(
  items: Items,
  join: (sum: unknown, value: unknown, key: string | number) => unknown,
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

export const keys = (items: Items): string[] => (items ? Object.keys(items) : []);
export const values = (items: Items): unknown[] => (items ? Object.values(items) : []);
export const size = (items: Items): number => keys(items).length;
export const isEmpty = (items: Items): boolean => size(items) === 0;
export const has = (items: Items, key: string): boolean => !!items && Object.hasOwn(items, key);
export const last = (items: readonly unknown[] | null | undefined): unknown => items?.at(-1);
export const isUndefined = (value: unknown): boolean => value === undefined;
export const isFunction = (value: unknown): boolean => typeof value === "function";
export const isArray = (value: unknown): boolean => Array.isArray(value);
export const constant = (value: unknown) => (): unknown => value;
export const now = (): number => Date.now();

let lastId = 0;
export function uniqueId(prefix = ""): string {
  lastId += 1;
  return `${prefix}${lastId}`;
}

/** The item that comes first by `order`; null, undefined and NaN are never it. */
function first(items: Items, iteratee: Iteratee, order: 1 | -1): unknown {
  const rate = toFunction(iteratee);
  let best: unknown;
  let bestRate: unknown;
  if (Array.isArray(items))
    forEach(items, (value, key) => {
      const rated = rate(value, key, items);
      if (rated === undefined || rated === null || Number.isNaN(rated)) return;
      if (bestRate === undefined || compare(rated, bestRate) === order) [best, bestRate] = [value, rated];
    });
  return best;
}

export const min = (items: Items): unknown => first(items, undefined, -1);
export const max = (items: Items): unknown => first(items, undefined, 1);
export const minBy = (items: Items, iteratee: Iteratee): unknown => first(items, iteratee, -1);

export function range(from: number, to?: number, step?: number): number[] {
  if (to === undefined) return range(0, from);
  const by = step ?? (from < to ? 1 : -1);
  const length = Math.max(0, Math.ceil((to - from) / by));
  return Array.from({ length }, (_, index) => from + index * by);
}

export const flatten = (lists: readonly unknown[]): unknown[] => lists.flat();

export function pick(items: Items, names: readonly string[]): Dictionary {
  const result: Dictionary = {};
  if (isDictionary(items)) for (const name of names) if (name in items) result[name] = items[name];
  return result;
}

export function mapValues(items: Items, convert: Visit): Dictionary {
  const result: Dictionary = {};
  forOwn(items, (value, key) => {
    result[key] = convert(value, key, items);
    return true;
  });
  return result;
}

export function zipObject(names: readonly string[], items: readonly unknown[]): Dictionary {
  const result: Dictionary = {};
  for (const [index, name] of names.entries()) result[name] = items[index];
  return result;
}

/** Copies into `target`, dictionaries into dictionaries; what is undefined does not replace anything. */
export function merge(target: Dictionary, ...sources: readonly Dictionary[]): Dictionary {
  for (const source of sources)
    for (const [key, value] of Object.entries(source)) {
      if (key === "__proto__") continue;
      const old = Object.hasOwn(target, key) ? target[key] : undefined;
      if (isDictionary(value)) target[key] = merge(isDictionary(old) ? old : {}, value);
      else if (value !== undefined || !(key in target)) target[key] = value;
    }
  return target;
}

export function defaults(target: Dictionary, source: Dictionary): Dictionary {
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
export function sortBy(items: Items, iteratee?: Iteratee): unknown[] {
  const rate = toFunction(iteratee);
  const rated: { value: unknown; rank: unknown }[] = [];
  forEach(items, (value, key) => void rated.push({ value, rank: rate(value, key, items) }));
  return rated
    .sort((a, b) => Number(a.rank === undefined) - Number(b.rank === undefined) || compare(a.rank, b.rank))
    .map(({ value }) => value);
}
