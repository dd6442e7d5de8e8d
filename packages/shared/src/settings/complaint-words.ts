/** A schema's complaints in the words of a person. */
import type { Issue } from "../provider/schema.js";
import { isRecord } from "../provider/untrusted.js";

/** The value that a schema complains of, and the `${NAME}` it came from. */
export interface Complained {
  value: unknown;
  variable?: string | undefined;
}

/** What a schema says of a value, in words that follow its name: `must be a whole number, not text`. */
export function inWords(issue: Issue, { value, variable }: Complained): string {
  if (!/^(?:Invalid|Too|Not|Unrecognized)\b/.test(issue.message)) return issue.message;
  const wanted = wantedBy(issue);
  if (wanted.length > 0)
    return `must be ${wanted.map(typeInWords).join(" or ")}${unlike(wanted, value, variable)}`;
  if (issue.code === "too_small" || issue.code === "too_big") return sizeInWords(issue);
  return lowerFirst(issue.message);
}

/** The types and values that would have been accepted: `number`, `boolean`, `"auto"`. */
export function wantedBy(issue: Issue): string[] {
  if (issue.code === "invalid_type") return [issue.expected];
  if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value));
  if (issue.code === "invalid_union") return [...new Set(issue.errors.flat().flatMap(wantedBy))];
  return [];
}

const types: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "a map",
  record: "a map",
  string: "text",
};

const typeInWords = (type: string) => types[type] ?? type;

function unlike(wanted: readonly string[], value: unknown, variable: string | undefined): string {
  const numeric = wanted.includes("number") || wanted.includes("int");
  if (Array.isArray(value)) return ", not a list";
  if (isRecord(value)) return ", not a map";
  if (variable !== undefined) return `; the variable ${variable} holds something else`;
  if (typeof value === "string") {
    if (numeric && value.trim() !== "" && Number.isFinite(Number(value)))
      return ", not text (remove the quotes)";
    if (wanted.includes("boolean")) {
      if (/^(?:yes|on|true)$/i.test(value)) return ", not text (write true)";
      if (/^(?:no|off|false)$/i.test(value)) return ", not text (write false)";
    }
    return wanted.every((type) => type.startsWith('"')) ? "" : ", not text";
  }
  if (value === null) return ", not empty";
  if (wanted.includes("string")) return `, not ${typeInWords(typeof value)} (put it in quotes)`;
  return wanted.includes("int") && typeof value === "number" ? "" : `, not ${typeInWords(typeof value)}`;
}

const units: Record<string, string> = { string: " characters", array: " items", object: " keys" };

type SizeIssue = Extract<Issue, { code: "too_small" | "too_big" }>;

function sizeInWords(issue: SizeIssue): string {
  const small = issue.code === "too_small";
  const limit = String(small ? issue.minimum : issue.maximum);
  const unit = units[issue.origin] ?? "";
  if (unit === "") {
    const bound = issue.inclusive ? ["at least", "at most"] : ["more than", "less than"];
    return `must be ${small ? bound[0] : bound[1]} ${limit}`;
  }
  return `must have at ${small ? "least" : "most"} ${limit}${limit === "1" ? unit.slice(0, -1) : unit}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Of a union, the complaints of the branch whose shape the value has, where there is one. */
export function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branch = issue.errors.find(
    (issues) =>
      issues.length > 0 && issues.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (!branch) return [issue];
  return branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(innermost);
}
