/** What a session of the chat commands has: the profile's tools, and somebody to ask where there is a terminal. */
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { loadTools, type SessionOptions } from "@framework/shared";
import type { ChatFlags } from "./chat-flags.js";
import type { Configured } from "./client-options.js";
import type { Asker } from "../input/prompter.js";
import { approving } from "./approving.js";
import type { Output } from "../output/output.js";

/** Quirks about how work is completed; a chat has no such end. */
const IDLE_QUIRKS = ["force_tool_choice_for_lifecycle", "auto_finalize_on_complete"];

export async function sessionOptions(
  { profile, workspace, servers }: Configured,
  flags: ChatFlags,
  output: Output,
  asker: Asker,
): Promise<SessionOptions> {
  const own = await loadTools(profile?.plugins ?? []);
  if (servers) servers.asker = asker;
  const tools = [...own, ...((await servers?.tools((text) => output.note(text))) ?? [])];
  const wide = own.length > 0 ? await tooWide(workspace) : undefined;
  if (wide !== undefined) output.note(wide);
  for (const quirk of IDLE_QUIRKS) {
    if (!profile?.quirks[quirk]) continue;
    output.note(
      `The quirk ${quirk} does nothing here: it needs the schema of a deliverable, which only a program gives (docs/sessions.md).`,
    );
  }
  return {
    ...(flags.system !== undefined && { system: flags.system }),
    tools,
    autoApprove: flags.yes ?? false,
    force: flags.force ?? false,
    privateFiles: [flags.envFile, profile?.file].filter((file) => file !== undefined),
    ...(process.stderr.isTTY && { approve: approving(output, asker) }),
  };
}

/** What to say about a workspace that holds everything the user has. */
async function tooWide(workspace: string): Promise<string | undefined> {
  const [here, home] = await Promise.all(
    [workspace, homedir()].map((folder) => realpath(folder).catch(() => folder)),
  );
  const advice =
    "Tools can read and change all of it; start in a project's folder, or name one with --workspace.";
  if (here === path.parse(here ?? "").root) return `The workspace is the whole disk. ${advice}`;
  return here === home ? `The workspace is your home folder. ${advice}` : undefined;
}
