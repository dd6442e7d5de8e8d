/** The plugin `search`: finds a text in the files of the workspace, with ripgrep where it is installed. */
import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import { findProgram } from "../../system/find-program.js";
import { programEnvironment } from "../../system/program-environment.js";
import { runProcess } from "../../system/run-process.js";
import { answering } from "./answering.js";
import { closedObject, textArgument } from "./arguments.js";
import { secretPlace } from "./secret-places.js";
import { readTextFile } from "./text-file.js";
import { type ToolContext, type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";
import { resolveInWorkspace } from "./workspace-path.js";

interface Match {
  file: string;
  line: number;
  text: string;
}

const MOST_MATCHES = 200;
const MOST_FILES = 20_000;
const LINE_LENGTH = 300;
const TIME_MS = 30_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;
/** What is not walked into: what tools keep for themselves. */
const CLOSED = /^(?:\..+|node_modules)$/;

const searchText: ToolDefinition = {
  name: "search_text",
  description:
    "Find a text in the files of the workspace. The text is taken as it is, not as a pattern. Gives file, line number and line.",
  changes: false,
  parameters: closedObject(["text"], {
    text: { type: "string", minLength: 1, description: "What to find, on one line." },
    folder: {
      type: "string",
      description: "Where to look, relative to the workspace. Default: all of it.",
    },
  }),
  run: answering(async (args, context) => {
    const text = textArgument(args, "text");
    if (text.includes("\n")) throw new ToolRefusal("The text must be on one line.");
    const folder = args["folder"] === undefined ? "." : textArgument(args, "folder");
    const place = await resolveInWorkspace(context.workspace, folder);
    const ripgrep = await findProgram("rg", { env: context.env, outside: context.workspace });
    const found = ripgrep
      ? await askRipgrep(ripgrep, text, place.real, context)
      : await walk(text, place.real, context);
    const open = await withoutSecrets(found, context);
    if (open.length === 0) return { ok: true, content: "Nothing was found." };
    const shown = open.slice(0, MOST_MATCHES);
    const more = open.length > shown.length ? `\n[${open.length - shown.length} more]` : "";
    return {
      ok: true,
      content: shown.map(({ file, line, text: hit }) => `${file}:${line}: ${hit}`).join("\n") + more,
    };
  }),
};

/** What a profile enables as `search`. */
export const search: ToolPlugin = { name: "search", tools: [searchText] };

async function askRipgrep(
  program: string,
  text: string,
  folder: string,
  context: ToolContext,
): Promise<Match[]> {
  const flags = [
    "--fixed-strings",
    "--line-number",
    "--no-heading",
    "--color=never",
    "--null",
    "--no-config",
    "--no-require-git",
    "--glob=!**/node_modules/**",
  ];
  const { output, end } = await runProcess(
    program,
    [...flags, `--max-columns=${LINE_LENGTH}`, "-e", text, "--", "."],
    {
      folder,
      env: programEnvironment(context.env, context.secrets ?? []),
      timeLimit: TIME_MS,
      outputLimit: OUTPUT_BYTES,
      signal: context.signal,
    },
  );
  // 1 stands for nothing found.
  if (end.kind !== "exited" || end.status > 1) throw new ToolRefusal(`ripgrep failed: ${output.slice(-300)}`);
  return output.split("\n").flatMap((row) => {
    const [, file = "", line = "", hit = ""] = /^([^\0]+)\0(\d+):(.*)$/.exec(row) ?? [];
    return file === ""
      ? []
      : [{ file: path.relative(context.workspace, path.join(folder, file)), line: Number(line), text: hit }];
  });
}

/** Our own walk, for machines without ripgrep. */
async function walk(text: string, folder: string, context: ToolContext): Promise<Match[]> {
  const found: Match[] = [];
  let files = 0;
  const visit = async (at: string): Promise<void> => {
    for await (const entry of await opendir(at)) {
      if (files >= MOST_FILES || found.length > MOST_MATCHES || context.signal?.aborted) return;
      const full = path.join(at, entry.name);
      if (CLOSED.test(entry.name)) continue;
      if (entry.isDirectory()) await visit(full);
      else if (entry.isFile()) {
        files += 1;
        found.push(...(await linesWith(text, full, context)));
      }
    }
  };
  await visit(folder);
  return found;
}

async function linesWith(text: string, file: string, { workspace }: ToolContext): Promise<Match[]> {
  try {
    const place = await resolveInWorkspace(workspace, path.relative(workspace, file));
    const { text: content } = await readTextFile(place);
    if (!content.includes(text)) return [];
    return content
      .split("\n")
      .flatMap((line, index) =>
        line.includes(text) ? [{ file: place.name, line: index + 1, text: line.slice(0, LINE_LENGTH) }] : [],
      );
  } catch (error) {
    // What is no text, too large, closed or gone is not searched.
    if (error instanceof ToolRefusal) return [];
    throw error;
  }
}

/** Files that would ask before they are read are not searched. */
async function withoutSecrets(found: readonly Match[], context: ToolContext): Promise<Match[]> {
  const isOpen = new Map<string, boolean>();
  for (const { file } of found) {
    if (isOpen.has(file)) continue;
    try {
      const place = await resolveInWorkspace(context.workspace, file);
      const { nlink } = await stat(place.real);
      isOpen.set(file, (await secretPlace({ ...place, links: nlink }, context)) === undefined);
    } catch {
      isOpen.set(file, false);
    }
  }
  return found.filter(({ file }) => isOpen.get(file));
}
