/** The image backends. `halfblock` is drawn with characters, the others with a protocol of the terminal. */
export type GraphicsBackend = "tcgfx_a" | "tcgfx_b" | "sixel" | "halfblock";

/** Environment variables as a plain map. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One terminal: how its environment gives it away, and what is known of it. */
interface KnownTerminal {
  readonly name: string;
  readonly matches: (env: Environment) => boolean;
  /** Absent: it depends on version or settings, so the terminal is asked. */
  readonly graphics?: GraphicsBackend;
  readonly truecolor?: boolean;
}

const term = (pattern: RegExp) => (env: Environment) => pattern.test(env["TERM"] ?? "");
const program = (name: string) => (env: Environment) => env["TERM_PROGRAM"] === name;
const has = (variable: string) => (env: Environment) => Boolean(env[variable]);

/**
 * The first row that matches counts. `TERM` comes first, because every terminal sets its own; the other
 * variables are inherited by a terminal that is started from inside another one.
 */
const KNOWN_TERMINALS: readonly KnownTerminal[] = [
  { name: "kitty", matches: term(/^xterm-kitty/), graphics: "tcgfx_a", truecolor: true },
  { name: "ghostty", matches: term(/^xterm-ghostty/), graphics: "tcgfx_a", truecolor: true },
  { name: "foot", matches: term(/^foot/), graphics: "sixel", truecolor: true },
  { name: "mlterm", matches: term(/^mlterm/), graphics: "sixel", truecolor: true },
  { name: "Linux console", matches: term(/^linux/) },
  { name: "kitty", matches: program("kitty"), graphics: "tcgfx_a", truecolor: true },
  { name: "ghostty", matches: program("ghostty"), graphics: "tcgfx_a", truecolor: true },
  { name: "iTerm2", matches: program("iTerm.app"), graphics: "tcgfx_b", truecolor: true },
  { name: "WezTerm", matches: program("WezTerm"), graphics: "tcgfx_b", truecolor: true },
  { name: "mintty", matches: program("mintty"), graphics: "tcgfx_b", truecolor: true },
  { name: "VS Code", matches: program("vscode"), graphics: "tcgfx_b", truecolor: true },
  { name: "Apple Terminal", matches: program("Apple_Terminal") },
  { name: "xterm", matches: has("XTERM_VERSION"), truecolor: true },
  { name: "mlterm", matches: has("MLTERM"), graphics: "sixel", truecolor: true },
  { name: "Konsole", matches: has("KONSOLE_VERSION"), graphics: "tcgfx_a", truecolor: true },
  { name: "GNOME Terminal", matches: has("VTE_VERSION"), truecolor: true },
  { name: "Windows Terminal", matches: has("WT_SESSION"), truecolor: true },
  { name: "kitty", matches: has("KITTY_WINDOW_ID"), graphics: "tcgfx_a", truecolor: true },
];

/** Finds the terminal by its environment. */
export function knownTerminal(env: Environment): KnownTerminal | undefined {
  return KNOWN_TERMINALS.find((terminal) => terminal.matches(env));
}
