/** Finds out what the terminal on standard output can do: by its answers, and where it cannot be asked by its environment. */
import type { TerminalAnswers } from "./answers.js";
import { capabilitiesFromEnvironment, type TerminalCapabilities } from "./capabilities.js";
import { cellFromAnswers } from "./cell.js";
import { type Environment, knownTerminal, type KnownTerminal, terminalByVersion } from "./known-terminals.js";
import { queryTerminal } from "./query.js";
import { askTmux, picturesInTmux } from "./tmux.js";

/** Terminals answer within some 10 ms. */
const ANSWER_TIME_MS = 1000;
/** Over a slow line answers take their time, and must not come when nobody waits for them any more. */
const REMOTE_ANSWER_TIME_MS = 4000;
/** A slow line need not be one that tells of itself: so much longer answers are kept off the screen and out of the input. */
const LATE_ANSWER_TIME_MS = 1000;

let cached: Promise<TerminalCapabilities> | undefined;

/**
 * Done once per process, with the first caller's environment.
 *
 * @example
 * const { columns, color, graphics } = await detectTerminal();
 */
export function detectTerminal(env: Environment = process.env): Promise<TerminalCapabilities> {
  cached ??= detect(env, process.stdout);
  return cached;
}

async function detect(env: Environment, output: NodeJS.WriteStream): Promise<TerminalCapabilities> {
  const { capabilities, ask } = capabilitiesFromEnvironment(env, {
    isTerminal: output.isTTY,
    columns: output.columns,
    rows: output.rows,
  });
  if (ask === "nothing") return capabilities;
  const isRemote = Boolean(env["SSH_CONNECTION"] || env["SSH_TTY"]);
  const [answers, tmux] = await Promise.all([
    queryTerminal((text) => void output.write(text), {
      askKitty: ask === "all",
      timeoutMs: isRemote ? REMOTE_ANSWER_TIME_MS : ANSWER_TIME_MS,
      lateMs: LATE_ANSWER_TIME_MS,
      onTyped: (typed) => process.stdin.isTTY && process.stdin.unshift(Buffer.from(typed, "latin1")),
    }),
    capabilities.multiplexer === "tmux" ? askTmux(env, ANSWER_TIME_MS) : undefined,
  ]);
  const found = answers ? withAnswers(capabilities, answers, knownTerminal(env)) : capabilities;
  return capabilities.multiplexer === "tmux" ? picturesInTmux(found, tmux, answers) : found;
}

/**
 * What the terminal said counts for more than what the environment told, which may be inherited. Where it names itself, the
 * table tells the rest; else the row of the environment does, as far as no answer contradicts it.
 */
export function withAnswers(
  capabilities: TerminalCapabilities,
  answers: TerminalAnswers,
  byEnvironment: KnownTerminal | undefined,
): TerminalCapabilities {
  const known = answers.version === undefined ? byEnvironment : terminalByVersion(answers.version);
  const cell = cellFromAnswers(answers, capabilities.columns, capabilities.rows);
  const { background, sixelLimit } = answers;
  const { links: _links, ...rest } = capabilities;
  return {
    ...rest,
    ...(cell && { cell }),
    ...(background && { background }),
    ...(sixelLimit && { sixelLimit }),
    ...(known?.links && { links: true }),
    graphics:
      capabilities.graphicsIsExplicit || capabilities.multiplexer
        ? capabilities.graphics
        : answeredBackend(answers, known, capabilities),
  };
}

function answeredBackend(
  { kittyGraphics, sixel }: TerminalAnswers,
  known: KnownTerminal | undefined,
  { color }: TerminalCapabilities,
): TerminalCapabilities["graphics"] {
  if (known?.graphics === "tcgfx_b" && (sixel || !known.graphicsWithSixel)) return "tcgfx_b";
  if (kittyGraphics) return "tcgfx_a";
  if (sixel) return "sixel";
  return color === "none" ? null : "halfblock";
}
