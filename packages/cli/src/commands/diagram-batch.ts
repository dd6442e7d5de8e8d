/** `fw diagram FILES -o FOLDER`: every diagram of many files, Markdown among them, as files in a folder. */
import { mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "@framework/shared";
import { atomicWrite } from "@framework/shared/config";
import { chooseLook, explainParserMessage } from "@framework/shared/format";
import { bar } from "../batch/bar.js";
import { remark } from "../output/print.js";
import { statusScreen } from "../output/screen.js";
import { type DiagramFlags, NAMED_LIMITS, settingsFrom, type Streams } from "./diagram.js";
import { type DiagramFence, diagramFences } from "./diagram-fences.js";
import { readNamed } from "./named-file.js";

/** One diagram: what it is called in messages, where its picture goes, and where it stands in its file. */
interface Job {
  readonly source: string;
  readonly label: string;
  readonly file: string;
  readonly picture: string;
  /** The line of its first line in the file, from 0. */
  readonly firstLine: number;
  /** The fence around it; null in a file of its own. */
  readonly fence: DiagramFence | null;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const BAR_CELLS = 20;

/** Whether these arguments mean many diagrams and a folder, not one and a file. */
export const isBatch = (files: readonly string[], output: string | undefined): boolean =>
  files.length > 1 ||
  MARKDOWN.test(files[0] ?? "") ||
  (output !== undefined && (output.endsWith("/") || path.extname(output) === ""));

/** Draws all of them; one that is wrong is told with its file and line, the others are drawn. */
export async function runDiagrams(files: readonly string[], flags: DiagramFlags, io: Streams): Promise<void> {
  const { output } = flags;
  if (output === undefined) throw new ConfigurationError("Many diagrams need a folder: -o FOLDER.");
  const format = flags.png ? "png" : "svg";
  const names = namesOf(files);
  const jobs = (
    await Promise.all(files.map((file) => jobsOf(file, path.join(output, names.get(file) ?? ""), format)))
  ).flat();
  if (jobs.length === 0) throw new ConfigurationError(`There is no diagram in ${files.join(", ")}.`);
  checkPictures(jobs);
  const settings = settingsFrom(flags, io);
  await mkdir(output, { recursive: true });
  const { renderDiagrams } = await import("@framework/diagram");
  let [done, failed] = [0, 0];
  const screen = statusScreen(io.stderr);
  screen.status(() => `${bar(done / jobs.length, BAR_CELLS)} ${done}/${jobs.length}`);
  const outcomes = await renderDiagrams(
    jobs.map(({ source }) => source),
    {
      format,
      scale: format === "png" ? settings.scale : 1,
      ...chooseLook(settings, {}),
      repair: !flags.strict,
      timeoutMs: 60_000,
      limits: NAMED_LIMITS,
      onDone: () => {
        done += 1;
      },
    },
  ).finally(() => screen.status());
  for (const [index, job] of jobs.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === "drawn") await writeFile(job.picture, outcome.diagram.data);
    if (outcome?.status === "drawn" && outcome.diagram.repairs)
      remark(`${job.label}: mended: ${outcome.diagram.repairs.join("; ")}.`);
    if (outcome?.status !== "failed") continue;
    failed += 1;
    const { error } = outcome;
    const isSyntax = "line" in error;
    const line = job.firstLine + (isSyntax ? Number(error.line) : 1);
    remark(`${job.file}:${line}: ${isSyntax ? "syntax error: " : ""}${explainParserMessage(error.message)}`);
  }
  if (flags.inPlace)
    for (const file of files)
      await linkPictures(
        file,
        jobs.filter((job, index) => job.file === file && outcomes[index]?.status === "drawn"),
      );
  remark(`${jobs.length - failed} of ${jobs.length} drawn into ${output}.`);
  if (failed > 0) process.exitCode = 1;
}

/** What the pictures of each file are called: like the file, with its folders before it where another has that name. */
function namesOf(files: readonly string[]): Map<string, string> {
  const plain = (file: string): string => path.parse(file).name;
  const folders = files.map((file) => path.dirname(path.resolve(file)).split(path.sep));
  const [first = []] = folders;
  const differs = first.findIndex((part, index) => folders.some((folder) => folder[index] !== part));
  const shared = differs < 0 ? Math.min(...folders.map((folder) => folder.length)) : differs;
  return new Map(
    files.map((file, index) => {
      const isAlone = files.every((other) => other === file || plain(other) !== plain(file));
      const before = isAlone ? [] : (folders[index] ?? []).slice(shared);
      return [file, [...before, plain(file)].join("-")];
    }),
  );
}

/** Two pictures under one name would leave one. */
function checkPictures(jobs: readonly Job[]): void {
  const taken = new Map<string, string>();
  for (const { picture, label } of jobs) {
    const other = taken.get(picture);
    if (other !== undefined)
      throw new ConfigurationError(
        `${other} and ${label} would both be ${picture}. Rename one, or draw them into two folders.`,
      );
    taken.set(picture, label);
  }
}

async function jobsOf(file: string, picture: string, format: string): Promise<Job[]> {
  const text = await readNamed(file);
  if (!MARKDOWN.test(file))
    return [{ source: text, label: file, file, picture: `${picture}.${format}`, firstLine: 0, fence: null }];
  return diagramFences(text).map((fence, index) => ({
    source: fence.source,
    label: `${file}:${fence.from + 1}`,
    file,
    picture: `${picture}-${index + 1}.${format}`,
    firstLine: fence.from + 1,
    fence,
  }));
}

/** Puts pictures in the place of their fences; each source is kept beside its picture. */
async function linkPictures(file: string, jobs: readonly Job[]): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n");
  for (const { fence, picture, source } of jobs.toReversed()) {
    if (!fence) continue;
    await writeFile(picture.replace(/\.\w+$/, ".mmd"), `${source}\n`);
    const link = path.relative(path.dirname(file), picture).split(path.sep).map(inAddress).join("/");
    const end = lines[fence.from]?.endsWith("\r") ? "\r" : "";
    const linked = `${fence.before}![diagram](${link})${end}`;
    lines.splice(fence.from, fence.to - fence.from, linked);
  }
  if (jobs.length === 0) return;
  const { mode } = await stat(file);
  // A link to the file stays one.
  await atomicWrite(await realpath(file), lines.join("\n"), { mode: mode & 0o777 });
}

/** A name as part of an address in Markdown, where a bracket would end it. */
const inAddress = (name: string): string =>
  encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");
