/** Programs in CommonJS: the packages are modules, and Node's require takes them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const program = fileURLToPath(new URL("test/runtimes/programs/required.cjs", root));

it("require loads every package, without a flag", () => {
  const printed = execFileSync(process.execPath, [program], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual({
    text: "required",
    kind: "flowchart",
    error: "RateLimitError",
    pipeline: "function",
  });
});

it("TypeScript takes them in a file that becomes CommonJS", () => {
  const folder = new URL("node_modules/.cache/commonjs/", root);
  mkdirSync(folder, { recursive: true });
  const file = new URL("program.cts", folder);
  writeFileSync(
    file,
    `import shared = require("@framework/shared");
import { renderDiagram } from "@framework/diagram";
const client: shared.Client = shared.createClient({});
export const svg: Promise<string> = renderDiagram("").then(({ data }) => data);
export default client;
`,
  );
  const flags = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--skipLibCheck",
    "--ignoreConfig",
  ];
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root));
  try {
    execFileSync(process.execPath, [tsc, ...flags, fileURLToPath(file)], { encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
