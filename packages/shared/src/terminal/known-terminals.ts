/** The terminals and multiplexers that were looked at, as data: how each is recognised and what it can do. */

import type { Rgb } from "./image/picture.js";

/** The image backends. `halfblock` is drawn with characters, the others with a protocol of the terminal. */
export type GraphicsBackend = "tcgfx_a" | "tcgfx_b" | "sixel" | "halfblock";

/** Environment variables as a plain map. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What may be asked. `all`: everything. `quiet`: nothing that would be shown or taken for something else (kitty's
 * pictures). `nothing`: answers come late or questions are printed.
 */
export type Questions = "all" | "quiet" | "nothing";

/** How an environment gives a terminal away. */
interface Signs {
  readonly term?: RegExp;
  readonly program?: string;
  readonly variable?: string;
}

export interface KnownTerminal {
  readonly name: string;
  readonly signs: readonly Signs[];
  /** How it names itself when it is asked for its version. */
  readonly version?: RegExp;
  /** The backend where it cannot be asked, or has no answer for its protocol. */
  readonly graphics?: GraphicsBackend;
  /** The backend counts only where it also says that it shows sixel pictures: the user can turn both off. */
  readonly graphicsWithSixel?: true;
  readonly truecolor?: true;
  /** Shows links (OSC 8). */
  readonly links?: true;
  readonly ask?: Questions;
  /** What is behind its text, where it cannot be asked and is hardly ever anything else. */
  readonly background?: Rgb;
  /** In which version this was seen, or where it is written. */
  readonly seen: string;
}

const KITTY = { name: "kitty", graphics: "tcgfx_a", truecolor: true, links: true } as const;

/**
 * The first row that matches counts. Rows that know a `TERM` of their own come first, because every terminal sets its
 * own; the other variables are inherited by a terminal that is started from inside another one.
 */
const KNOWN_TERMINALS: readonly KnownTerminal[] = [
  {
    ...KITTY,
    signs: [{ term: /^xterm-kitty/ }],
    version: /^kitty\b/i,
    seen: "0.26.5, 0.41.1: answers all; pictures, in 0.41.1 also in the place of characters; prints long OSC 1337 and sixel data as text",
  },
  {
    name: "ghostty",
    signs: [{ term: /^xterm-ghostty/ }, { program: "ghostty" }],
    version: /^ghostty\b/i,
    graphics: "tcgfx_a",
    truecolor: true,
    links: true,
    seen: "its documentation",
  },
  {
    name: "foot",
    signs: [{ term: /^foot/ }],
    version: /^foot\b/i,
    graphics: "sixel",
    truecolor: true,
    links: true,
    seen: "1.13.1: answers all; sixel; links",
  },
  {
    name: "Alacritty",
    signs: [{ term: /^alacritty/ }],
    truecolor: true,
    links: true,
    seen: "0.11: answers device attributes and the background; no pictures; links since 0.11",
  },
  {
    name: "rxvt-unicode",
    signs: [{ term: /^rxvt/ }],
    seen: "9.30: prints the question for kitty's pictures as text, which is wiped; answers the background, sets COLORFGBG; no struck text",
  },
  {
    name: "mlterm",
    signs: [{ term: /^mlterm/ }, { variable: "MLTERM" }],
    graphics: "sixel",
    truecolor: true,
    seen: "3.9.2: sixel, 24-bit colour without COLORTERM",
  },
  {
    name: "st",
    signs: [{ term: /^st(?:-|$)/ }],
    truecolor: true,
    seen: "0.9: answers device attributes; no pictures",
  },
  {
    name: "Linux console",
    signs: [{ term: /^linux/ }],
    ask: "nothing",
    background: [0, 0, 0],
    seen: "older kernels print strings that they do not know; black",
  },
  {
    name: "Emacs",
    signs: [{ term: /^eterm/ }, { variable: "INSIDE_EMACS" }],
    ask: "nothing",
    seen: "shell buffers print every question",
  },
  { ...KITTY, signs: [{ program: "kitty" }], seen: "as above, under another TERM" },
  {
    name: "iTerm2",
    signs: [{ program: "iTerm.app" }],
    version: /^iTerm2\b/i,
    graphics: "tcgfx_b",
    truecolor: true,
    links: true,
    seen: "its documentation",
  },
  {
    name: "WezTerm",
    signs: [{ program: "WezTerm" }],
    version: /^WezTerm\b/i,
    graphics: "tcgfx_b",
    truecolor: true,
    links: true,
    seen: "its documentation",
  },
  {
    name: "mintty",
    signs: [{ program: "mintty" }],
    version: /^mintty\b/i,
    graphics: "tcgfx_b",
    truecolor: true,
    links: true,
    seen: "its documentation",
  },
  {
    name: "VS Code",
    signs: [{ program: "vscode" }],
    graphics: "tcgfx_b",
    graphicsWithSixel: true,
    truecolor: true,
    links: true,
    seen: "xterm.js 6.0.0 with its image addon 0.9.0, in Chromium: pictures are a setting, and then it claims sixel too, which is shown whole and scrolls; tells no name",
  },
  {
    name: "Apple Terminal",
    signs: [{ program: "Apple_Terminal" }],
    seen: "its documentation: 256 colours, no pictures, no links",
  },
  {
    name: "xterm",
    signs: [{ variable: "XTERM_VERSION" }],
    version: /^XTerm\b/i,
    truecolor: true,
    seen: "379: 24-bit colour without COLORTERM; sixel only as a VT340; nothing shown over 1000x1000",
  },
  {
    name: "Konsole",
    signs: [{ variable: "KONSOLE_VERSION" }],
    version: /^Konsole\b/i,
    graphics: "tcgfx_a",
    truecolor: true,
    links: true,
    seen: "22.12: all three protocols",
  },
  {
    name: "GNOME Terminal",
    signs: [{ variable: "VTE_VERSION" }],
    version: /^VTE\b/i,
    truecolor: true,
    links: true,
    seen: "VTE 0.70.6: answers all; no pictures; links since 0.50",
  },
  {
    name: "Windows Terminal",
    signs: [{ variable: "WT_SESSION" }],
    truecolor: true,
    links: true,
    seen: "its documentation",
  },
  {
    ...KITTY,
    signs: [{ variable: "KITTY_WINDOW_ID" }],
    seen: "as above; the variable is inherited by everything started inside",
  },
];

