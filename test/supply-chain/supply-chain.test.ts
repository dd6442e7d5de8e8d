/** What comes with our packages: named with licence and reason, without install scripts, without known holes. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { binaries, reasons } from "./reasons.js";
import { type RuntimeDependency, runtimeTree } from "./runtime-tree.js";

const root = new URL("../../", import.meta.url);
const page = new URL("docs/dependencies.md", root);
const tree = runtimeTree();

const binaryOf = (name: string) => binaries.find(({ prefix }) => name.startsWith(prefix));

function row({ name, version, licence, usedBy }: RuntimeDependency): string {
  return `| \`${name}\` | ${version} | ${licence} | ${usedBy.map((user) => `\`${user}\``).join(", ")} | ${reasons[name]} |`;
}

/** The generated part of docs/dependencies.md. */
function listing(): string {
  const rows = tree.filter(({ name }) => !binaryOf(name)).map(row);
  const platforms = binaries.map(({ prefix, reason }) => {
    const group = tree.filter(({ name }) => name.startsWith(prefix));
    const names = group.map(({ name }) => name.slice(prefix.length)).join(", ");
    const licences = [...new Set(group.map(({ licence }) => licence))].join(", ");
    return `| \`${prefix}*\` | ${group[0]?.version} | ${licences} | \`${prefix.slice(0, -1)}\` | ${reason} One of: ${names}. |`;
  });
  return [
    "| package | version | licence | used by | why |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...platforms,
  ].join("\n");
}

/** Tables are compared without the padding that the formatter gives them. */
const cells = (text: string) =>
  text
    .replaceAll(/ *\| */g, "|")
    .replaceAll(/-{3,}/g, "---")
    .trim();

it("every runtime dependency has a reason, and every reason a dependency", () => {
  const named = tree.map(({ name }) => name).filter((name) => !binaryOf(name));
  expect(named.sort()).toEqual(Object.keys(reasons).sort());
});

it("docs/dependencies.md lists them; UPDATE_DOCS=1 npx vitest run test/supply-chain writes it", () => {
  const text = readFileSync(page, "utf8");
  const [before = "", inside = "", after = ""] = text.split(/<!-- \/?dependencies -->/);
  if (process.env["UPDATE_DOCS"]) {
    writeFileSync(page, `${before}<!-- dependencies -->\n\n${listing()}\n\n<!-- /dependencies -->${after}`);
    spawnSync(fileURLToPath(new URL("node_modules/.bin/oxfmt", root)), [fileURLToPath(page)]);
    return;
  }
  expect(cells(inside)).toBe(cells(listing()));
});

it("all licences allow use in closed and open products", () => {
  const allowed = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0"]);
  expect(tree.filter(({ licence }) => !allowed.has(licence)).map(({ name }) => name)).toEqual([]);
});

describe("install scripts", () => {
  const scriptsOf = (file: URL): string[] => {
    const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
    return ["preinstall", "install", "postinstall"].filter((name) => name in scripts);
  };

  it("none in the packages that ours bring along", () => {
    expect(tree.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    for (const { folder } of tree) {
      const file = new URL(`${folder}/package.json`, root);
      if (existsSync(file)) expect(scriptsOf(file), folder).toEqual([]);
    }
  });

  it("none in ours", () => {
    for (const name of readdirSync(new URL("packages/", root))) {
      expect(scriptsOf(new URL(`packages/${name}/package.json`, root)), name).toEqual([]);
    }
  });
});

it("npm audit knows no hole in what is shipped", ({ skip }) => {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0"], {
    cwd: root,
    encoding: "utf8",
    timeout: 20_000,
  });
  const report = auditReport(stdout);
  if (!report) {
    console.warn("npm audit: the registry gave no answer; not checked");
    skip("the registry gave no answer to npm audit");
    return;
  }
  expect(Object.keys(report.vulnerabilities)).toEqual([]);
});

function auditReport(stdout: string | null): { vulnerabilities: Record<string, unknown> } | undefined {
  try {
    const value: { vulnerabilities?: Record<string, unknown> } = JSON.parse(stdout ?? "");
    return value.vulnerabilities ? { vulnerabilities: value.vulnerabilities } : undefined;
  } catch {
    return undefined;
  }
}
