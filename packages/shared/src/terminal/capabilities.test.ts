import { describe, expect, test } from "vitest";
import { parseAnswers, withoutAnswers } from "./answers.js";
import { diagramsAs, capabilitiesFromEnvironment } from "./capabilities.js";
import { withAnswers } from "./detect.js";
import { knownTerminal } from "./known-terminals.js";
import { parseTmuxFacts, picturesInTmux } from "./tmux.js";

const terminal = { isTerminal: true, columns: 100, rows: 40 };
const graphics = (env: Record<string, string>, output = terminal) =>
  capabilitiesFromEnvironment(env, output).capabilities.graphics;

describe("settings", () => {
  test.each([
    [{ FW_DIAGRAM_BACKEND: "sixel", FW_GRAPHICS_PROTOCOL: "tcgfx_b", TERM: "xterm-kitty" }, "sixel"],
    [{ FW_DIAGRAM_BACKEND: "off", FW_GRAPHICS_PROTOCOL: "tcgfx_b" }, null],
    [{ FW_GRAPHICS_PROTOCOL: "tcgfx_b", TERM: "xterm-kitty" }, "tcgfx_b"],
    [{ FW_GRAPHICS_PROTOCOL: "none", TERM: "xterm-kitty" }, null],
    [{ FW_DIAGRAM_BACKEND: "Kitty" }, "tcgfx_a"],
    [{ FW_DIAGRAM_BACKEND: "iterm2" }, "tcgfx_b"],
    [{ FW_DIAGRAM_BACKEND: "", FW_GRAPHICS_PROTOCOL: "sixel" }, "sixel"],
    [{ FW_DIAGRAM_BACKEND: "sixel", TMUX: "/tmp/x" }, "sixel"],
  ])("%j gives %s", (env, expected) => expect(graphics(env)).toBe(expected));

  test("win over output that is no terminal", () => {
    expect(graphics({ FW_DIAGRAM_BACKEND: "sixel" }, { ...terminal, isTerminal: false })).toBe("sixel");
  });

  test.each([
    [{ TERM: "xterm-256color" }, true, "text"],
    [{ TERM: "xterm-256color", TMUX: "/tmp/x" }, true, "text"],
    [{ TERM: "xterm-256color", FW_DIAGRAM_BACKEND: "halfblock" }, true, "picture"],
    [{ TERM: "xterm-kitty" }, true, "picture"],
    [{ TERM: "xterm-kitty", FW_DIAGRAM_BACKEND: "text" }, true, "text"],
    [{ TERM: "xterm-kitty", FW_DIAGRAM_BACKEND: "off" }, true, "none"],
    [{ TERM: "xterm-256color", NO_COLOR: "1" }, true, "none"],
    [{ TERM: "xterm-256color" }, false, "none"],
    [{ TERM: "xterm-256color", FW_DIAGRAM_BACKEND: "text" }, false, "text"],
  ])("%j, a terminal: %s, shows diagrams as %s", (env, isTerminal, expected) => {
    const { capabilities } = capabilitiesFromEnvironment(env, { ...terminal, isTerminal });
    expect(diagramsAs(capabilities)).toBe(expected);
  });

  test.each(["braille", "constructor"])("%s is no accepted value: ignored, and said so", (value) => {
    const { capabilities } = capabilitiesFromEnvironment(
      { FW_DIAGRAM_BACKEND: value, TERM: "xterm-kitty" },
      terminal,
    );
    expect(capabilities.graphics).toBe("tcgfx_a");
    expect(capabilities.warnings).toEqual([
      expect.stringContaining(`FW_DIAGRAM_BACKEND="${value}" is ignored`),
    ]);
  });
});

