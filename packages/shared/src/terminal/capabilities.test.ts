import { describe, expect, test } from "vitest";
import { capabilitiesFromEnvironment } from "./capabilities.js";
import { withAnswers } from "./detect.js";
import { parseAnswers } from "./query.js";

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

  test.each(["halfblock", "constructor"])("%s is no accepted value: ignored, and said so", (value) => {
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
    [{ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }, "tcgfx_b"],
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
      expect(capabilitiesFromEnvironment(env, terminal).undecided).toBe(false);
    },
  );

  test("output that is no terminal shows nothing and has no colours", () => {
    const { capabilities } = capabilitiesFromEnvironment({ TERM: "xterm-kitty" }, { isTerminal: false });
    expect(capabilities).toMatchObject({ graphics: null, color: "none", columns: 80 });
  });

  test("a kitty variable inherited by xterm does not make xterm a kitty", () => {
    const env = { TERM: "xterm-256color", KITTY_WINDOW_ID: "1", XTERM_VERSION: "XTerm(379)" };
    expect(capabilitiesFromEnvironment(env, terminal).undecided).toBe(true);
    expect(graphics(env)).toBe("halfblock");
  });
});

test.each([
  [{ TERM: "xterm-256color" }, "ansi256"],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "truecolor"],
  [{ TERM: "xterm", XTERM_VERSION: "379" }, "truecolor"],
  [{ TERM: "tmux-256color", TMUX: "x", KITTY_WINDOW_ID: "1" }, "ansi256"],
  [{ TERM: "vt100" }, "ansi16"],
  [{ TERM: "xterm", NO_COLOR: "1" }, "none"],
  [{ TERM: "xterm", NO_COLOR: "" }, "ansi256"],
  [{ TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "3" }, "truecolor"],
  [{ TERM: "xterm-kitty", FORCE_COLOR: "0" }, "none"],
])("colours: %j gives %s", (env, expected) => {
  expect(capabilitiesFromEnvironment(env, terminal).capabilities.color).toBe(expected);
});

describe("answers", () => {
  test("are read from one stream of replies, and typing is given back", () => {
    const parsed = parseAnswers(
      "l\x1b_Gi=31;OK\x1b\\\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\s\x1b[4;480;800t\x1b[6;20;10t\x1b[?2;0;800;480S\x1b[?2;0;1000;900S\x1b[?62;4;22cq",
    );
    expect(parsed?.answers).toEqual({
      kittyGraphics: true,
      sixel: true,
      background: [30, 30, 46],
      cell: { width: 10, height: 20 },
      textArea: { width: 800, height: 480 },
      sixelLimit: { width: 1000, height: 900 },
    });
    expect(parsed?.rest).toBe("lsq");
  });

  test("a terminal that only knows device attributes has neither protocol", () => {
    const parsed = parseAnswers("\x1b[?1;2c");
    expect(parsed?.answers).toEqual({ kittyGraphics: false, sixel: false });
    expect(parsed?.rest).toBe("");
  });

  test("`4` as the terminal class is not sixel; an error to the kitty query is not OK; BEL ends a colour too", () => {
    const parsed = parseAnswers("\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b]11;rgb:ff/ff/ff\x07\x1b[?4;6c");
    expect(parsed?.answers).toEqual({ kittyGraphics: false, sixel: false, background: [255, 255, 255] });
  });

  test("nothing is decided before the last answer", () => {
    expect(parseAnswers("\x1b_Gi=31;OK\x1b\\\x1b[?62;4")).toBeUndefined();
  });

  test("a terminal that tells only the size of its window lets the cell be reckoned", () => {
    const { capabilities } = capabilitiesFromEnvironment({ TERM: "xterm" }, terminal);
    const xterm = parseAnswers("\x1b[?2;0;600;520S\x1b[?2;0;1000;1000S\x1b[?63;1;2;4c")?.answers;
    const cell = (says: typeof xterm) => says && withAnswers(capabilities, says, true).cell;
    expect(cell(xterm)).toEqual({ width: 6, height: 13 });
    expect(cell(xterm && { ...xterm, cell: { width: 7, height: 14 } })).toEqual({ width: 7, height: 14 });
    expect(cell(xterm && { ...xterm, textArea: { width: 99_999, height: 10 } })).toBeUndefined();
  });

  test("a refusal of the questions about sixel says nothing", () => {
    const parsed = parseAnswers("\x1b[?1;3;0S\x1b[?1;3;0S\x1b[?63;4c");
    expect(parsed).toEqual({ answers: { kittyGraphics: false, sixel: true }, rest: "" });
  });

  test("decide the backend only where the environment left it open", () => {
    const { capabilities } = capabilitiesFromEnvironment({ TERM: "xterm-256color" }, terminal);
    const says = { kittyGraphics: false, sixel: true };
    expect(withAnswers(capabilities, says, true).graphics).toBe("sixel");
    expect(withAnswers(capabilities, says, false).graphics).toBe("halfblock");
    expect(withAnswers(capabilities, { kittyGraphics: false, sixel: false }, true).graphics).toBe(
      "halfblock",
    );
  });
});
