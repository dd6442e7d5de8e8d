import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { backendNames, faults } from "./index.js";

test("the README has the table of faults as it is in the code", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const table = /<!-- faults -->\n([\s\S]*)<!-- \/faults -->/.exec(readme)?.[1] ?? "";
  const cells = table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()));
  const rows = faults.map(({ name, acts, description, backends }) => {
    const whose = backends.length === backendNames.length ? "" : ` (${backends.join(", ")} only)`;
    return ["", `\`${name}\``, acts, `${description}${whose}`, ""];
  });
  expect(cells).toEqual(rows);
});
