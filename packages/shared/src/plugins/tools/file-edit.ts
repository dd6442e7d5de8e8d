/** The plugin `file_edit`: read a file, create one, replace a text in one. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { atomicWrite } from "../../system/atomic-write.js";
import { codeOf } from "../../system/system-error.js";
import { answering } from "./answering.js";
import { closedObject, numberArgument, textArgument } from "./arguments.js";
import { meaningOf } from "./path-meaning.js";
import { quoted } from "./quoted.js";
import { secretPlace } from "./secret-places.js";
import { encode, readTextFile, SIZE_LIMIT, type TextFile } from "./text-file.js";
import { type Preview, type ToolContext, type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";
import { shortDiff, unifiedDiff } from "./unified-diff.js";
import { atPlace, resolveInWorkspace, type WorkspacePath } from "./workspace-path.js";

type Arguments = Record<string, unknown>;

const pathSchema = {
  type: "string",
  minLength: 1,
  description: "Path of the file, relative to the workspace.",
};
const LONGEST_READ = 64 * 1024;
const MOST_REPLACED = 100_000;

const readFile: ToolDefinition = {
  name: "read_file",
  description: "Read a text file of the workspace, whole or a range of lines.",
  changes: false,
  parameters: closedObject(["path"], {
    path: pathSchema,
    start_line: { type: "integer", minimum: 1, description: "First line, counted from 1." },
    end_line: { type: "integer", minimum: 1, description: "Last line, included." },
  }),
  async preview(args, context) {
    const { name, real } = await placeOf(args, context);
    return { text: `read ${quoted(name)}`, notes: [`The file is ${quoted(real)}.`] };
  },
  async asks(args, context) {
    const place = await placeOf(args, context);
    const found = await stat(place.real).catch(() => undefined);
    return secretPlace({ ...place, links: found?.nlink ?? 1 }, context);
  },
  run: answering(async (args, context) => {
    const place = await placeOf(args, context);
    const { text, links } = await readTextFile(place);
    // The file may be another one by now than when it was asked for.
    if (!context.approved && (await secretPlace({ ...place, links }, context)) !== undefined)
      throw new ToolRefusal(`"${place.name}" may hold secrets; reading it was not allowed.`);
    const lines = text.split("\n");
    // The line end of the last line begins no further line.
    if (lines.at(-1) === "") lines.pop();
    const first = numberArgument(args, "start_line", 1);
    const last = Math.min(lines.length, numberArgument(args, "end_line", lines.length));
    if (first === 1 && last === lines.length && text.length <= LONGEST_READ)
      return { ok: true, content: text };
    if (first > last) throw new ToolRefusal(`"${place.name}" has no such lines; it has ${lines.length}.`);
    return { ok: true, content: excerpt(lines, first, last) };
  }),
};

const createFile: ToolDefinition = {
  name: "create_file",
  description:
    "Create a new text file in the workspace, with its folders. An existing file is never overwritten.",
  changes: true,
  parameters: closedObject(["path", "content"], {
    path: pathSchema,
    content: { type: "string", description: "The whole content." },
  }),
  async preview(args, context) {
    const place = await placeOf(args, context);
    const content = textArgument(args, "content");
    return changePreview(place, await unifiedDiff(place.name, undefined, content), content.startsWith("#!"));
  },
  run: answering(async (args, context) => {
    const place = await placeOf(args, context);
    const content = textArgument(args, "content");
    try {
      await atPlace(place, { create: true }, (file) => atomicWrite(file, content, { exclusive: true }));
    } catch (error) {
      throw codeOf(error) === "EEXIST"
        ? new ToolRefusal(`"${place.name}" exists already. Use replace_text to change it.`)
        : error;
    }
    return {
      ok: true,
      content: `Created "${place.name}".`,
      display: await shortDiff(place.name, undefined, content),
    };
  }),
};

const replaceText: ToolDefinition = {
  name: "replace_text",
  description:
    "Replace an exact text in a file of the workspace. The text must occur exactly once, white space included; give " +
    "enough of the lines around it, or set all to replace every occurrence.",
  changes: true,
  parameters: closedObject(["path", "old_text", "new_text"], {
    path: pathSchema,
    old_text: { type: "string", minLength: 1, description: "The text as it stands in the file." },
    new_text: { type: "string", description: "What takes its place." },
    all: { type: "boolean", description: "Replace every occurrence. Default: false." },
  }),
  async preview(args, context) {
    const { place, file, text } = await replacement(args, context);
    const diff = await unifiedDiff(place.name, file.text, text);
    return changePreview(place, diff, (file.mode & 0o111) !== 0);
  },
  run: answering(async (args, context) => {
    const { place, file, text, count } = await replacement(args, context);
    const content = encode(file, text);
    await atPlace(place, { create: false }, (at) => atomicWrite(at, content, { mode: file.mode }));
    return {
      ok: true,
      content: `Replaced ${count === 1 ? "1 occurrence" : `${count} occurrences`} in "${place.name}".`,
      display: await shortDiff(place.name, file.text, text),
    };
  }),
};

/** What a profile enables as `file_edit`. */
export const fileEdit: ToolPlugin = { name: "file_edit", tools: [readFile, createFile, replaceText] };

