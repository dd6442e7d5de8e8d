/** What MCP servers add to the interactive chat: their prompts as a command, their resources in a question. */
import { ConfigurationError } from "@framework/shared";
import type { ToolServers } from "../configure/client-options.js";
import type { Command } from "./chat-command.js";

export const serverCommands: Readonly<Record<string, Command>> = {
  prompt: {
    usage: "SERVER NAME [KEY=VALUE ...]",
    help: "ask what a prompt of an MCP server says",
    run: async ({ chat, ask }, argument) => {
      const [server, name, ...pairs] = argument.split(/\s+/);
      if (!server || !name)
        throw new ConfigurationError('It is called as "/prompt SERVER NAME [KEY=VALUE ...]".');
      if (!chat.servers) throw new ConfigurationError('No MCP server is configured. "fw mcp add" adds one.');
      const args = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
      await ask(await chat.servers.prompt(server, name, args));
    },
  },
};

const RESOURCE = /(?<=^|\s)@([A-Za-z0-9_-]+):(\S+:\/\/\S+)/g;

/** A question with the resources that it names as `@SERVER:URI` behind it. */
export async function withResources(question: string, servers: ToolServers | undefined): Promise<string> {
  if (!servers) return question;
  const named = [...question.matchAll(RESOURCE)];
  const texts = await Promise.all(
    named.map(
      async ([, server = "", uri = ""]) => `Resource ${uri}:\n\n${await servers.resource(server, uri)}`,
    ),
  );
  return [question, ...texts].join("\n\n");
}
