import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../provider/errors.js";
import { isRecord } from "../provider/untrusted.js";

/** One entry of `.fw/formatters.json`. */
export interface FormatterSettings {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Reads `.fw/formatters.json` of a workspace; a workspace without the file has no settings. */
export async function readFormattersConfig(workspace: string): Promise<FormatterSettings[]> {
  const file = path.join(workspace, ".fw", "formatters.json");
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return [];
    throw new ConfigurationError(`${file} cannot be read: ${reason(error)}.`, { cause: error });
  }
  return parseFormattersConfig(text, file);
}

/** Checks the shape of the file; every complaint says where it is and what is expected there. */
export function parseFormattersConfig(text: string, file: string): FormatterSettings[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new ConfigurationError(`${file} is not valid JSON: ${reason(error)}.`, { cause: error });
  }
  const fail = (place: string, expected: string) =>
    new ConfigurationError(`${file}: ${place} must be ${expected}.`);
  if (!isRecord(value) || !Array.isArray(value["formatters"])) {
    throw fail(
      '"formatters"',
      'a list, as in {"formatters": [{"name": "table_formatter", "enabled": false}]}',
    );
  }
  const entries: unknown[] = value["formatters"];
  return entries.map((entry, index) => {
    const place = `formatters[${index}]`;
    if (!isRecord(entry)) throw fail(place, "an object with name, enabled and, if wanted, config");
    const { name, enabled = true, config = {} } = entry;
    if (typeof name !== "string") throw fail(`${place}.name`, "a formatter's name");
    if (typeof enabled !== "boolean") throw fail(`${place}.enabled`, "true or false");
    if (!isRecord(config)) throw fail(`${place}.config`, "an object");
    return { name, enabled, config };
  });
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** How a configuration key is checked: what it must be, in words, and whether a value is that. */
export interface KeyRule {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** Checks the keys of one formatter's `config` against its rules. */
export function checkKeys(
  formatter: string,
  config: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, KeyRule>>,
): void {
  for (const [key, value] of Object.entries(config)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) {
      const known = Object.keys(rules);
      const hint = known.length > 0 ? `it knows ${known.join(", ")}` : "it has none";
      throw new ConfigurationError(`${formatter} has no configuration key "${key}"; ${hint}.`);
    }
    if (!rule.accepts(value)) {
      throw new ConfigurationError(
        `${formatter}: ${key} must be ${rule.expected}, not ${JSON.stringify(value)}.`,
      );
    }
  }
}
