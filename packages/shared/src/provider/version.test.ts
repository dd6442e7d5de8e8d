import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VERSION } from "./version.js";

it("is the package's own", () => {
  const file = new URL("../../package.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ version: VERSION });
});
