/** What a program needs to give a session tools: those of a profile's plugins, or its own. */
export { loadTools, toolPluginNames } from "../plugins/tools/registry.js";
export { exactText } from "../plugins/tools/exact-text.js";
export {
  type Grant,
  type Preview,
  type ToolContext,
  type ToolDefinition,
  ToolRefusal,
  type ToolResult,
} from "../plugins/tools/tool.js";
export { schemaFaults, type SchemaFault } from "../plugins/tools/arguments.js";
