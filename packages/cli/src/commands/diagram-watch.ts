/** `fw diagram --watch`: draws again whenever a file has changed, until it is interrupted. */
import { watch } from "node:fs";
import path from "node:path";
import { ConfigurationError, messageOf } from "@framework/shared";
import { remark } from "../output/print.js";
import type { DiagramFlags } from "./diagram.js";
import { readNamed } from "./named-file.js";

/** An editor writes a file in several steps; what comes within this time is one change. */
const SETTLE_MS = 50;

/** Draws all of `files`, and then those that have changed. What is wrong is told, and the next change is waited for. */
export async function watchDiagrams(
  files: readonly string[],
  { inPlace }: DiagramFlags,
  draw: (files: readonly string[]) => Promise<void>,
): Promise<void> {
  if (files.includes("-")) throw new ConfigurationError("Standard input cannot be watched; name a file.");
  if (inPlace) throw new ConfigurationError("--watch leaves the files as they are; --in-place changes them.");
  for (const file of files) await readNamed(file);
  const drawn = new Map<string, string>();
  let isFirst = true;
  const drawChanged = async (): Promise<void> => {
    const changed: string[] = [];
    for (const file of files) {
      // A file that is gone for a moment is one that is being replaced.
      const text = await readNamed(file).catch(() => drawn.get(file) ?? "");
      if (drawn.get(file) === text) continue;
      drawn.set(file, text);
      changed.push(file);
    }
    if (changed.length === 0) return;
    if (!isFirst) remark(`${changed.join(", ")} changed.`);
    isFirst = false;
    await draw(changed).catch((error: unknown) => remark(messageOf(error)));
    remark("Waiting for changes; Ctrl-C ends.");
  };

  const interrupted = new Promise<void>((resolve) => process.once("SIGINT", resolve));
  let turn: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const onEvent = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (turn = turn.then(drawChanged)), SETTLE_MS);
  };
  // Folders, because editors replace files: a watched file would be the old one.
  const folders = new Set(files.map((file) => path.dirname(path.resolve(file))));
  const watchers = [...folders].map((folder) => watch(folder, onEvent));
  turn = drawChanged();
  await interrupted;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  await turn;
  // What failed on the way was told then; an interrupt is how this ends.
  process.exitCode = 0;
}