/** A multiplexer repaints the screen from its own memory of it, which knows characters only. */
export interface KnownMultiplexer {
  readonly name: "tmux" | "screen" | "zellij";
  readonly signs: readonly Signs[];
  readonly ask: Questions;
  /** Whether a 24-bit colour is understood, and made coarser where the terminal outside needs that. */
  readonly truecolor: boolean;
  readonly seen: string;
}

const KNOWN_MULTIPLEXERS: readonly KnownMultiplexer[] = [
  {
    name: "tmux",
    signs: [{ variable: "TMUX" }, { term: /^tmux/ }],
    ask: "quiet",
    truecolor: true,
    seen: "3.3a, 3.5a: answers in order, 3.3a without the background; takes the question for kitty's pictures for a title; with passthrough kitty 0.41.1 outside shows them, and they move with the text; 3.5a with sixel in xterm 379 as a VT340 and in foot 1.13.1: pictures stay in their place and scroll, what is unset is filled with register 0, and what goes off the top is squeezed; characters that are put together are counted otherwise than in kitty, in 3.3a those with a skin tone too",
  },
  {
    name: "screen",
    signs: [{ variable: "STY" }, { term: /^screen/ }],
    ask: "nothing",
    truecolor: false,
    seen: "4.9.0: the background is answered after device attributes and typed into the prompt; 38;2 is misread; slanted text is shown in reverse",
  },
  {
    name: "zellij",
    signs: [{ variable: "ZELLIJ" }],
    ask: "nothing",
    truecolor: true,
    seen: "its documentation; never looked at",
  },
];

const shows = (env: Environment) => (sign: Signs) =>
  (sign.term?.test(env["TERM"] ?? "") ?? false) ||
  (sign.program !== undefined && env["TERM_PROGRAM"] === sign.program) ||
  (sign.variable !== undefined && Boolean(env[sign.variable]));

/** Finds the terminal by its environment. */
export function knownTerminal(env: Environment): KnownTerminal | undefined {
  return KNOWN_TERMINALS.find(({ signs }) => signs.some(shows(env)));
}

/** Finds the terminal by what it said when it was asked for its version. */
export function terminalByVersion(answer: string): KnownTerminal | undefined {
  return KNOWN_TERMINALS.find(({ version }) => version?.test(answer));
}

/** Finds the multiplexer that the program runs in; what is outside of it cannot be seen through variables. */
export function knownMultiplexer(env: Environment): KnownMultiplexer | undefined {
  return KNOWN_MULTIPLEXERS.find(({ signs }) => signs.some(shows(env)));
}
