/** What a program needs to give a session tools: those of a profile's plugins, or its own. */
export { loadTools, toolPluginNames } from "../plugins/tools/registry.js";
export { type ToolContext, type ToolDefinition, ToolRefusal } from "../plugins/tools/tool.js";
