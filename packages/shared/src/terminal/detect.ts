import { execFile } from "node:child_process";
import { capabilitiesFromEnvironment, type TerminalCapabilities } from "./capabilities.js";
import type { CellSize } from "./image/fit.js";
import type { Environment } from "./known-terminals.js";
import { queryTerminal, type TerminalAnswers } from "./query.js";

/** Terminals answer within some 10 ms, over a slow line within some 100. */
const ANSWER_TIME_MS = 1000;

let cached: Promise<TerminalCapabilities> | undefined;

/**
 * Finds out what the terminal on standard output can do: settings first, then multiplexer, kind of output and
 * environment, and what is still open by asking. Done once per process, with the first caller's environment.
 */
export function detectTerminal(env: Environment = process.env): Promise<TerminalCapabilities> {
  cached ??= detect(env, process.stdout);
  return cached;
}

async function detect(env: Environment, output: NodeJS.WriteStream): Promise<TerminalCapabilities> {
  const { capabilities, undecided } = capabilitiesFromEnvironment(env, {
    isTerminal: output.isTTY,
    columns: output.columns,
    rows: output.rows,
  });
  // A backend that is set or known still wants to know the size of cells and the colour behind them.
  if (!output.isTTY || env["TERM"] === "dumb") return capabilities;
  const { answers, typed } = await queryTerminal((text) => void output.write(text), {
    askKitty: undecided,
    timeoutMs: ANSWER_TIME_MS,
  });
  if (typed !== "" && process.stdin.isTTY) process.stdin.unshift(Buffer.from(typed, "latin1"));
  const found = answers ? withAnswers(capabilities, answers, undecided) : capabilities;
  const hidden = found.multiplexer === "tmux" && found.graphicsIsExplicit && (await tmuxHidesPictures(env));
  return hidden ? { ...found, warnings: [...found.warnings, PASSTHROUGH_OFF] } : found;
}

const PASSTHROUGH_OFF = "tmux hides pictures until it is told: tmux set -g allow-passthrough on";

/** tmux drops what it is not allowed to hand on, without a word. */
function tmuxHidesPictures(env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const question = ["display-message", "-p", "#{allow-passthrough}"];
    execFile("tmux", question, { env, timeout: ANSWER_TIME_MS }, (error, answer) => {
      resolve(!error && /^(?:off|0)$/.test(answer.trim()));
    });
  });
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
