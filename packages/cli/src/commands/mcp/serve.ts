/** `fw mcp serve`: this program's tools for other agents. Standard output belongs to the protocol. */
import { type BackendFlags, readConfiguration } from "@framework/shared";
import { recording } from "../../configure/recorded.js";
import { servedTools } from "../../mcp/served-tools.js";
import { serveTools } from "../../mcp/stdio-server.js";
import { remark } from "../../output/print.js";
import { openUpstreams } from "../../serve/open-upstreams.js";
import { version } from "../program.js";

export async function serveMcp(flags: BackendFlags): Promise<void> {
  const configuration = await readConfiguration(flags);
  const record = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  const upstreams = await openUpstreams(flags, configuration, record);
  try {
    const info = { name: "framework", version };
    await serveTools(servedTools(upstreams), info, { input: process.stdin, output: process.stdout });
  } finally {
    await upstreams.close();
  }
}
