/** Our collections beside lodash's. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as ours from "./collections.js";

type Functions = Record<string, (...args: unknown[]) => unknown>;
const require = createRequire(import.meta.url);
const lodash: Functions = await import(require.resolve("lodash-es"));
const mine: Functions = { ...(ours as object) };

function call(functions: Functions, name: string, ...args: unknown[]): unknown {
  const called = functions[name];
  if (!called) throw new Error(`there is no ${name}`);
  return called(...args);
}

/** What lodash and we answer; arguments are made twice, as some functions change them. */
function expectSame(name: string, args: () => unknown[]): void {
  expect(call(mine, name, ...args())).toEqual(call(lodash, name, ...args()));
}

it("has every function that dagre calls", () => {
  const source = path.join(path.dirname(require.resolve("dagre-d3-es/package.json")), "src");
  const files = ["dagre", "graphlib"].flatMap((folder) =>
    readdirSync(path.join(source, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".js") && !file.includes("alg"))
      .map((file) => readFileSync(path.join(source, folder, file), "utf8")),
  );
  const called = new Set(
    files.flatMap((text) => [...text.matchAll(/\b_\.(\w+)\(/g)].map(([, name]) => name)),
  );
  expect(called.size).toBeGreaterThan(20);
  expect([...called].filter((name) => !mine[name ?? ""])).toEqual([]);
});

const number = fc.integer({ min: -5, max: 5 });
const name = fc.constantFrom("a", "b", "c", "constructor", "x.y", "0");
const dictionary = fc.dictionary(name, number, { noNullPrototype: true });
const items = fc.oneof(fc.array(number), dictionary, fc.constantFrom(null, undefined));
const entries = fc.oneof(
  fc.array(fc.record({ a: fc.option(number, { nil: undefined }), b: number }, { noNullPrototype: true })),
  fc.dictionary(name, fc.record({ a: number }, { noNullPrototype: true }), { noNullPrototype: true }),
);

it("visits, converts and finds as lodash does", () => {
  fc.assert(
    fc.property(items, (list) => {
      const visits = (functions: Functions, method: string): unknown[] => {
        const seen: unknown[] = [];
        call(functions, method, list, (value: number, key: unknown) => {
          seen.push([value, key]);
          return value !== 3;
        });
        return seen;
      };
      for (const method of ["forEach", "each", "forOwn", "forIn"])
        if (method.startsWith("forE") || method === "each" || !Array.isArray(list))
          expect(visits(mine, method)).toEqual(visits(lodash, method));
      const isOdd = (value: number): boolean => value % 2 !== 0;
      const add = (sum: number, value: number): number => sum + value;
      for (const method of ["map", "filter", "find", "mapValues"]) expectSame(method, () => [list, isOdd]);
      expectSame("reduce", () => [list, add]);
      expectSame("reduce", () => [list, add, 10]);
      expectSame("reduce", () => [list, add, undefined]);
      for (const method of ["keys", "values", "size", "isEmpty", "sortBy", "cloneDeep", "clone"])
        expectSame(method, () => [list]);
      if (Array.isArray(list))
        for (const method of ["min", "max", "last", "flatten"]) expectSame(method, () => [list]);
    }),
  );
});

it("reads properties by name, and sorts and compares by them", () => {
  fc.assert(
    fc.property(entries, name, (list, key) => {
      for (const method of ["map", "sortBy"]) {
        expectSame(method, () => [list, "a"]);
        expectSame(method, () => [list, (entry: { a: number }) => entry.a]);
      }
      if (Array.isArray(list)) expectSame("minBy", () => [list, (entry: { a: number }) => entry.a]);
      if (!key.includes(".")) expectSame("has", () => [list, key]);
    }),
  );
});

it("builds, merges and picks as lodash does", () => {
  fc.assert(
    fc.property(dictionary, dictionary, fc.array(name), fc.array(number), (one, other, names, list) => {
      expectSame("defaults", () => [{ ...one }, other]);
      expectSame("merge", () => [
        { ...one, deep: { ...one } },
        { deep: { ...other }, list, none: undefined },
      ]);
      expectSame("pick", () => [one, names.filter((key) => !key.includes(".") && key !== "constructor")]);
      expectSame("zipObject", () => [names, list]);
      expectSame("union", () => [list, [1, 2, 3]]);
      expectSame("flatten", () => [[list, 1, [list]]]);
    }),
  );
});

it.each([[[3]], [[0]], [[1, 4]], [[4, 1]], [[4, -1, -1]], [[0, 5, 2]]])(
  "counts %j as lodash does",
  (args) => {
    expectSame("range", () => args);
  },
);

it("does not let a name reach the prototype of all objects", () => {
  const hostile: unknown = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  );
  call(mine, "merge", {}, hostile);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
