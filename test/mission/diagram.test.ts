/** What is promised of the diagram formatter. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPipeline, createPlugin, readSettings } from "@framework/shared/format";
import { capabilitiesFromEnvironment, Picture } from "@framework/shared/terminal";
import { afterAll, afterEach, beforeAll, describe, expect, vi } from "vitest";
import { type Answer, Service } from "./service.js";
import type * as libraryRenderer from "../../packages/shared/src/format/diagramtext/library-renderer.js";
import { sentences } from "./setups.js";

/** The route without another program, which can be taken away. */
const library = vi.hoisted(() => ({ isThere: true }));
vi.mock("../../packages/shared/src/format/diagramtext/library-renderer.js", async (original) => {
  const { createLibraryRenderer } = await original<typeof libraryRenderer>();
  return {
    createLibraryRenderer: () => {
      const renderer = createLibraryRenderer();
      return { ...renderer, isAvailable: () => library.isThere && renderer.isAvailable() };
    },
  };
});

const folder = mkdtempSync(path.join(tmpdir(), "fw-mission-diagram-"));
const png = Buffer.from(
  Picture.fromPixels({ width: 60, height: 30, data: new Uint8Array(60 * 30 * 4).fill(120) }).png,
);
const drawn: Answer = { headers: { "content-type": "image/png" }, bytes: png };
let service: Service;
let count = 0;
beforeAll(async () => {
  service = await Service.start({ "POST /mermaid/png": drawn });
});
afterEach(() => service.reset({ "POST /mermaid/png": drawn }));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const SOURCE = "graph TD\n  A --> B\n";
const BLOCK = `\`\`\`diagramtext\n${SOURCE}\`\`\`\n`;
const terminalOf = (env: Record<string, string>, isTerminal = true) =>
  capabilitiesFromEnvironment({ TERM: "xterm-256color", ...env }, { isTerminal, columns: 80, rows: 24 })
    .capabilities;
const backendOf = (env: Record<string, string>) => terminalOf(env).graphics;

interface Run {
  env?: Record<string, string>;
  config?: Record<string, unknown>;
  chunks?: string[];
  /** No service by default. */
  remote?: boolean;
}

/** Puts text through a pipeline whose pictures go to a folder of its own. */
async function format(text: string, { env = {}, config = {}, chunks = [text], remote = true }: Run = {}) {
  const vision = env["FW_VISION_DIR"] ?? path.join(folder, `vision-${(count += 1)}`);
  const all = {
    PATH: "/nonexistent",
    ...(remote && { FW_DIAGRAM_RENDER_URL: `${service.url}/mermaid/png` }),
    FW_VISION_DIR: vision,
    ...env,
  };
  const parts: string[] = [];
  const notices: string[] = [];
  const pipeline = createPipeline({
    output: (part) => parts.push(part),
    onNotice: (notice) => notices.push(notice),
    terminal: terminalOf({ TERM: "xterm-kitty", ...env }),
    config: [{ name: "diagramtext_formatter", enabled: true, config }],
    env: all,
  });
  const early: string[] = [];
  for (const chunk of chunks) {
    pipeline.write(chunk);
    early.push(parts.join(""));
  }
  await pipeline.flush();
  return {
    output: parts.join(""),
    early,
    notices,
    vision,
    files: existsSync(vision) ? readdirSync(vision).sort() : [],
  };
}

/** A command-line renderer that notes how it was called. */
function localRenderer(): Record<string, string> {
  const bin = path.join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(folder, "picture.png"), png);
  const script = `#!${process.execPath}
const fs = require("node:fs");
fs.readFileSync(0);
fs.writeFileSync(process.argv[process.argv.indexOf("-o") + 1], fs.readFileSync(${JSON.stringify(path.join(folder, "picture.png"))}));
fs.writeFileSync(${JSON.stringify(path.join(folder, "called.json"))}, JSON.stringify(process.argv.slice(2)));
`;
  writeFileSync(path.join(bin, "mmdc"), script);
  chmodSync(path.join(bin, "mmdc"), 0o755);
  return { PATH: bin };
}