describe("environment", () => {
  test.each([
    [{ TERM: "xterm-kitty" }, "tcgfx_a"],
    [{ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }, "tcgfx_a"],
    [{ TERM: "xterm-ghostty" }, "tcgfx_a"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "ghostty" }, "tcgfx_a"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "tcgfx_b"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "tcgfx_b"],
    [{ TERM: "xterm", TERM_PROGRAM: "mintty" }, "tcgfx_b"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }, "halfblock"],
    [{ TERM: "xterm-256color", KONSOLE_VERSION: "221200" }, "tcgfx_a"],
    [{ TERM: "foot-extra" }, "sixel"],
    [{ TERM: "mlterm" }, "sixel"],
    [{ TERM: "xterm", MLTERM: "3.9.0" }, "sixel"],
    [{ TERM: "xterm-256color" }, "halfblock"],
    [{ TERM: "dumb" }, null],
    [{ TERM: "dumb", KITTY_WINDOW_ID: "1" }, null],
    [{ TERM: "xterm-256color", NO_COLOR: "1" }, null],
    [{ TERM: "xterm-kitty", NO_COLOR: "1" }, "tcgfx_a"],
  ])("%j gives %s", (env, expected) => expect(graphics(env)).toBe(expected));

  test.each([{ TMUX: "/tmp/tmux" }, { STY: "1.x" }, { TERM: "screen-256color" }, { ZELLIJ: "0" }])(
    "in a multiplexer (%j) the variables of the terminal outside do not count",
    (multiplexer) => {
      const env = { TERM: "tmux-256color", KITTY_WINDOW_ID: "1", KONSOLE_VERSION: "221200", ...multiplexer };
      expect(graphics(env)).toBe("halfblock");
      expect(capabilitiesFromEnvironment(env, terminal).ask).not.toBe("all");
    },
  );

  test("output that is no terminal shows nothing and has no colours", () => {
    const { capabilities } = capabilitiesFromEnvironment({ TERM: "xterm-kitty" }, { isTerminal: false });
    expect(capabilities).toMatchObject({ graphics: null, color: "none", columns: 80 });
  });

  test("a kitty variable inherited by xterm does not make xterm a kitty", () => {
    const env = { TERM: "xterm-256color", KITTY_WINDOW_ID: "1", XTERM_VERSION: "XTerm(379)" };
    expect(capabilitiesFromEnvironment(env, terminal).ask).toBe("all");
    expect(graphics(env)).toBe("halfblock");
  });
});

test.each([
  [{ TERM: "xterm-256color" }, "ansi256"],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "truecolor"],
  [{ TERM: "xterm", XTERM_VERSION: "379" }, "truecolor"],
  [{ TERM: "tmux-256color", TMUX: "x", KITTY_WINDOW_ID: "1" }, "ansi256"],
  [{ TERM: "tmux-256color", TMUX: "x", COLORTERM: "truecolor" }, "truecolor"],
  // The variable of the terminal outside leaks into screen, which misreads 24-bit colours.
  [{ TERM: "screen.xterm-256color", STY: "1.x", COLORTERM: "truecolor" }, "ansi256"],
  [{ TERM: "screen", STY: "1.x", COLORTERM: "truecolor" }, "ansi256"],
  [{ TERM: "vt100" }, "ansi16"],
  [{ TERM: "xterm", NO_COLOR: "1" }, "none"],
  [{ TERM: "xterm", NO_COLOR: "" }, "ansi256"],
  [{ TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "3" }, "truecolor"],
  [{ TERM: "xterm-kitty", FORCE_COLOR: "0" }, "none"],
])("colours: %j gives %s", (env, expected) => {
  expect(capabilitiesFromEnvironment(env, terminal).capabilities.color).toBe(expected);
});

test.each([
  ["15;0", [0, 0, 0]],
  ["0;default;15", [255, 255, 255]],
  ["15;8", [0, 0, 0]],
  ["0;7", [255, 255, 255]],
  ["default;default", undefined],
  ["0;99", undefined],
])("COLORFGBG=%s tells the background", (value, expected) => {
  const { background } = capabilitiesFromEnvironment(
    { TERM: "rxvt", COLORFGBG: value },
    terminal,
  ).capabilities;
  expect(background).toEqual(expected);
});

