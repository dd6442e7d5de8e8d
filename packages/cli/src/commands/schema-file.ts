/** `--schema`: the file in which it stands. */
import { ConfigurationError, type JsonSchema } from "@framework/shared";

const LARGEST_SCHEMA = 1024 * 1024;

export async function readSchema(file: string): Promise<JsonSchema> {
  const { readText } = await import("@framework/shared/config");
  const text = await readText(file, LARGEST_SCHEMA);
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema as JsonSchema;
  } catch (cause) {
    throw new ConfigurationError(`${file} is no JSON: ${cause instanceof Error ? cause.message : ""}.`, {
      cause,
    });
  }
  throw new ConfigurationError(`${file} is no JSON Schema: it must be an object.`);
}
