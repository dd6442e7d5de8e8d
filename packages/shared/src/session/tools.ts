/** What a program needs to give a session tools: those of a profile's plugins, or its own. */
export { loadTools, toolPluginNames } from "../plugins/tools/registry.js";
export { tool, type ToolOptions } from "../plugins/tools/define-tool.js";
export type { ToolOutput } from "../plugins/tools/tool-output.js";
export { exactText } from "../plugins/tools/exact-text.js";
export {
  type Grant,
  type Preview,
  type ToolContext,
  type ToolDefinition,
  ToolRefusal,
  type ToolResult,
} from "../plugins/tools/tool.js";
export { schemaFaults, type SchemaFault } from "../structured/schema-faults.js";
