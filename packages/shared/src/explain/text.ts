/** An explanation for a person at a terminal. */
import { SETTING_ORDER } from "../settings/resolve.js";
import type { Effective, Explanation } from "./explain.js";

const show = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const from = ({ value, origin }: Effective): string => `${show(value)} (${origin})`;

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

/** Rows whose first column is as wide as its widest cell. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

/** The explanation as a page of text for a terminal. */
export function explanationText(explanation: Explanation): string {
  const { provider, product, kind, credential, knobs, variables, quirks, errors, model } = explanation;
  const isRequired = credential.required ? "required" : "optional";
  const lines = [
    `${provider}: ${kind}`,
    `Speaks with ${product}.`,
    `Each setting comes from the first of: ${SETTING_ORDER}.`,
    ...section(
      `Knobs (plugin_configs.${provider} in a profile)`,
      knobs.flatMap((knob) => [
        `${knob.key}  (${knob.type}${knob.default === undefined ? "" : `, default ${show(knob.default)}`})`,
        `    ${knob.meaning}`,
        `    now: ${knob.effective ? from(knob.effective) : "not set"}${knob.overruled.length > 0 ? `; overruled: ${knob.overruled.map(from).join(", ")}` : ""}`,
      ]),
    ),
    ...section("Model", [model ? from(model) : "not set; --model names one"]),
    ...section(
      "Variables",
      columns(
        variables.map(({ name, sets, meaning, set }) => [
          name,
          `${meaning} Sets ${sets}; ${set ? "is set" : "is not set"}.`,
        ]),
      ),
    ),
    ...section(`Credential (${isRequired}), looked for in this order`, [
      ...credential.order.map((place, index) => `${index + 1}. ${place}`),
      ...(credential.otherwise === undefined ? [] : [`else: ${credential.otherwise}`]),
    ]),
    ...section("Context window, looked for in this order; never guessed", [
      ...explanation.window_order.map((place, index) => `${index + 1}. ${place}`),
      "else: an error",
    ]),
    ...section(
      "Quirks (quirks in a profile)",
      quirks.flatMap(({ key, since, effect, value }) => [
        `${key}  (framework server from ${since}, default false)`,
        `    ${effect}`,
        `    now: ${value}`,
      ]),
    ),
    ...section(
      "Errors",
      columns(
        errors.map(({ name, cause, retryable }) => [name, `${cause}${retryable ? " Retryable." : ""}`]),
      ),
    ),
    ...(explanation.problem === undefined ? [] : ["", explanation.problem]),
  ];
  return `${lines.join("\n")}\n`;
}
