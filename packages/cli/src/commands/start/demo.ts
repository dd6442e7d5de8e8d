/** The demo: a small model without a mind behind the real wire, in this process. */
import { wrapWords } from "@framework/shared/format";
import type { ChatFlags } from "../../configure/chat-flags.js";
import { converse } from "../chat.js";
import { remark } from "../../output/print.js";
import { configure } from "../../configure/client-options.js";

const MODEL = "demo-model";

/** Fast enough not to bore, slow enough to be seen as a stream. */
const PACE_MS = 12;

const WELCOME = `No provider is configured, so this is the built-in demo: it answers over the real wire, but it is no model. For a real one: fw init. Try:
  draw a sequence diagram of a login
  show a pie chart of cats 40, dogs 35 and birds 25
  read package.json
  help`;

/** Chats with the demo model, its tools at hand. */
export async function converseWithDemo(prompt: string | undefined, flags: ChatFlags): Promise<void> {
  const { demoModel, startBackend } = await import("@framework/backends");
  const demo = await startBackend("selfhost", {
    models: [{ id: MODEL, contextLength: 32_768 }],
    reply: demoModel({ chunkDelayMs: prompt === undefined ? PACE_MS : 0 }),
  });
  try {
    remark(wrapWords(WELCOME, (process.stderr.columns || 80) - 1));
    if (prompt !== undefined) remark(`> ${prompt}`);
    const { client, ...rest } = await configure(flags, {
      providerName: "selfhost",
      config: { host: demo.url },
    });
    const profile = { file: "the demo", plugins: ["file_edit", "cli"], pluginConfigs: {}, quirks: {} };
    await converse({ client, ...rest, profile }, prompt, { ...flags, model: MODEL, save: false });
  } finally {
    await demo.close();
  }
}
