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
  const rows = await Promise.all(
    providers.map(async ({ definition, products }) => {
      const { name, kind, quirks } = definition;
      const shape = jsonShape(await definition.knobs());
      const settings = memberLines(shape, "      ").join("");
      // A setting that takes just these names is where they stand.
      const [knob] =
        Object.entries(shape.properties ?? {}).find(([, one]) => isSame(one.enum, products)) ?? [];
      const named =
        knob === undefined
          ? choice(products)
          : ` NonNullable<ProviderTypes["${name}"]["settings"]["${knob}"]>`;
      return `\
  /** ${kind.charAt(0).toUpperCase()}${kind.slice(1)}. */
  ${name}: {
    settings: {
${settings}    };
    products:${named};
    quirks:${choice(Object.keys(quirks))};
  };
`;
    }),
  );
  return `${HEAD}
/** What each provider can be told, the products' names that may stand for its own, and its workarounds. */
export interface ProviderTypes {
${rows.join("")}}
`;
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** A choice of texts, as the formatter would write it behind a colon. */
const choice = (texts: readonly string[]): string =>
  texts.length === 0 ? " never" : behindColon(texts.map((text) => JSON.stringify(text)).join(" | "), "    ");

/** A type as the formatter would write it behind a colon: a long choice has a line for each. */
const behindColon = (type: string, indent: string): string =>
  type.length < WIDTH || !type.includes(" | ")
    ? ` ${type}`
    : `\n${indent}  | ${type.split(" | ").join(`\n${indent}  | `)}`;

/** Every setting may be left out: variables, stored keys and defaults can say the same. A group stands inside. */
function memberLines({ properties = {}, additionalProperties }: JsonShape, indent: string): string[] {
  const lines = Object.entries(properties).map(([key, property]) => {
    const type = isGroup(property)
      ? `\n${indent}  | {\n${memberLines(property, `${indent}      `).join("")}${indent}    }\n${indent}  | undefined`
      : behindColon(`${typeOf(property)} | undefined`, indent);
    return `${indent}/** ${wordsOf(property)} */\n${indent}${key}?:${type};\n`;
  });
  if (additionalProperties === false) return lines;
  const further = "What the server knows beyond these; sent as it is.";
  return [...lines, `${indent}/** ${further} */\n${indent}[further: string]: unknown;\n`];
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
