import { expect, test } from "vitest";
import { findRoute, type Route } from "./router.js";

const route = (method: string, path: string): Route<undefined> => ({
  method,
  path,
  kind: "other",
  handle: () => {},
});
const routes = [
  route("GET", "/models"),
  route("POST", "/models/{name}/load"),
  { ...route("GET", "/models"), surface: "control" as const },
];

test.each([
  ["GET", "/models", "openai", 0, {}],
  ["GET", "/models/", "openai", 0, {}],
  ["GET", "/models", "control", 2, {}],
  ["POST", "/models/a%2Fb%20c/load", "openai", 1, { name: "a/b c" }],
] as const)("%s %s on %s", (method, path, surface, position, parameters) => {
  const match = findRoute(routes, surface, method, path);
  expect(match?.route).toBe(routes[position]);
  expect(match?.parameters).toEqual(parameters);
});

test.each([
  ["POST", "/models"],
  ["POST", "/models//load"],
  ["POST", "/models/a/b/load"],
  ["POST", "/models/%E0%A4%A/load"],
  ["GET", "/"],
])("no route for %s %s", (method, path) => {
  expect(findRoute(routes, "openai", method, path)).toBeUndefined();
});
