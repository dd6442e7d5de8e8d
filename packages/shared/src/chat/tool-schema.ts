/** Tools as servers accept them: clean schemas and names, with the way back to the caller's names. */
import { createHash } from "node:crypto";
import type { JsonSchema, Tool } from "../provider/messages.js";

const VALID_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A name every server takes; the same name always maps to the same one, so that history keeps its meaning. */
export function wireToolName(name: string): string {
  if (VALID_NAME.test(name)) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 55)}_${digest}`;
}

/** Servers disagree on an empty `required` and on `const`; what remains means the same. */
function cleanSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanSchema);
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (key === "required" && Array.isArray(child) && child.length === 0) continue;
    if (key === "const" && !("enum" in value)) result["enum"] = [child];
    else if (key === "properties" || key === "$defs" || key === "definitions") result[key] = cleanMap(child);
    else if (key === "enum" || key === "default" || key === "examples") result[key] = child;
    else result[key] = cleanSchema(child);
  }
  return result;
}

/** A map of names to schemas: a property that is called "const" or "required" is no keyword. */
function cleanMap(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanSchema(schema)]));
}

/** A tool ready for the wire; the caller's object is left alone. */
export function wireTool(tool: Tool): Tool {
  const { name, parameters, ...rest } = tool.function;
  const schema = (parameters ? cleanSchema(parameters) : { type: "object", properties: {} }) as JsonSchema;
  return { type: "function", function: { ...rest, name: wireToolName(name), parameters: schema } };
}

/** The way back from wire names to the names of these tools. */
export function originalNames(tools: readonly Tool[]): (wireName: string) => string {
  const changed = new Map<string, string>();
  for (const { function: tool } of tools) {
    const wireName = wireToolName(tool.name);
    if (wireName !== tool.name) changed.set(wireName, tool.name);
  }
  return (wireName) => changed.get(wireName) ?? wireName;
}

/** Which of these tools, by their wire names, have no parameters. */
export function takesNothing(tools: readonly Tool[]): (wireName: string) => boolean {
  return (wireName) => {
    const tool = tools.find(({ function: { name } }) => name === wireName);
    const properties = tool?.function.parameters?.["properties"];
    return tool !== undefined && Object.keys(properties ?? {}).length === 0;
  };
}
