/** What `fw serve` is called with. */
import type { Command } from "commander";
import { portNumber, retriesOption, wholeNumber, withBackend } from "../backend-options.js";

export function addServe(program: Command): void {
  const serve = withBackend(program.command("serve"))
    .option("--host <address>", "where to listen; off loopback clients must show a token", "127.0.0.1")
    .option("--port <n>", "port; 0 takes a free one", portNumber, 11_500)
    .option("--token <file>", "file of client tokens; naming it demands one on loopback too")
    .option(
      "--concurrency <n>",
      "requests that run at the same time; others wait by turns",
      wholeNumber(1),
      256,
    )
    .option("--grace <seconds>", "time for running requests when the server ends", wholeNumber(0), 30)
    .addOption(retriesOption(0, "tries after the first one; clients of this API try again by themselves"))
    .option("--json", "say where it listens as JSON")
    .description("Serve the chat-completions API in front of every configured backend.")
    .addHelpText(
      "after",
      `
Models are named PROVIDER/MODEL (selfhost/qwen3-32b), by an alias, or "default" for what the flags and the profile choose.
Served are POST /v1/chat/completions, GET /v1/models, /health and /metrics (Prometheus). A broken answer ends with an error and
never looks finished; a client that goes away stops the backend; upstream keys stay here. SIGHUP reads the settings again,
SIGTERM lets running requests end. The log has a line a request on standard error, without content.

Examples:
  fw serve
  fw serve --provider selfhost --model qwen3-32b
  fw serve token alice                     (then: fw serve --host 0.0.0.0)
  OPENAI_BASE_URL=http://127.0.0.1:11500/v1 OPENAI_API_KEY=none aider --model openai/default`,
    )
    .action(async (flags) => (await import("./serve.js")).runServe(flags));

  serve
    .command("token")
    .argument("<name>", "who the token is for")
    .option("--token <file>", "file of client tokens (default: in your configuration folder)")
    .description("Make a token for a client; it is shown once, and only its hash is kept.")
    .action(async (name: string, flags) => (await import("./serve.js")).makeToken(name, flags));
}
