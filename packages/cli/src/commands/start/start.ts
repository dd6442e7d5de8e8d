/** `fw start`: the main job on what is configured, else on what is found, else on the built-in demo backend. */
import { FrameworkError } from "@framework/shared";
import type { ChatFlags } from "../../configure/chat-flags.js";
import { converse } from "../chat.js";
import { type Configured, configure } from "../../configure/client-options.js";
import { withoutKeys } from "../../configure/without-keys.js";
import { reportFailure } from "../../output/failure-text.js";
import { remark } from "../../output/print.js";
import { chooseModel } from "./choose-model.js";
import type { FoundBackend } from "./candidates.js";
import { converseWithDemo } from "./demo.js";

/** What is asked when nobody is there to ask. */
const DEMO_PROMPT = "Draw a sequence diagram of a login.";

export async function start(flags: ChatFlags): Promise<void> {
  try {
    const prompt = process.stdin.isTTY ? undefined : DEMO_PROMPT;
    const configured = await configure(flags);
    if (configured.providerName !== undefined) await converse(configured, prompt, flags);
    // Without a person nothing that was merely found is used: it may cost money, and nobody chose it.
    else if (prompt !== undefined) await converseWithDemo(prompt, flags);
    else {
      const found = await takeWhatIsThere(configured, flags);
      if (found) await converse(found.configured, undefined, { ...flags, model: found.model });
      else await converseWithDemo(undefined, flags);
    }
  } catch (error) {
    reportFailure(error, flags.json ?? false);
  }
}

interface Taken {
  configured: Configured;
  model: string;
}

/** Says what was found, and gives the first of it that works. */
async function takeWhatIsThere({ env, workspace }: Configured, flags: ChatFlags): Promise<Taken | undefined> {
  const { findCandidates } = await import("./candidates.js");
  const { candidates, problems } = await findCandidates(env, workspace);
  problems.forEach(remark);
  if (candidates.length === 0) return undefined;
  remark(`Found ${candidates.map(({ found }) => found).join("; ")}.`);
  for (const candidate of candidates) {
    const taken = await take(candidate, flags);
    if (taken) return taken;
  }
  return undefined;
}

/** Connects in the first way that works; why none did is told. */
async function take({ found, ways }: FoundBackend, flags: ChatFlags): Promise<Taken | undefined> {
  let reason = "";
  for (const { provider, address } of ways) {
    const named = { ...flags, provider, ...(address !== undefined && { host: address }) };
    const configured = await configure(named, address === undefined ? {} : await withoutKeys(provider));
    try {
      const [first, ...others] = await configured.client.listModels();
      if (first !== undefined) {
        remark(`Taking ${provider}. --provider chooses another; fw init remembers a choice.`);
        const model = others.length === 0 ? first : await chooseModel(provider, configured, flags);
        return { configured, model };
      }
      reason ||= "It offers no model.";
    } catch (error) {
      if (!(error instanceof FrameworkError) || error.code === "cancelled") throw error;
      reason ||= `${error.name}: ${error.message}`;
    }
    await configured.client.close();
  }
  remark(`Passing over ${found}. ${reason}`);
  return undefined;
}
