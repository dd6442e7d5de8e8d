/** `.fw/formatters.json`: which formatters run, and how. */
import path from "node:path";
import { ConfigurationError } from "../provider/errors.js";
import { readPlainFile, UnreadableFileError } from "../system/read-plain-file.js";
import { reasonOf } from "../system/system-error.js";
import { isRecord } from "../provider/untrusted.js";

/** One entry of `.fw/formatters.json`. */
export interface FormatterSettings {
  /** Which formatter. */
  readonly name: string;
  /** False takes it out of the pipeline. */
  readonly enabled: boolean;
  /** Its own settings. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface ReadFormattersOptions {
  /** Whose trust counts; without it, that of this process's user. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told what does not count, and why. */
  readonly onNotice?: (text: string) => void;
}

const SIZE_LIMIT = 256 * 1024;

/** Settings that send something away. All others change looks only. */
const SENDING = ["remote"];

/**
 * Reads `.fw/formatters.json` of a workspace; a workspace without the file has no settings. What only changes looks counts always;
 * what sends something away counts when the user trusts the file.
 */
export async function readFormattersConfig(
  workspace: string,
  { env = process.env, onNotice }: ReadFormattersOptions = {},
): Promise<FormatterSettings[]> {
  const file = path.join(workspace, ".fw", "formatters.json");
  const found = await readPlainFile(file, SIZE_LIMIT).catch((cause: unknown) => {
    const why = cause instanceof UnreadableFileError ? cause.message : reasonOf(cause);
    throw new ConfigurationError(`${file} cannot be read: ${why}.`, { cause });
  });
  if (!found) return [];
  const settings = parseFormattersConfig(found.text, file);
  const sends = settings.some(({ config }) => SENDING.some((key) => key in config));
  if (!sends) return settings;
  const { createTrust } = await import("../system/trust.js");
  if (await createTrust(env).isTrusted(file, found.text)) return settings;
  onNotice?.(
    `${file} would send diagrams to a public service. That does not count until you trust the folder: fw trust ${JSON.stringify(workspace)}`,
  );
  return settings.map((entry) => ({ ...entry, config: withoutSending(entry.config) }));
}

const withoutSending = (config: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !SENDING.includes(key)));

/** Checks the shape of the file; every complaint says where it is and what is expected there. */
export function parseFormattersConfig(text: string, file: string): FormatterSettings[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    // The parser's own words would quote the file, which may be a link's target or somebody's secret.
    const place = /position (\d+)/.exec(String(cause))?.[1];
    const line = place === undefined ? undefined : text.slice(0, Number(place)).split("\n").length;
    throw new ConfigurationError(`${file} is not valid JSON${line === undefined ? "" : ` (line ${line})`}.`);
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
