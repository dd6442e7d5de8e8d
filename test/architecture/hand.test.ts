/** One hand: what every file of the packages has in common. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readGraph, sourceOf } from "../../scripts/import-graph.mjs";

const MOST_LINES = 400;
/** Parts that every provider or backend has, under the same name in each folder. */
const CONVENTIONAL = new Set("catalog dialect errors index knobs load program state words".split(" "));

it.each([
  ["chat/dialect.ts", "Dialect"],
  ["provider/definition.ts", "ProviderDefinition"],
])("docs/writing-a-provider.md says what every field of %s is for", (file, name) => {
  const text = readFileSync(path.join(sourceOf("shared"), file), "utf8");
  const [, body = ""] = new RegExp(`export interface ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(text) ?? [];
  const fields = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, field = ""]) => field);
  const page = readFileSync(new URL("../../docs/writing-a-provider.md", import.meta.url), "utf8");
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
});

describe.each(["shared", "cli", "backends", "diagram"])("%s", (name) => {
  const files = [...readGraph(name).keys()];
  const textOf = (file: string) => readFileSync(path.join(sourceOf(name), file), "utf8");

  it("says at the top of every file, in a comment of one kind, what is in it", () => {
    expect(files.filter((file) => !/^(?:#!.*\n)?\/\*\*/.test(textOf(file)))).toEqual([]);
  });

  it(`has no file of more than ${MOST_LINES} lines`, () => {
    expect(files.filter((file) => textOf(file).split("\n").length > MOST_LINES + 1)).toEqual([]);
  });

  it("keeps private members private to the language", () => {
    expect(files.filter((file) => /^ {2}private (?!constructor)/m.test(textOf(file)))).toEqual([]);
  });

  it("writes the numbers, texts, patterns and sets of a module in capitals", () => {
    const plain = /^const ([a-z]\w*)(?:: [^=\n]+)? = (?:["\d/]|new (?:Set|Map)\((?!\)))/gm;
    const found = files.flatMap((file) =>
      [...textOf(file).matchAll(plain)].map(([, word]) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it("spells the providers one way", () => {
    const other =
      /(?:Localdesk|Gpusrv|Hubmodels|Eucloud|Selfhost|ServerLess|GateWay)|\b(?:localdesk|gpusrv|hubmodels|eucloud|selfhost)[A-Z]/;
    expect(files.filter((file) => other.test(textOf(file)))).toEqual([]);
  });

  it("has no three files of one name, but for the parts that each folder has", () => {
    const names = files.map((file) => path.posix.basename(file, ".ts"));
    const often = names.filter((base) => names.filter((other) => other === base).length > 2);
    expect([...new Set(often)].filter((base) => !CONVENTIONAL.has(base))).toEqual([]);
  });

  it("has no three types of one name, but for the errors that each provider has", () => {
    const declared = files
      .filter((file) => path.posix.basename(file) !== "errors.ts")
      .flatMap((file) => [
        ...new Set(
          [...textOf(file).matchAll(/^(?:export )?(?:abstract )?(?:interface|class|type) (\w+)/gm)].map(
            ([, type = ""]) => type,
          ),
        ),
      ]);
    const often = declared.filter((type) => declared.filter((other) => other === type).length > 2);
    expect([...new Set(often)]).toEqual([]);
  });
});