test.each([
  [{ TERM: "screen", STY: "1.x" }, "nothing"],
  [{ TERM: "tmux-256color", TMUX: "x" }, "quiet"],
  [{ TERM: "linux" }, "nothing"],
  [{ TERM: "dumb" }, "nothing"],
  [{ TERM: "rxvt-unicode-256color" }, "all"],
  [{ TERM: "xterm-kitty" }, "all"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "all"],
])("%j is asked %s", (env, expected) => {
  expect(capabilitiesFromEnvironment(env, terminal).ask).toBe(expected);
});

/** What a terminal with this environment is taken for after these answers. */
function found(env: Record<string, string>, replies: string) {
  const answers = parseAnswers(replies);
  const { capabilities } = capabilitiesFromEnvironment(env, terminal);
  return answers && withAnswers(capabilities, answers, knownTerminal(env));
}

describe("answers", () => {
  const all =
    "l\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\s\x1b[4;480;800t\x1b[6;20;10t\x1b[?2;0;800;480S\x1b[?2;0;1000;900S\x1b[?62;4;22cq";

  test("are read from one stream of replies, and typing is given back", () => {
    expect(parseAnswers(all)).toEqual({
      kittyGraphics: true,
      sixel: true,
      version: "kitty(0.26.5)",
      background: [30, 30, 46],
      cell: { width: 10, height: 20 },
      textArea: { width: 800, height: 480 },
      sixelLimit: { width: 1000, height: 900 },
    });
    expect(withoutAnswers(all)).toBe("lsq");
  });

  test("a terminal that only knows device attributes has neither protocol", () => {
    expect(parseAnswers("\x1b[?1;2c")).toEqual({ kittyGraphics: false, sixel: false });
    expect(withoutAnswers("\x1b[?1;2c")).toBe("");
  });

  test("`4` as the terminal class is not sixel; an error to the kitty query is not OK; BEL ends a colour too", () => {
    expect(parseAnswers("\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b]11;rgb:ff/ff/ff\x07\x1b[?4;6c")).toEqual({
      kittyGraphics: false,
      sixel: false,
      background: [255, 255, 255],
    });
  });

  test("nothing is decided before the last answer", () => {
    expect(parseAnswers("\x1b_Gi=31;OK\x1b\\\x1b[?62;4")).toBeUndefined();
  });

  test.each([
    ["the window alone", "\x1b[?2;0;600;520S\x1b[?2;0;1000;1000S", { width: 6, height: 13 }],
    [
      "a window that is higher than the highest picture",
      "\x1b[?2;0;600;1000S\x1b[?2;0;1000;1000S",
      { width: 6, height: 11 },
    ],
    ["a cell that is rounded up", "\x1b[4;800;963t\x1b[6;20;10t", { width: 9, height: 20 }],
    ["a cell alone", "\x1b[6;20;10t", { width: 10, height: 20 }],
    ["nonsense", "\x1b[4;10;99999t", undefined],
  ])("the cell is reckoned from %s", (_, replies, cell) => {
    expect(found({ TERM: "xterm" }, `${replies}\x1b[?63;1;2;4c`)?.cell).toEqual(cell);
  });

  test("a refusal of the questions about sixel says nothing", () => {
    const replies = "\x1b[?1;3;0S\x1b[?1;3;0S\x1b[?63;4c";
    expect(parseAnswers(replies)).toEqual({ kittyGraphics: false, sixel: true });
    expect(withoutAnswers(replies)).toBe("");
  });

  test.each([
    ["sixel", { TERM: "xterm-256color" }, "\x1b[?62;4c", "sixel"],
    ["neither", { TERM: "xterm-256color" }, "\x1b[?62c", "halfblock"],
    ["an inherited kitty variable", { TERM: "alacritty", KITTY_WINDOW_ID: "1" }, "\x1b[?6c", "halfblock"],
    [
      "an inherited Konsole variable",
      { TERM: "xterm-256color", KONSOLE_VERSION: "221200" },
      "\x1b[?6c",
      "halfblock",
    ],
    ["a TERM that was carried over", { TERM: "xterm-kitty" }, "\x1b[?62c", "halfblock"],
    ["a setting", { TERM: "xterm", FW_DIAGRAM_BACKEND: "iterm2" }, "\x1b[?62;4c", "tcgfx_b"],
    ["a name that is known", { TERM: "xterm" }, "\x1bP>|WezTerm 20240203\x1b\\\x1b[?65;4c", "tcgfx_b"],
    [
      "another name than the variable's",
      { TERM: "xterm", TERM_PROGRAM: "iTerm.app" },
      "\x1bP>|foot(1.13.1)\x1b\\\x1b[?62;4c",
      "sixel",
    ],
    ["pictures turned on in VS Code", { TERM: "xterm", TERM_PROGRAM: "vscode" }, "\x1b[?62;4c", "tcgfx_b"],
    ["pictures turned off in VS Code", { TERM: "xterm", TERM_PROGRAM: "vscode" }, "\x1b[?62c", "halfblock"],
  ])("decide the backend: %s", (_, env, replies, expected) => {
    expect(found(env, replies)?.graphics).toBe(expected);
  });

  test("links are shown where the terminal's name, or else its environment, says so", () => {
    expect(found({ TERM: "xterm" }, "\x1bP>|VTE(7006)\x1b\\\x1b[?62c")?.links).toBe(true);
    expect(found({ TERM: "xterm", VTE_VERSION: "7006" }, "\x1b[?62c")?.links).toBe(true);
    expect(
      found({ TERM: "xterm", VTE_VERSION: "7006" }, "\x1bP>|XTerm(379)\x1b\\\x1b[?62c")?.links,
    ).toBeUndefined();
  });
});