const placeOf = (args: Arguments, { workspace }: ToolContext) =>
  resolveInWorkspace(workspace, textArgument(args, "path"));

/** The change, what it means beyond the file, and what "always" could be said for. */
function changePreview({ name }: WorkspacePath, diff: string, isExecutable: boolean): Preview {
  const meaning = meaningOf(name, isExecutable);
  const folder = path.posix.dirname(name);
  const where = folder === "." ? "the top folder of the workspace" : `the folder ${quoted(folder)}`;
  return {
    text: diff,
    isDiff: true,
    warnings: meaning === undefined ? [] : [meaning],
    grants: [
      { key: `file ${name}`, words: `this file (${quoted(name)})` },
      { key: `folder ${folder}`, words: `every file directly in ${where}` },
    ],
  };
}

/** As many of the lines as fit, with a note that says which they are and how to go on. */
function excerpt(lines: readonly string[], first: number, last: number): string {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines.slice(first - 1, last)) {
    size += line.length + 1;
    if (size > LONGEST_READ) break;
    kept.push(line);
  }
  if (kept.length === 0) {
    return `${lines[first - 1]?.slice(0, LONGEST_READ)}\n[line ${first} of ${lines.length}, cut: it is very long]`;
  }
  const end = first + kept.length - 1;
  const more = end < last ? `; go on with start_line ${end + 1}` : "";
  return `${kept.join("\n")}\n[lines ${first}-${end} of ${lines.length}${more}]`;
}

interface Replacement {
  place: WorkspacePath;
  file: TextFile;
  text: string;
  count: number;
}

async function replacement(args: Arguments, context: ToolContext): Promise<Replacement> {
  const place = await placeOf(args, context);
  const file = await readTextFile(place);
  const own = (text: string) => (file.carriageReturns ? text.replaceAll("\r\n", "\n") : text);
  const [before, after] = [own(textArgument(args, "old_text")), own(textArgument(args, "new_text"))];
  if (before === "") throw new ToolRefusal('"old_text" must not be empty.');
  if (before === after)
    throw new ToolRefusal('"old_text" and "new_text" are the same; nothing would change.');
  const places = occurrences(file.text, before, MOST_REPLACED + 1);
  const count = places.length;
  if (count > MOST_REPLACED) {
    throw new ToolRefusal(
      `"old_text" occurs more than ${MOST_REPLACED} times in "${place.name}": too many for anybody to look through. Use a command.`,
    );
  }
  if (count === 0) {
    throw new ToolRefusal(
      `"old_text" does not occur in "${place.name}". Read the file and copy the text exactly.`,
    );
  }
  if (count > 1 && args["all"] !== true) {
    throw new ToolRefusal(
      `"old_text" occurs ${count} times in "${place.name}" (lines ${linesOf(file.text, places)}). ` +
        'Give more of the text around it, or set "all".',
    );
  }
  if (file.text.length + count * (after.length - before.length) > SIZE_LIMIT) {
    throw new ToolRefusal(`"${place.name}" would become larger than ${SIZE_LIMIT} bytes.`);
  }
  return { place, file, text: file.text.replaceAll(before, () => after), count };
}

/** Where the part begins; no more places than `most`. */
function occurrences(text: string, part: string, most: number): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(part);
    at !== -1 && places.length < most;
    at = text.indexOf(part, at + part.length)
  )
    places.push(at);
  return places;
}

/** On which lines the first few places are. */
function linesOf(text: string, places: readonly number[]): string {
  const shown = places.slice(0, 10).map((place) => text.slice(0, place).split("\n").length);
  return `${shown.join(", ")}${places.length > shown.length ? ", …" : ""}`;
}
