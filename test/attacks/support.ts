/** A hostile model behind a real wire, and a user's folder for it to attack. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type Reply, startBackend } from "@framework/backends";
import { calling } from "../session/support.js";

export interface Attack extends AsyncDisposable {
  backend: Backend;
  /** The workspace. */
  folder: string;
  /** A home of its own, so that nothing of this machine's is touched. */
  home: string;
  /** `chat` with profile and workspace. */
  args: string[];
  /** What the model was told last. */
  lastToolResult(): string;
}

/** The model makes these calls, one after the other, and then says "Done.". */
export async function attack(
  calls: readonly [name: string, args: Record<string, unknown>][],
  { before = [] as Reply[], home = scratch("home") } = {},
): Promise<Attack> {
  const replies = calls.map(([name, args], index) => calling([`call-${index}`, name, args]));
  const backend = await startBackend("selfhost", { reply: [...before, ...replies, { text: "Done." }] });
  const folder = scratch("workspace");
  // Outside the workspace: the user's own, and no business of the model.
  const profile = path.join(scratch("profile"), "profile.yaml");
  writeFileSync(
    profile,
    `provider: selfhost\nmodel: demo-model\nplugins: [cli, file_edit]\nplugin_configs:\n  selfhost:\n    host: ${backend.url}\n`,
  );
  return {
    backend,
    folder,
    home,
    args: ["chat", "--profile", profile, "--workspace", folder],
    lastToolResult: () => {
      const bodies = backend.requests.map(
        ({ body }) => body as { messages?: { role: string; content: string }[] },
      );
      const results = bodies.at(-1)?.messages?.filter(({ role }) => role === "tool") ?? [];
      return results.at(-1)?.content ?? "";
    },
    [Symbol.asyncDispose]: () => backend.close(),
  };
}

export const scratch = (name: string): string => mkdtempSync(path.join(tmpdir(), `fw-attack-${name}-`));

/** Writes a file with its folders. */
export function put(folder: string, name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
