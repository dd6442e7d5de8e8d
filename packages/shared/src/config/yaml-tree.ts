/** YAML as a tree in which every value remembers where it stands. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Pair,
  type ParsedNode,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import { type Fault, quoted } from "./fault.js";
import { expandVariables } from "./variables.js";
import { isTooDeep } from "./yaml-depth.js";

/** A value of a YAML file that remembers where it stands. */
export type YamlTree = YamlScalar | YamlList | YamlMap;

interface YamlScalar {
  kind: "scalar";
  offset: number;
  value: string | number | boolean | null;
  /** The variable the whole text stood for: then it may still become a number, or true or false. */
  variable?: string;
}

interface YamlList {
  kind: "list";
  offset: number;
  items: YamlTree[];
}

export interface YamlMap {
  kind: "map";
  offset: number;
  entries: Map<string, { keyOffset: number; node: YamlTree }>;
}

/** Values after all aliases are expanded; a profile needs a few dozen. */
const MOST_VALUES = 10_000;

/**
 * Reads YAML 1.2 into a tree with positions; `${NAME}` in a text is replaced by that variable. Repeated keys, tags,
 * variables that are not set and numbers that cannot be held exactly come back as faults. There is no tree at all when
 * the text is no YAML, is nested too deeply, or has aliases that grow without measure.
 */
export function readYamlTree(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { tree?: YamlTree; faults: Fault[] } {
  if (isTooDeep(text)) return { faults: [{ offset: 0, message: "is nested too deeply" }] };
  const document: Document.Parsed = parseDocument(text, {
    prettyErrors: false,
    // Checked below instead: the library compares every key with every other.
    uniqueKeys: false,
    // Whatever version the file declares, it holds plain JSON values and no others.
    schema: "core",
    resolveKnownTags: false,
  });
  const faults = [...document.errors, ...document.warnings].map(syntaxFault);
  if (document.errors.length > 0) return { faults };
  if (!document.contents) return { tree: { kind: "scalar", offset: 0, value: null }, faults };
  const builder = new TreeBuilder(env, faults);
  const tree = builder.build(document.contents);
  return builder.isOvergrown ? { faults } : { tree, faults };
}

class TreeBuilder {
  /** Finished values only, so no alias can contain itself. `size` counts what an alias expands to. */
  readonly #anchors = new Map<string, { tree: YamlTree; size: number }>();
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #faults: Fault[];
  #size = 0;

  constructor(env: Readonly<Record<string, string | undefined>>, faults: Fault[]) {
    this.#env = env;
    this.#faults = faults;
  }

  get isOvergrown(): boolean {
    return this.#size > MOST_VALUES;
  }

  build(node: ParsedNode): YamlTree {
    const offset = node.range[0];
    if (isAlias(node)) return this.#alias(node.source, offset);
    const before = this.#size;
    this.#grow(1, offset);
    const tree = this.#value(node, offset);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { tree, size: this.#size - before });
    return tree;
  }

  #value(node: ParsedNode, offset: number): YamlTree {
    if (isMap<ParsedNode, ParsedNode | null>(node)) return this.#map(node, offset);
    if (isSeq<ParsedNode>(node)) {
      return { kind: "list", offset, items: node.items.map((item) => this.build(item)) };
    }
    const value = isScalar(node) ? this.#scalar(node.value, node.source, offset) : null;
    return typeof value === "string" ? this.#text(value, offset) : { kind: "scalar", offset, value };
  }

  #text(value: string, offset: number): YamlScalar {
    const { text, variable, faults } = expandVariables(value, this.#env);
    for (const message of faults) this.#fault(offset, message);
    return { kind: "scalar", offset, value: text, ...(variable !== undefined && { variable }) };
  }

  #map(node: YAMLMap<ParsedNode, ParsedNode | null>, offset: number): YamlMap {
    const entries: YamlMap["entries"] = new Map();
    for (const pair of node.items) {
      const keyOffset = pair.key.range[0];
      const key = this.#key(pair);
      const value: YamlTree = pair.value
        ? this.build(pair.value)
        : { kind: "scalar", offset: keyOffset, value: null };
      if (key === undefined) continue;
      if (entries.has(key)) this.#fault(keyOffset, `the key ${quoted(key)} stands here a second time`);
      else entries.set(key, { keyOffset, node: value });
    }
    return { kind: "map", offset, entries };
  }

  #key({ key }: Pair<ParsedNode, ParsedNode | null>): string | undefined {
    const offset = key.range[0];
    const text = isScalar(key) && key.value !== null ? key.source : undefined;
    if (text === undefined) {
      this.#fault(offset, "a key must be plain text");
    } else if (text === "<<") {
      this.#fault(offset, 'merge keys ("<<") are not supported; use an alias for a whole value');
    } else {
      return text;
    }
    return undefined;
  }

  #scalar(value: unknown, source: string | undefined, offset: number): YamlScalar["value"] {
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    if (typeof value !== "number") {
      this.#fault(offset, "must be text, a number, true, false or null");
    } else if (!Number.isFinite(value)) {
      this.#fault(offset, "is not a finite number");
    } else if (Number.isInteger(value) && !Number.isSafeInteger(value) && !/[.eE]/.test(source ?? "")) {
      this.#fault(offset, "is too large a number to be held exactly; put it in quotes if it is text");
    } else {
      return value;
    }
    return null;
  }

  #alias(name: string, offset: number): YamlTree {
    const anchor = this.#anchors.get(name);
    this.#grow(anchor?.size ?? 1, offset);
    if (anchor) return anchor.tree;
    this.#fault(
      offset,
      "the alias names no anchor that comes before it (put text that begins with * in quotes)",
    );
    return { kind: "scalar", offset, value: null };
  }

  #grow(size: number, offset: number): void {
    const before = this.#size;
    this.#size += size;
    if (before <= MOST_VALUES && this.#size > MOST_VALUES) {
      this.#fault(offset, `has more than ${MOST_VALUES} values here, aliases counted`);
    }
  }

  #fault(offset: number, message: string): void {
    this.#faults.push({ offset, message });
  }
}

/** The parser's own words, without the piece of the file that some of them quote. */
function syntaxFault({ code, message, pos }: YAMLError): Fault {
  const known = syntaxMessages[code];
  return { offset: pos[0], message: known ?? `not valid YAML: ${message.replace(/:.*$/s, "")}` };
}

const syntaxMessages: Partial<Record<YAMLError["code"], string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'not valid YAML: a ": " inside a value, or a wrong indentation (put the value in quotes)',
  MULTIPLE_DOCS: "a second document begins here; a profile is one document",
  TAB_AS_INDENT: "not valid YAML: a tab as indentation; use spaces",
  TAG_RESOLVE_FAILED: "tags are not supported (put text that begins with ! in quotes)",
};