describe("settings", () => {
  const settings = (env: Record<string, string>) => readSettings({}, env, () => undefined);
  sentences({
    "FW_DIAGRAM_BACKEND: tcgfx_a": () => expect(backendOf({ FW_DIAGRAM_BACKEND: "tcgfx_a" })).toBe("tcgfx_a"),
    "FW_DIAGRAM_BACKEND: tcgfx_b": () => expect(backendOf({ FW_DIAGRAM_BACKEND: "tcgfx_b" })).toBe("tcgfx_b"),
    "FW_DIAGRAM_BACKEND: sixel": () => expect(backendOf({ FW_DIAGRAM_BACKEND: "sixel" })).toBe("sixel"),
    "FW_DIAGRAM_BACKEND: off": () => expect(backendOf({ FW_DIAGRAM_BACKEND: "off" })).toBeNull(),
    "FW_GRAPHICS_PROTOCOL: tcgfx_a": () =>
      expect(backendOf({ FW_GRAPHICS_PROTOCOL: "tcgfx_a" })).toBe("tcgfx_a"),
    "FW_GRAPHICS_PROTOCOL: tcgfx_b": () =>
      expect(backendOf({ FW_GRAPHICS_PROTOCOL: "tcgfx_b" })).toBe("tcgfx_b"),
    "FW_GRAPHICS_PROTOCOL: sixel": () => expect(backendOf({ FW_GRAPHICS_PROTOCOL: "sixel" })).toBe("sixel"),
    "FW_GRAPHICS_PROTOCOL: none": () => expect(backendOf({ FW_GRAPHICS_PROTOCOL: "none" })).toBeNull(),
    "Backend precedence: (1) FW_DIAGRAM_BACKEND, always wins": () => {
      expect(
        backendOf({ FW_DIAGRAM_BACKEND: "sixel", FW_GRAPHICS_PROTOCOL: "tcgfx_a", TERM: "xterm-kitty" }),
      ).toBe("sixel");
    },
    "(2) FW_GRAPHICS_PROTOCOL": () => {
      expect(backendOf({ FW_GRAPHICS_PROTOCOL: "tcgfx_b", TERM: "xterm-kitty" })).toBe("tcgfx_b");
    },
    "(3) auto-detection from TERM_PROGRAM": () =>
      expect(backendOf({ TERM_PROGRAM: "iTerm.app" })).toBe("tcgfx_b"),
    "(3) auto-detection from TERM": () => expect(backendOf({ TERM: "xterm-kitty" })).toBe("tcgfx_a"),
    "(4) halfblock": () => expect(backendOf({})).toBe("halfblock"),
    "When a terminal multiplexer is detected, auto-detection selects halfblock": () => {
      expect(backendOf({ TERM: "tmux-256color", TMUX: "/tmp/tmux,1,0", KITTY_WINDOW_ID: "1" })).toBe(
        "halfblock",
      );
    },
    "an explicit override works if passthrough is enabled": () => {
      expect(backendOf({ TMUX: "/tmp/tmux,1,0", FW_DIAGRAM_BACKEND: "tcgfx_a" })).toBe("tcgfx_a");
    },
    "FW_DIAGRAM_THEME: default, dark, forest, neutral": () => {
      for (const theme of ["default", "dark", "forest", "neutral"])
        expect(settings({ FW_DIAGRAM_THEME: theme }).theme).toBe(theme);
    },
    "FW_DIAGRAM_SCALE: int, default 2": () => {
      expect(settings({}).scale).toBe(2);
      expect(settings({ FW_DIAGRAM_SCALE: "4" }).scale).toBe(4);
    },
    "FW_DIAGRAM_RENDER_URL: self-hosted remote renderer URL": async () => {
      await format(BLOCK);
      expect(service.to("POST /mermaid/png")).toHaveLength(1);
    },
    "FW_VISION_DIR: artifact directory": async () => {
      const vision = path.join(folder, "chosen");
      expect((await format(BLOCK, { env: { FW_VISION_DIR: vision } })).files).toEqual([
        "diagramtext_001.png",
      ]);
    },
    "Terminal capability detection returns a map whose graphics entry is one backend name or none": () => {
      expect(terminalOf({})).toHaveProperty("graphics");
      expect(terminalOf({}, false).graphics).toBeNull();
    },
  });
});