describe("in tmux", () => {
  const pictures = (says: string, env: Record<string, string> = {}, attributes = "\x1b[?1;2c") => {
    const { capabilities } = capabilitiesFromEnvironment(
      { TERM: "tmux-256color", TMUX: "x", ...env },
      terminal,
    );
    return picturesInTmux(capabilities, parseTmuxFacts(says), parseAnswers(attributes));
  };
  const kitty = "\txterm-kitty\tkitty(0.35.2)\t256,RGB\n";

  test.each([
    ["a kitty that knows placeholders", `on${kitty}`, "tcgfx_a"],
    ["an older kitty", "on\txterm-kitty\tkitty(0.26.5)\t\n", "halfblock"],
    ["ghostty", "all\txterm-ghostty\tghostty 1.1.0\t\n", "tcgfx_a"],
    ["a closed passthrough", `off${kitty}`, "halfblock"],
    ["another terminal", "on\txterm-256color\tVTE(7006)\t\n", "halfblock"],
    ["no answer", "", "halfblock"],
  ])("%s", (_, says, expected) => expect(pictures(says).graphics).toBe(expected));

  test("sixel is used where tmux and the terminal outside both have it", () => {
    const says = "off\tfoot\tfoot(1.16)\t256,RGB,sixel\n";
    // In bands, because tmux shrinks what it cuts at the top: two pictures, one scrolled half away, left a hole between them.
    expect(pictures(says, {}, "\x1b[?1;2;4c")).toMatchObject({ graphics: "sixel", sixelBandRows: 6 });
    expect(pictures("off\tfoot\tfoot(1.16)\t256\n", {}, "\x1b[?1;2;4c").graphics).toBe("halfblock");
  });

  test("a backend that was set is not used where tmux would swallow it: no blank rows", () => {
    const hidden = pictures(`off${kitty}`, { FW_DIAGRAM_BACKEND: "kitty" });
    expect(hidden).toMatchObject({
      graphics: "halfblock",
      warnings: [expect.stringContaining("allow-passthrough on")],
    });
    expect(pictures(`on${kitty}`, { FW_DIAGRAM_BACKEND: "iterm2" }).graphics).toBe("tcgfx_b");
    expect(pictures(`off${kitty}`, { FW_DIAGRAM_BACKEND: "off" }).graphics).toBeNull();
  });
});
