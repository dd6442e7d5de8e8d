/** Writing a text in the user's own editor. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigurationError, type Environment } from "@framework/shared";

/** `VISUAL`, else `EDITOR`, else what every system has; words after the first are arguments. */
function editorCommand(env: Environment): [program: string, ...args: string[]] {
  const chosen = env["VISUAL"]?.trim() || env["EDITOR"]?.trim();
  const fallback = process.platform === "win32" ? "notepad" : "vi";
  const [program = fallback, ...args] = chosen ? chosen.split(/\s+/) : [];
  return [program, ...args];
}

/** Opens the text in the editor and gives what was saved. The file is private, and gone afterwards. */
export async function editText(text: string, env: Environment): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "fw-edit-"));
  try {
    const file = path.join(folder, "question.md");
    await writeFile(file, text, { mode: 0o600 });
    await openEditor(file, env);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a file in the editor, and waits for its end. */
export function openEditor(file: string, env: Environment): Promise<void> {
  const [program, ...args] = editorCommand(env);
  return new Promise((resolve, reject) => {
    const refuse = (why: string) =>
      reject(new ConfigurationError(`The editor ${program} ${why}. EDITOR names another one.`));
    const child = spawn(program, [...args, file], { stdio: "inherit", env: { ...env } });
    child.once("error", (error) => refuse(`cannot be started: ${error.message}`));
    child.once("close", (status) => (status === 0 ? resolve() : refuse(`ended with status ${status}`)));
  });
}
