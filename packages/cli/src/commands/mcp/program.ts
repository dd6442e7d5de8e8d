/** What `fw mcp` is called with. */
import type { Command } from "commander";
import { withBackend } from "../backend-options.js";

export function addMcp(program: Command): void {
  const mcp = program
    .command("mcp")
    .description("Tools of MCP servers for the chat, and this program's own tools for others.")
    .addHelpText(
      "after",
      `
Servers stand under mcp_servers in a profile, or in .mcp.json of a trusted folder. Their tools are named NAME__TOOL and asked for
like all others. The client package is installed when it is first needed; the command says how.

Examples:
  fw mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  fw mcp list`,
    );
  mcp
    .command("list")
    .option("--profile <file>", "session profile (YAML); else the one fw init wrote")
    .option("--workspace <dir>", "folder whose .mcp.json is read", ".")
    .option("--json", "print JSON")
    .description("List the configured servers.")
    .action(async (flags) => (await import("./mcp.js")).list(flags));
  mcp
    .command("test")
    .argument("<name>", "which server")
    .option("--profile <file>", "session profile (YAML); else the one fw init wrote")
    .option("--workspace <dir>", "folder whose .mcp.json is read", ".")
    .description("Start a server and show what it offers.")
    .action(async (name: string, flags) => (await import("./mcp.js")).test(name, flags));
  mcp
    .command("add")
    .argument("<name>", "what to call it")
    .argument("<target...>", "its address, or the program with its arguments (after --)")
    .option("--profile <file>", "profile to write; else your own")
    .option("--env <pair...>", "KEY=value for the program")
    .option("--header <pair...>", "KEY=value for requests to an address")
    .description("Add a server to a profile.")
    .action(async (name: string, target: string[], flags) =>
      (await import("./mcp.js")).add(name, target, flags),
    );
  withBackend(mcp.command("serve"))
    .description(
      "Offer draw_diagram, list_models and ask_model to other agents, over standard input and output.",
    )
    .action(async (flags) => (await import("./serve.js")).serveMcp(flags));
}