describe("backends", () => {
  const shown = async (backend: string) =>
    (await format(BLOCK, { env: { FW_DIAGRAM_BACKEND: backend } })).output;
  sentences({
    "tcgfx_a: chunked PNG transfer via application-command escape sequences (base64 payload, chunk flag)":
      async () => {
        expect(await shown("tcgfx_a")).toMatch(
          /\x1b_G[^;]*m=[01][^;]*;[A-Za-z0-9+/=]+\x1b\\|\x1b_G[^;]*;[A-Za-z0-9+/=]+\x1b\\/,
        );
      },
    "tcgfx_b: inline image via a single operating-system-command escape sequence (base64 payload with size)":
      async () => {
        const output = await shown("tcgfx_b");
        expect(output.match(/\x1b\]1337;File=/g)).toHaveLength(1);
        expect(output).toMatch(/size=\d+/);
      },
    "sixel: Sixel bitmap via device-control string with colour palette": async () => {
      expect(await shown("sixel")).toMatch(/\x1bP[\d;]*q.*#\d+;2;/s);
    },
    "halfblock: Unicode upper-half-block characters with foreground/background colours": async () => {
      const { encodeHalfblock } = await import("@framework/shared/terminal");
      const data = Uint8Array.from({ length: 20 * 20 * 4 }, (_, place) => (place * 37) % 256);
      const picture = Picture.fromPixels({ width: 20, height: 20, data });
      const text = encodeHalfblock(picture, { placement: { columns: 20, rows: 10, width: 20, height: 20 } });
      expect(text).toContain("▀");
    },
    "halfblock is accepted beside the named values": () => {
      expect(["halfblock", "sixel", "tcgfx_a", "tcgfx_b", "text"]).toContain(
        backendOf({ FW_DIAGRAM_BACKEND: "halfblock" }),
      );
    },
  });
});

