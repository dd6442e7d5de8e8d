/** `fw diagram FILES -o FOLDER`: every diagram of many files, Markdown among them, as files in a folder. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "@framework/shared";
import { chooseLook, FenceTracker, readSettings } from "@framework/shared/format";
import { remark } from "../output/print.js";
import type { DiagramFlags, Streams } from "./diagram.js";

/** One diagram: what it is called in messages, where its picture goes, and where it stands in its file. */
interface Job {
  readonly source: string;
  readonly label: string;
  readonly file: string;
  readonly picture: string;
  /** The line of its first line in the file, from 0. */
  readonly firstLine: number;
  /** The lines of the fence around it, from the first to behind the last; null in a file of its own. */
  readonly fence: readonly [from: number, to: number] | null;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const LANGUAGES = new Set(["mermaid", "diagramtext"]);

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
  const jobs = (await Promise.all(files.map((file) => jobsOf(file, output, format)))).flat();
  if (jobs.length === 0) throw new ConfigurationError(`There is no diagram in ${files.join(", ")}.`);
  const settings = readSettings(
    {
      ...(flags.theme !== undefined && { theme: flags.theme }),
      ...(flags.look !== undefined && { look: flags.look }),
      ...(flags.scale !== undefined && { scale: Number(flags.scale) }),
      ...(flags.background !== undefined && { background: flags.background }),
    },
    io.env,
    remark,
  );
  await mkdir(output, { recursive: true });
  const { renderDiagrams } = await import("@framework/diagram");
  let [done, failed] = [0, 0];
  const progress = (): void => {
    if (io.stderr.isTTY) io.stderr.write(`\r\x1b[K${done}/${jobs.length}${done === jobs.length ? "\n" : ""}`);
  };
  const outcomes = await renderDiagrams(
    jobs.map(({ source }) => source),
    {
      format,
      scale: format === "png" ? settings.scale : 1,
      ...chooseLook(settings, {}),
      repair: !flags.strict,
      timeoutMs: 60_000,
      onDone: () => {
        done += 1;
        progress();
      },
    },
  );
  for (const [index, job] of jobs.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === "drawn") await writeFile(job.picture, outcome.diagram.data);
    if (outcome?.status === "drawn" && outcome.diagram.repairs)
      remark(`${job.label}: mended: ${outcome.diagram.repairs.join("; ")}.`);
    if (outcome?.status !== "failed") continue;
    failed += 1;
    const { error } = outcome;
    const line = "line" in error ? job.firstLine + Number(error.line) : job.firstLine + 1;
    const [message = ""] = error.message.split("\n");
    remark(`${job.file}:${line}: ${message}`);
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

async function jobsOf(file: string, folder: string, format: string): Promise<Job[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new ConfigurationError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  const name = path.parse(file).name;
  if (!MARKDOWN.test(file))
    return [
      {
        source: text,
        label: file,
        file,
        picture: path.join(folder, `${name}.${format}`),
        firstLine: 0,
        fence: null,
      },
    ];
  return fencesOf(text).map(({ source, from, to }, index) => ({
    source,
    label: `${file}:${from + 1}`,
    file,
    picture: path.join(folder, `${name}-${index + 1}.${format}`),
    firstLine: from + 1,
    fence: [from, to],
  }));
}

/** The diagrams of a Markdown text, each with the lines of its fence. */
function fencesOf(text: string): { source: string; from: number; to: number }[] {
  const tracker = new FenceTracker();
  const found: { source: string; from: number; to: number }[] = [];
  const lines = text.split("\n");
  let from = 0;
  let isDiagram = false;
  for (const [index, line] of lines.entries()) {
    const step = tracker.line(`${line}\n`);
    if (step === "open") {
      from = index;
      isDiagram = LANGUAGES.has(tracker.open?.tag ?? "");
    } else if (step === "close" && isDiagram)
      found.push({ source: lines.slice(from + 1, index).join("\n"), from, to: index + 1 });
  }
  return found;
}

/** Puts pictures in the place of their fences; each source is kept beside its picture. */
async function linkPictures(file: string, jobs: readonly Job[]): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n");
  for (const { fence, picture, source } of jobs.toReversed()) {
    if (!fence) continue;
    await writeFile(picture.replace(/\.\w+$/, ".mmd"), `${source}\n`);
    const link = path.relative(path.dirname(file), picture).replaceAll(path.sep, "/");
    lines.splice(fence[0], fence[1] - fence[0], `![diagram](${encodeURI(link)})`);
  }
  if (jobs.length > 0) await writeFile(file, lines.join("\n"));
}
