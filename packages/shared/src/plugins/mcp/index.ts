/** Tools, prompts and resources of MCP servers. Nothing of it is loaded unless a server is configured. */
export type { LoadMcp, McpModule, McpPromptInfo, McpStdioModule } from "./mcp-module.js";
export { textOf } from "./mcp-result.js";
export { type McpAuthorization, type McpHost, McpServer } from "./mcp-server.js";
export { type McpTools, mcpTools } from "./mcp-tools.js";
export { type McpServerSettings, readMcpJson, readServers } from "./server-settings.js";