describe("behaviour", () => {
  sentences({
    "named diagramtext_formatter, priority 28": () => {
      expect(createPlugin({ env: {} })).toMatchObject({ name: "diagramtext_formatter", priority: 28 });
    },
    "It has no plugin kind and is not discoverable by the plugin registry": async () => {
      const { toolPluginNames } = await import("@framework/shared");
      expect([...toolPluginNames]).not.toContain("diagramtext_formatter");
    },
    "vision_capture_formatter (priority 95) observes its rendered output for model feedback": async () => {
      const { VisionCaptureFormatter } = await import("../../packages/shared/src/format/vision-capture.js");
      expect(new VisionCaptureFormatter()).toMatchObject({ name: "vision_capture_formatter", priority: 95 });
    },
    "Streaming: the formatter detects fenced diagramtext blocks incrementally across chunks": async () => {
      const { output } = await format(BLOCK, { chunks: `Before.\n${BLOCK}After.\n`.split("") });
      expect(output).toContain("\x1b_G");
      expect(output).toContain("After.");
    },
    "Text before the block is yielded immediately": async () => {
      const { early } = await format("", { chunks: ["Before.\n", BLOCK] });
      expect(early[0]).toContain("Before.");
    },
    "the block source is buffered": async () => {
      const { early } = await format("", { chunks: ["```diagramtext\n", "graph TD\n"] });
      expect(early.join("")).not.toContain("graph TD");
    },
    "it is rendered to PNG; it is displayed inline with the selected backend": async () => {
      expect((await format(BLOCK)).output).toContain("\x1b_G");
    },
    "a PNG artifact is saved": async () => {
      const { files, vision } = await format(BLOCK);
      expect(
        readFileSync(path.join(vision, files[0] ?? ""))
          .subarray(1, 4)
          .toString(),
      ).toBe("PNG");
    },
    "text after the block is then yielded": async () => {
      const { output } = await format(`${BLOCK}After.\n`);
      expect(output.indexOf("[saved:")).toBeLessThan(output.indexOf("After."));
    },
    "a local CLI renderer found on the executable path; the first available is used": async () => {
      const { output } = await format(BLOCK, { env: localRenderer() });
      expect(output).toContain("\x1b_G");
      expect(service.asked).toEqual([]);
      expect(existsSync(path.join(folder, "called.json"))).toBe(true);
    },
    "supports all themes": async () => {
      await format(BLOCK, { env: localRenderer(), config: { theme: "forest" } });
      expect(readFileSync(path.join(folder, "called.json"), "utf8")).toContain("forest");
    },
    "a remote renderer (POST of plain-text source) when the local CLI is absent": async () => {
      await format(BLOCK);
      const [asked] = service.to("POST /mermaid/png");
      expect(asked?.text).toBe(SOURCE);
      expect(asked?.headers["content-type"]).toMatch(/^text\/plain/);
    },
    "the remote renderer is told theme, scale and background": async () => {
      await format(BLOCK, { config: { theme: "dark", scale: 3, background: "white" } });
      const headers = JSON.stringify(service.to("POST /mermaid/png")[0]?.headers);
      for (const value of ["dark", "3", "white"]) expect(headers).toContain(`"${value}"`);
    },
    "a remote renderer that is dead is passed over with a notice": async () => {
      const { output, notices } = await format(BLOCK, {
        env: { FW_DIAGRAM_RENDER_URL: "http://127.0.0.1:9/mermaid/png" },
      });
      expect(output + notices.join("")).toMatch(/127\.0\.0\.1:9|remote/);
    },
    "the remote renderer's line is the line of the source": async () => {
      service.routes = {
        "POST /mermaid/png": {
          status: 400,
          text: "Error 400: SyntaxError: Parse error on line 2:\n...A -->\n-----^\nExpecting 'NODE', got 'EOF'",
        },
      };
      expect((await format("```diagramtext\ngraph TD\n  A -->\n```\n")).output).toMatch(/line 2/);
    },
    "When no renderer is available the source is emitted as a fenced diagramtext block": async () => {
      library.isThere = false;
      const { output } = await format(BLOCK, { remote: false });
      library.isThere = true;
      const plain = output.replaceAll(/\x1b\[[\d;]*m/g, "");
      expect(plain).toContain("graph TD");
      expect(plain).toMatch(/npm install -g @mermaid-js\/mermaid-cli/);
    },
    "Artifacts: named diagramtext_001.png, diagramtext_002.png, sequentially": async () => {
      expect((await format(BLOCK + BLOCK)).files).toEqual(["diagramtext_001.png", "diagramtext_002.png"]);
    },
    "the counter resets when the plugin is re-initialized": async () => {
      const vision = path.join(folder, "again");
      const env = {
        PATH: "/nonexistent",
        FW_DIAGRAM_RENDER_URL: `${service.url}/mermaid/png`,
        FW_VISION_DIR: vision,
      };
      const plugin = createPlugin({ env, terminal: terminalOf({ TERM: "xterm-kitty" }) });
      const out = { text: () => undefined, rendered: () => undefined };
      for (const _ of [1, 2]) {
        plugin.initialize({});
        plugin.write(BLOCK, out);
        await plugin.flush(out);
      }
      expect(service.asked).toHaveLength(2);
      expect(readdirSync(vision)).toEqual(["diagramtext_001.png"]);
    },
    "After the inline image, a line of the form [saved: <artifact_path>] is output": async () => {
      const { output, vision } = await format(BLOCK);
      expect(output).toContain(`[saved: ${path.join(vision, "diagramtext_001.png")}]`);
    },
    "FW_DIAGRAM_BACKEND=off disables rendering: the source passes through as a fenced diagramtext block":
      async () => {
        const { output } = await format(BLOCK, { env: { FW_DIAGRAM_BACKEND: "off" } });
        expect(output.replaceAll(/\x1b\[[\d;]*m/g, "")).toContain("graph TD");
        expect(service.asked).toEqual([]);
      },
    "The same happens when no backend is selected and no image protocol is detected": () => {
      expect(terminalOf({ TERM: "xterm", NO_COLOR: "1" }).graphics).toBeNull();
    },
    "is_renderer_available() returns a boolean": () => {
      expect(createPlugin({ env: { FW_DIAGRAM_RENDER_URL: "http://x/y" } }).isRendererAvailable()).toBe(true);
    },
    "The diagram formatter raises nothing for a missing renderer: it passes the source through": async () => {
      service.routes = {};
      const { output } = await format("```diagramtext\nno diagram at all\n```\n");
      expect(output).toContain("no diagram at all");
    },
    "diagram renderer (local CLI): 30 s timeout": () => {
      const file = new URL("../../packages/shared/src/format/diagramtext/cli-renderer.ts", import.meta.url);
      expect(readFileSync(file, "utf8")).toContain("30_000");
    },
  });
});
