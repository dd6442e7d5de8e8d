/** The official client, which the plain installation does not bring. */
import type { LoadMcp, McpModule, McpStdioModule } from "@framework/shared/mcp";
import { optionalPackage } from "../configure/optional-package.js";
import type { Environment } from "@framework/shared";

const PACKAGE = "@modelcontextprotocol/client";

export const loadMcp =
  (env: Environment): LoadMcp =>
  async () => ({
    client: (await optionalPackage([PACKAGE], "An MCP server", env)) as McpModule,
    stdio: (await optionalPackage([`${PACKAGE}/stdio`, PACKAGE], "An MCP server", env)) as McpStdioModule,
  });
