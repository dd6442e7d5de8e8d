/** What a model takes and gives, as catalogs write it. */

export interface Modalities {
  input?: string[];
  output?: string[];
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split("+")
    .map((word) => word.trim())
    .filter((word) => word !== "");

const list = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0
    ? value.filter((item) => typeof item === "string").map((item) => item.toLowerCase())
    : undefined;

/** Reads `text+image->text`, or the lists that some catalogs give instead. What is not said stays absent. */
export function readModalities(architecture: unknown): Modalities {
  if (typeof architecture !== "object" || architecture === null) return {};
  const { modality, input_modalities, output_modalities } = architecture as Record<string, unknown>;
  const [left = "", right = ""] = typeof modality === "string" ? modality.split("->", 2) : [];
  const input = list(input_modalities) ?? words(left);
  const output = list(output_modalities) ?? words(right);
  return { ...(input.length > 0 && { input }), ...(output.length > 0 && { output }) };
}
