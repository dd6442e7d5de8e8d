/** Which output fits: each is loaded only where it is used. */
import type { Output } from "./output.js";
import type { Environment } from "@framework/shared";

/** The output that fits where standard output goes. */
export async function createOutput(options: {
  json: boolean;
  workspace: string;
  env: Environment;
}): Promise<Output> {
  if (options.json) return (await import("./json-output.js")).jsonOutput();
  if (!process.stdout.isTTY) return (await import("./text-output.js")).textOutput();
  const { createTerminalOutput } = await import("./terminal-output.js");
  return createTerminalOutput(options);
}
