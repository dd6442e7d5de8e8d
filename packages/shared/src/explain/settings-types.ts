/**
 * The settings of the providers as TypeScript: `plugins/provider-settings.ts` is written from the definitions, so that the compiler
 * knows every knob without loading any provider.
 */
import type { ProviderDefinition } from "../provider/definition.js";
import { type JsonShape, jsonShape } from "../settings/schema-json.js";

const HEAD = `/**
 * The settings of every provider as types, for programs and their editors. Written by scripts/docs.mjs from the definitions; a test
 * keeps it true. Do not edit.
 */
`;

/** Longer choices stand one below the other. */
const WIDTH = 90;

/** A definition with the further names that its provider answers to. */
export interface NamedDefinition {
  /** The provider. */
  definition: ProviderDefinition;
  /** The products' names that lead to it. */
  products: readonly string[];
}

/** The whole file. */
export async function settingsTypes(providers: readonly NamedDefinition[]): Promise<string> {
  const interfaces: string[] = [];
  for (const { definition } of providers) interfaces.push(await settingsInterfaces(definition));
  const rows = (type: (provider: NamedDefinition) => string) =>
    providers
      .map((provider) => [provider, provider.definition] as const)
      .map(([provider, { name, kind }]) => `  /** ${capital(kind)}. */\n  ${name}:${type(provider)};\n`)
      .join("");
  return [
    HEAD,
    ...interfaces,
    written("What each provider can be told, by its name.", "ProviderSettings", [
      rows(({ definition }) => ` ${settingsName(definition)}`),
    ]),
    written("The products that each provider speaks to, which may be named instead.", "ProviderAliases", [
      rows(({ products }) => choice(products)),
    ]),
    written("The workarounds that each provider knows.", "ProviderQuirks", [
      rows(({ definition }) => choice(Object.keys(definition.quirks))),
    ]),
  ].join("\n");
}

const written = (words: string, name: string, members: readonly string[]): string =>
  `/** ${words} */\nexport interface ${name} {\n${members.join("")}}\n`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

const settingsName = ({ name }: ProviderDefinition): string => `${pascal(name)}Settings`;

/** A choice of texts, as the formatter would write it behind a colon. */
function choice(texts: readonly string[]): string {
  if (texts.length === 0) return " never";
  const quoted = texts.map((text) => JSON.stringify(text));
  return quoted.join(" | ").length < WIDTH ? ` ${quoted.join(" | ")}` : `\n    | ${quoted.join("\n    | ")}`;
}

/** A type as the formatter would write it behind a colon: a long choice has a line for each. */
const behindColon = (type: string): string =>
  type.length < WIDTH || !type.includes(" | ") ? ` ${type}` : `\n    | ${type.split(" | ").join("\n    | ")}`;

/** A provider's settings; each group of them has an interface of its own. */
async function settingsInterfaces(definition: ProviderDefinition): Promise<string> {
  const shape = jsonShape(await definition.knobs());
  const groups: string[] = [];
  const members = memberLines(shape, (key, group) => {
    const name = pascal(definition.name) + pascal(key);
    groups.push(
      written(
        `\`${key}\` of \`${definition.name}\`.`,
        name,
        memberLines(group, () => "unknown"),
      ),
    );
    return name;
  });
  const words = `The settings of \`${definition.name}\`: ${definition.product}.`;
  return [...groups, written(words, settingsName(definition), members)].join("\n");
}

type OnGroup = (key: string, group: JsonShape) => string;

/** Every setting may be left out: variables, stored keys and defaults can say the same. */
function memberLines({ properties = {}, additionalProperties }: JsonShape, onGroup: OnGroup): string[] {
  const lines = Object.entries(properties).map(([key, property]) => {
    const type = isGroup(property) ? onGroup(key, property) : typeOf(property);
    return `  /** ${wordsOf(property)} */\n  ${key}?:${behindColon(`${type} | undefined`)};\n`;
  });
  return additionalProperties === false
    ? lines
    : [
        ...lines,
        "  /** What the server knows beyond these; sent as it is. */\n  [further: string]: unknown;\n",
      ];
}

const isGroup = (shape: JsonShape): boolean => Object.keys(shape.properties ?? {}).length > 0;

function wordsOf(shape: JsonShape): string {
  const { description = "", default: value } = shape;
  const otherwise = value === undefined || isGroup(shape) ? "" : ` Default: \`${JSON.stringify(value)}\`.`;
  return `${description}${otherwise}`.replaceAll("*/", "* /");
}

const NAMES: Readonly<Record<string, string>> = {
  boolean: "boolean",
  integer: "number",
  null: "null",
  number: "number",
  string: "string",
};

function typeOf(shape: JsonShape | boolean | undefined): string {
  if (typeof shape !== "object") return "unknown";
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(" | ");
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.type === "array") {
    const item = typeOf(shape.items);
    return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
  }
  if (shape.type !== "object") return NAMES[String(shape.type)] ?? "unknown";
  const { additionalProperties: values } = shape;
  const hasType = typeof values === "object" && Object.keys(values).length > 0;
  return `Readonly<Record<string, ${hasType ? typeOf(values) : "unknown"}>>`;
}
