/** `--schema`: the file in which it stands. */
import { ConfigurationError, isRecord, type JsonSchema, messageOf } from "@framework/shared";

const LARGEST_SCHEMA = 1024 * 1024;

export async function readSchema(file: string): Promise<JsonSchema> {
  const { readText } = await import("@framework/shared/config");
  const text = await readText(file, LARGEST_SCHEMA);
  try {
    const schema: unknown = JSON.parse(text);
    if (isRecord(schema)) return schema;
  } catch (cause) {
    throw new ConfigurationError(`${file} is no JSON: ${messageOf(cause)}.`, { cause });
  }
  throw new ConfigurationError(`${file} is no JSON Schema: it must be an object.`);
}
