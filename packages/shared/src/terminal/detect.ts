import { capabilitiesFromEnvironment, type TerminalCapabilities } from "./capabilities.js";
import type { CellSize } from "./image/fit.js";
import type { Environment } from "./known-terminals.js";
import { openTerminalInput, queryTerminal, type TerminalAnswers } from "./query.js";

/** Where a terminal is looked for; everything defaults to this process. */
export interface DetectOptions {
  readonly env?: Environment;
  readonly output?: NodeJS.WriteStream;
  /** How long the terminal may take to answer. */
  readonly timeoutMs?: number;
}

let cached: Promise<TerminalCapabilities> | undefined;

/**
 * Finds out what the terminal can do: settings first, then multiplexer, kind of output and environment, and
 * what is still open by asking. Asked once per process.
 */
export function detectTerminal(options: DetectOptions = {}): Promise<TerminalCapabilities> {
  cached ??= detect(options);
  return cached;
}

async function detect(options: DetectOptions): Promise<TerminalCapabilities> {
  const env = options.env ?? process.env;
  const output = options.output ?? process.stdout;
  const { capabilities, undecided } = capabilitiesFromEnvironment(env, {
    isTerminal: output.isTTY,
    columns: output.columns,
    rows: output.rows,
  });
  // A multiplexer answers for itself; a picture protocol that is set or known still wants cell size and colour.
  if (!output.isTTY || env["TERM"] === "dumb") return capabilities;
  const answers = await ask(output, options.timeoutMs ?? 1000);
  return answers ? withAnswers(capabilities, answers, undecided) : capabilities;
}

async function ask(output: NodeJS.WriteStream, timeoutMs: number): Promise<TerminalAnswers | undefined> {
  const own = process.stdin.isTTY ? undefined : openTerminalInput();
  const input = process.stdin.isTTY ? process.stdin : own;
  if (!input) return undefined;
  try {
    return await queryTerminal({ input, write: (text) => void output.write(text) }, timeoutMs);
  } catch {
    return undefined;
  } finally {
    own?.destroy();
  }
}

/** Adds what the terminal said to what the environment told; the backend only where that was left open. */
export function withAnswers(
  capabilities: TerminalCapabilities,
  answers: TerminalAnswers,
  undecided: boolean,
): TerminalCapabilities {
  const { kittyGraphics, sixel, textArea, ...facts } = answers;
  const asked = kittyGraphics ? "tcgfx_a" : sixel ? "sixel" : capabilities.graphics;
  return {
    ...capabilities,
    ...(textArea && capabilities.rows ? cellOf(textArea, capabilities.columns, capabilities.rows) : {}),
    ...facts,
    graphics: undecided ? asked : capabilities.graphics,
  };
}

/** The size of one cell, unless what was said about all of them makes no sense. */
function cellOf(area: CellSize, columns: number, rows: number): { cell?: CellSize } {
  const cell = { width: Math.floor(area.width / columns), height: Math.floor(area.height / rows) };
  return cell.width >= 4 && cell.width <= 64 && cell.height >= 6 && cell.height <= 128 ? { cell } : {};
}
