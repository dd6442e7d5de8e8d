/** `fw start`: the main job on whatever is configured, else on the built-in demo backend. */
import { startBackend } from "@framework/backends";
import { type ChatFlags, converse } from "./chat.js";
import { configure } from "./client-options.js";
import { reportFailure } from "./failure.js";

const DEMO_PROMPT = "Say hello and tell me what you are.";

export async function start(flags: ChatFlags): Promise<void> {
  try {
    const configured = await configure(flags);
    if (configured.providerName !== undefined) {
      await converse(configured, undefined, flags);
      return;
    }
    const demo = await startBackend("selfhost");
    try {
      process.stderr.write(
        "No provider is configured, so this is the built-in demo backend: it answers, but it is no model.\n" +
          "For a real one: fw chat --provider selfhost --model ID with SELFHOST_HOST set.\n",
      );
      const prompt = process.stdin.isTTY ? undefined : DEMO_PROMPT;
      const demonstration = await configure(flags, { providerName: "selfhost", config: { host: demo.url } });
      const [model] = await demonstration.client.listModels();
      await converse(demonstration, prompt, { ...flags, ...(model !== undefined && { model }) });
    } finally {
      await demo.close();
    }
  } catch (error) {
    reportFailure(error, flags.json ?? false);
  }
}
