import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { capabilitiesFromEnvironment, type TerminalCapabilities } from "../../terminal/capabilities.js";
import { Picture } from "../../terminal/image/picture.js";
import type { FormatterSettings } from "../config.js";
import { createPipeline, type Pipeline } from "../pipeline.js";
import { createCliRenderer } from "./cli-renderer.js";
import { createPlugin } from "./formatter.js";
import { DiagramSyntaxError, type RenderRequest } from "./renderer.js";

/** These tests are about the command and the service; the library has a test of its own. */
vi.mock("./library-renderer.js", () => ({
  createLibraryRenderer: () => ({ name: "library", isAvailable: () => false }),
}));

/** Stands in for the command-line renderer: what it does is said in the source it is given. */
const FAKE_COMMAND = `#!${process.execPath}
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const source = fs.readFileSync(0, "utf8");
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
if (source.includes("HANG")) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  fs.writeFileSync(process.env.PID_FILE, String(child.pid));
  setInterval(() => {}, 1000);
} else if (source.includes("SYNTAX")) {
  console.error("Error: Parse error on line 2:\\n...A -->\\n-----^\\nExpecting 'NODE', got 'EOF'");
  process.exitCode = 1;
} else if (source.includes("BROKEN")) {
  console.error("\\u001b[31mError: Could not find Chrome\\u001b[0m");
  process.exitCode = 1;
} else {
  fs.writeFileSync(option("-o"), fs.readFileSync(process.env.PICTURE));
  const record = { argv: process.argv.slice(2), secret: process.env.FW_GATEWAY_API_KEY, browser: fs.readFileSync(option("-p"), "utf8") };
  fs.writeFileSync(process.env.RECORD, JSON.stringify(record));
}
`;

let folder: string;
let withCommand: Record<string, string>;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-test-"));
  const command = path.join(folder, "bin", "mmdc");
  await mkdir(path.dirname(command));
  await writeFile(command, FAKE_COMMAND);
  await chmod(command, 0o755);
  picture = Buffer.from(
    Picture.fromPixels({ width: 160, height: 64, data: new Uint8Array(160 * 64 * 4).fill(200) }).png,
  );
  await writeFile(path.join(folder, "picture.png"), picture);
  withCommand = {
    PATH: path.join(folder, "bin"),
    PICTURE: path.join(folder, "picture.png"),
    RECORD: path.join(folder, "record.json"),
    PID_FILE: path.join(folder, "pid"),
    FW_GATEWAY_API_KEY: "secret",
  };
});

const kitty = capabilitiesFromEnvironment(
  { TERM: "xterm-kitty" },
  { isTerminal: true, columns: 80, rows: 24 },
).capabilities;

interface Options {
  env?: Record<string, string>;
  terminal?: TerminalCapabilities;
  config?: Record<string, unknown>;
  chunk?: number;
  signal?: AbortSignal;
}

/** Runs text through a pipeline whose pictures go to a fresh folder. */
async function run(text: string, options: Options = {}) {
  const vision = path.join(await mkdtemp(path.join(folder, "vision-")), "pictures");
  const parts: string[] = [];
  const notices: string[] = [];
  const settings: FormatterSettings = {
    name: "diagramtext_formatter",
    enabled: true,
    config: options.config ?? {},
  };
  const pipeline: Pipeline = createPipeline({
    output: (part) => parts.push(part),
    terminal: options.terminal ?? kitty,
    config: [settings],
    env: { FW_VISION_DIR: vision, ...(options.env ?? withCommand) },
    onNotice: (notice) => notices.push(notice),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const size = options.chunk ?? text.length;
  for (let start = 0; start < text.length; start += size) pipeline.write(text.slice(start, start + size));
  await pipeline.flush();
  const output = parts.join("");
  const shown = output
    .replaceAll(/(?:\x1b_G[^\x1b]*\x1b\\)+/g, "<picture>")
    .replaceAll(/\x1b\[[\d;]*m|\x1b[78]|\x1b\[\d+[AB]|\r/g, "")
    .replaceAll(/… drawing [^\x1b]*\x1b\[K/g, "")
    .replaceAll(vision, "VISION");
  return { output, shown, parts, notices, vision, observations: pipeline.takeObservations() };
}

const DIAGRAM = "```diagramtext\ngraph TD\nA --> B\n```\n";

describe("a diagram", () => {
  test.each([1, 7, 1000])(
    "is drawn and saved, with the text around it in order (chunks of %i)",
    async (chunk) => {
      const { shown, vision, observations } = await run(`before\n${DIAGRAM}after\n${DIAGRAM}end`, { chunk });
      expect(shown).toBe(
        "before\n\n\n<picture>[saved: VISION/diagramtext_001.png]\nafter\n\n\n<picture>[saved: VISION/diagramtext_002.png]\nend",
      );
      expect(await readFile(path.join(vision, "diagramtext_002.png"))).toEqual(picture);
      expect(await readdir(vision)).toHaveLength(2);
      expect((await stat(vision)).mode & 0o777).toBe(0o700);
      expect((await stat(path.join(vision, "diagramtext_001.png"))).mode & 0o777).toBe(0o600);
      expect(observations).toEqual(
        ["001", "002"].map((number) => ({
          kind: "picture",
          path: path.join(vision, `diagramtext_${number}.png`),
          source: "graph TD\nA --> B\n",
        })),
      );
    },
  );

  test("text before it is put out before it is drawn, text after it only afterwards", async () => {
    let output = "";
    const pipeline = createPipeline({
      output: (part) => (output += part),
      terminal: kitty,
      env: { ...withCommand, FW_VISION_DIR: path.join(folder, "order") },
    });
    pipeline.write(`before\n${DIAGRAM}after\n`);
    expect(output).toMatch(/^before\n.*drawing flowchart/);
    expect(output).not.toContain("after");
    expect(pipeline.pending).toBeInstanceOf(Promise);
    await pipeline.pending;
    expect(output).toMatch(/\r\x1b\[K[^]*\[saved: [^]*after\n$/);
    expect(pipeline.pending).toBeUndefined();
  });

  test.each([
    ["mermaid", "```mermaid\ngraph TD\n```\n"],
    ["upper case", "~~~ DiagramText\ngraph TD\n~~~\n"],
    ["attributes and CRLF", "```mermaid {width=3}\r\ngraph TD\r\n```\r\n"],
    ["indented", "  ```mermaid\n  graph TD\n  ```\n"],
    ["unclosed", "```mermaid\ngraph TD\n"],
    ["unclosed, without a newline", "```mermaid\ngraph TD"],
  ])("%s is recognised", async (_, text) => {
    const { shown, observations } = await run(text, { chunk: 1 });
    expect(shown).toContain("<picture>");
    expect(observations).toMatchObject([{ kind: "picture", source: expect.stringMatching(/^graph TD\n?$/) }]);
  });

  test.each([
    ["an empty block", "```mermaid\n```\n"],
    ["a blank block", "```mermaid\n\n```\n"],
  ])("%s passes through", async (_, text) => expect((await run(text)).shown).toBe(text));

  test.each([
    ["another language", "```mermaidx\ngraph TD\n```\n", "mermaidx\ngraph TD\n"],
    ["a fence inside a fence", "````\n```mermaid\ngraph TD\n```\n````\n", "```mermaid\ngraph TD\n```\n"],
  ])("%s is code", async (_, text, code) => expect((await run(text)).shown).toBe(code));

  test("a block too large to be one passes through", async () => {
    const text = `\`\`\`mermaid\n${"%% x\n".repeat(60_000)}\`\`\`\nafter\n`;
    expect((await run(text)).shown).toBe(text);
  });

  test.each([
    ["switched off", { FW_DIAGRAM_BACKEND: "off", TERM: "xterm-kitty" }, true],
    ["no protocol", { FW_GRAPHICS_PROTOCOL: "none", TERM: "xterm-kitty" }, true],
    ["no terminal", { TERM: "xterm-kitty" }, false],
  ])("%s: the block passes through with its tag", async (_, env, isTerminal) => {
    const { capabilities } = capabilitiesFromEnvironment(env, { isTerminal });
    const text = "a\n```Mermaid x=y\ngraph TD\n```\nb\n";
    expect((await run(text, { terminal: capabilities })).shown).toBe(text);
  });
});

describe("a terminal that shows no pictures", () => {
  const terminal = capabilitiesFromEnvironment(
    { TERM: "xterm-256color" },
    { isTerminal: true, columns: 80, rows: 24 },
  ).capabilities;
  const BOXES = "┌───┐\n│ A │\n└─┬─┘\n  │\n  ▼\n┌───┐\n│ B │\n└───┘\n";

  test.each([1, 7, 1000])(
    "has the diagram as text, and the picture is saved (chunks of %i)",
    async (chunk) => {
      const { shown, vision, observations } = await run(`before\n${DIAGRAM}after\n`, { terminal, chunk });
      expect(shown).toBe(`before\n${BOXES}[saved: VISION/diagramtext_001.png]\nafter\n`);
      expect(await readFile(path.join(vision, "diagramtext_001.png"))).toEqual(picture);
      expect(observations).toMatchObject([{ kind: "picture", source: "graph TD\nA --> B\n" }]);
    },
  );

  test("is told where a diagram is wrong", async () => {
    const { shown, observations } = await run("```mermaid\ngraph TD\nA --\n```\n", { terminal });
    expect(shown).toContain("```mermaid\ngraph TD\nA --\n```\n✗ diagram not drawn: syntax error on line 2");
    expect(observations).toMatchObject([{ kind: "syntax-error" }]);
  });

  test("shows half blocks where they are asked for", async () => {
    const halfblock = { ...terminal, graphicsIsExplicit: true };
    const { output } = await run(DIAGRAM, { terminal: halfblock });
    expect(output).toContain("\x1b[48;5;247m ");
    expect(output).not.toContain("│ A │");
  });

  test("keeps to its width", async () => {
    const long =
      "```mermaid\ngraph LR\nA[a box] --> B[another box] --> C[the third box] --> D[the last]\n```\n";
    const { shown } = await run(long, { terminal: { ...terminal, columns: 30 } });
    const lines = shown.split("\n").filter((line) => !line.startsWith("[saved"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
    for (const word of ["another", "third", "last"]) expect(shown).toContain(word);
  });
});

/** What the command was called with. */
const record = async (): Promise<{ argv: string[]; secret?: string; browser: string }> =>
  JSON.parse(await readFile(withCommand["RECORD"] ?? "", "utf8"));

/** The theme, background and scale that a diagram is drawn with. */
const look = async (options: Options) => {
  await run(DIAGRAM, options);
  const { argv } = await record();
  return ["-t", "-b", "-s"].map((name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : "none"));
};

describe("settings", () => {
  test("come from the configuration, then the environment, then the terminal's background", async () => {
    const env = { ...withCommand, FW_DIAGRAM_THEME: "forest", FW_DIAGRAM_SCALE: "3" };
    // A terminal that does not tell its background gets no white slab.
    expect(await look({})).toEqual(["dark", "#1f1f1f", "2"]);
    expect(await look({ config: { theme: "default" } })).toEqual(["default", "white", "2"]);
    expect(await look({ env })).toEqual(["forest", "white", "3"]);
    expect(await look({ env, config: { theme: "neutral", scale: 1, background: "transparent" } })).toEqual([
      "neutral",
      "transparent",
      "1",
    ]);
    expect(await look({ terminal: { ...kitty, background: [20, 20, 30] } })).toEqual([
      "dark",
      "transparent",
      "2",
    ]);
    expect(await look({ terminal: { ...kitty, background: [250, 250, 250] } })).toEqual([
      "none",
      "transparent",
      "2",
    ]);
    expect(await look({ terminal: { ...kitty, background: [20, 20, 30] }, env })).toEqual([
      "forest",
      "white",
      "3",
    ]);
  });

  test("a variable that makes no sense is reported and passed over", async () => {
    const { notices } = await run("", {
      env: { ...withCommand, FW_DIAGRAM_THEME: "pink", FW_DIAGRAM_SCALE: "0" },
    });
    expect(notices).toEqual([
      expect.stringContaining('FW_DIAGRAM_THEME="pink" is ignored'),
      expect.stringContaining('FW_DIAGRAM_SCALE="0" is ignored'),
    ]);
  });

  test("console_width and setConsoleWidth bound the picture", async () => {
    const { output } = await run(DIAGRAM, { config: { console_width: 5, scale: 1 } });
    expect(output).toContain("c=5,r=1,");
  });

  test("a picture that could not be read is drawn as text and linked, unless pictures were asked for", async () => {
    const narrow = { ...kitty, columns: 8, links: true };
    const { output, shown, vision } = await run(DIAGRAM, { terminal: narrow, config: { scale: 1 } });
    expect(shown).toMatch(
      /^┌───┐\n│ A │\n[^]*\n\[drawn as text: too wide for this window: letters of 6 pixels\]\n/,
    );
    const [, link = ""] = /\x1b\]8;;(file:[^\x1b]*)\x1b\\/.exec(output) ?? [];
    expect(link).toContain(vision);
    expect(await readFile(new URL(link))).toEqual(picture);
    const asked = await run(DIAGRAM, {
      terminal: { ...narrow, graphicsIsExplicit: true },
      config: { scale: 1 },
    });
    expect(asked.shown).toMatch(/<picture>[^]*\[too wide for this window: letters of 6 pixels\]/);
  });

  test("the command gets no credentials, and as root a browser without sandbox", async () => {
    await run(DIAGRAM);
    const { secret, browser } = await record();
    expect(secret).toBeUndefined();
    expect(JSON.parse(browser)).toEqual({ args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  });
});

describe("a syntax error", () => {
  test("shows the line, marks it, keeps the source, and is offered to the model once", async () => {
    const text = "```mermaid\n---\ntitle: x\n---\n%% comment\ngraph TD\nA --> SYNTAX\n```\nafter\n";
    const { shown, observations, vision } = await run(text, { chunk: 5 });
    expect(shown).toBe(
      text.replace(
        "after\n",
        [
          "✗ diagram not drawn: syntax error on line 6",
          "  6 │ A --> SYNTAX",
          "    │ ^^^^^^^^^^^^",
          "  Expecting 'NODE', got 'EOF'",
          "after\n",
        ].join("\n"),
      ),
    );
    expect(observations).toMatchObject([
      {
        kind: "syntax-error",
        message:
          "The diagram could not be drawn: syntax error on line 6 (A --> SYNTAX): Expecting 'NODE', got 'EOF'",
      },
    ]);
    await expect(stat(vision)).rejects.toThrow("ENOENT");
  });

  test("in a block that was never closed passes through as text", async () => {
    const { shown, observations } = await run("```mermaid\ngraph TD\nSYNTAX");
    expect(shown).toBe("```mermaid\ngraph TD\nSYNTAX\n");
    expect(observations).toEqual([]);
  });
});

const renderRequest = (source: string, signal?: AbortSignal): RenderRequest => ({
  source,
  format: "png",
  theme: "default",
  colorScheme: "light",
  scale: 1,
  background: "white",
  signal,
});

describe("renderers", () => {
  let server: Server;
  let url: string;
  const requests: { headers: IncomingMessage["headers"]; body: string; method: string | undefined }[] = [];
  let answer: { status: number; body: Buffer | string; headers?: Record<string, string> };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => {
        requests.push({ headers: request.headers, body, method: request.method });
        response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address === "object") url = `http://127.0.0.1:${address?.port}/mermaid/png`;
  });
  afterAll(() => server.close());

  const remoteOnly = () => ({ PATH: "", FW_DIAGRAM_RENDER_URL: url });

  test("remote: the source goes as plain text, with a user agent", async () => {
    answer = { status: 200, body: picture };
    requests.length = 0;
    const { shown } = await run(DIAGRAM, { env: remoteOnly() });
    expect(shown).toContain("<picture>");
    expect(requests).toMatchObject([
      {
        method: "POST",
        body: "graph TD\nA --> B\n",
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "user-agent": expect.stringContaining("framework"),
        },
      },
    ]);
  });

  test("remote: 400 is a syntax error", async () => {
    answer = { status: 400, body: "Error 400: \x1b[31mSyntaxError: Parse error on line 1:\nExpecting 'X'" };
    const { shown, output } = await run(DIAGRAM, { env: remoteOnly() });
    expect(shown).toContain("syntax error on line 1\n  1 │ graph TD\n");
    expect(output).not.toContain("\x1b[31mSyntaxError");
  });

  test.each([
    ["a server error", { status: 503, body: "" }, "answered with status 503"],
    [
      "a redirect",
      { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } },
      "redirects to another origin",
    ],
    ["an answer that is no picture", { status: 200, body: "<html>" }, "no PNG picture"],
  ])("remote: %s passes the block through and says why", async (_, reply, reason) => {
    answer = reply;
    const { shown } = await run(DIAGRAM, { env: { ...remoteOnly() }, config: { theme: "dark" } });
    expect(shown.startsWith(`${DIAGRAM}[`)).toBe(true);
    expect(shown).toContain(reason);
  });

  test.each([
    ["a proxy", { http_proxy: "PROXY" }, ["POST http://diagrams.test/mermaid/png"], "<picture>"],
    ["a proxy's tunnel", { HTTPS_PROXY: "PROXY" }, ["CONNECT diagrams.test:443"], "refused the connection"],
    ["no proxy where NO_PROXY says so", { http_proxy: "PROXY", NO_PROXY: ".test" }, [], "resolved"],
  ])("remote: goes through %s", async (_, variables, expected, outcome) => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(picture);
    });
    proxy.on("connect", (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const scheme = "HTTPS_PROXY" in variables ? "https" : "http";
    const env = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        value.replace("PROXY", `http://127.0.0.1:${port}`),
      ]),
    );
    const { shown } = await run(DIAGRAM, {
      env: { PATH: "", FW_DIAGRAM_RENDER_URL: `${scheme}://diagrams.test/mermaid/png`, ...env },
    });
    expect(asked).toEqual(expected);
    expect(shown).toContain(outcome);
    proxy.close();
  });

  test("remote: cancelling closes the connection", async () => {
    const controller = new AbortController();
    const silent = createServer();
    const asked = new Promise<IncomingMessage>((resolve) => silent.once("request", resolve));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const drawing = run(DIAGRAM, {
      env: { PATH: "", FW_DIAGRAM_RENDER_URL: `http://127.0.0.1:${port}/` },
      signal: controller.signal,
    });
    const { socket } = await asked;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    controller.abort();
    await closed;
    expect((await drawing).shown).toBe(DIAGRAM);
    silent.close();
  });

  test("remote: an address that is none is named", async () => {
    const env = { PATH: "", FW_DIAGRAM_RENDER_URL: "ftp://127.0.0.1/" };
    expect((await run(DIAGRAM, { env })).shown).toContain(
      "FW_DIAGRAM_RENDER_URL is no http or https address",
    );
  });

  test("a broken command is passed over for the service, and not tried again", async () => {
    answer = { status: 200, body: picture };
    const env = { ...withCommand, FW_DIAGRAM_RENDER_URL: url };
    requests.length = 0;
    const { shown } = await run(`${DIAGRAM.replace("A", "BROKEN")}${DIAGRAM}`, { env });
    expect(shown.match(/<picture>/g)).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test("a syntax error is final: no other renderer is asked", async () => {
    requests.length = 0;
    await run(DIAGRAM.replace("A", "SYNTAX"), { env: { ...withCommand, FW_DIAGRAM_RENDER_URL: url } });
    expect(requests).toEqual([]);
  });

  test("the command is preferred to the service", async () => {
    requests.length = 0;
    expect((await run(DIAGRAM, { env: { ...withCommand, FW_DIAGRAM_RENDER_URL: url } })).shown).toContain(
      "<picture>",
    );
    expect(requests).toEqual([]);
  });

  test("command: past its time the whole process tree is ended", async () => {
    const env = { ...withCommand, PID_FILE: path.join(folder, "pid-timeout") };
    const rendering = createCliRenderer(env, 1500).render(renderRequest("HANG"));
    await expect(rendering).rejects.toThrow("did not finish within 1.5 s");
    const pid = Number(await readFile(env.PID_FILE, "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("command: cancelling ends it", async () => {
    const env = { ...withCommand, PID_FILE: path.join(folder, "pid-cancel") };
    const controller = new AbortController();
    const rendering = createCliRenderer(env).render(renderRequest("HANG", controller.signal)).catch(String);
    await expect.poll(() => readFile(env.PID_FILE, "utf8").catch(() => "")).not.toBe("");
    controller.abort();
    expect(await rendering).toContain("was cancelled");
    const pid = Number(await readFile(env.PID_FILE, "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("command: an unknown kind of diagram is an error in its first line", async () => {
    const rendering = createCliRenderer(withCommand).render(renderRequest("%% c\n\nSYNTAX"));
    await expect(rendering).rejects.toBeInstanceOf(DiagramSyntaxError);
  });

  test("the plugin says whether anything can draw", () => {
    expect(createPlugin({ env: withCommand }).isRendererAvailable()).toBe(true);
    expect(createPlugin({ env: remoteOnly() }).isRendererAvailable()).toBe(true);
  });
});

/** A zombie is not running; it only waits to be collected. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return state !== "" && !/\) Z /.test(state);
}

describe("artifacts", () => {
  test("a folder that is a symbolic link is refused, and another one used", async () => {
    const real = await mkdtemp(path.join(folder, "real-"));
    const link = path.join(folder, "link");
    await symlink(real, link);
    const { shown, notices } = await run(DIAGRAM, { env: { ...withCommand, FW_VISION_DIR: link } });
    expect(notices).toEqual([expect.stringContaining(`${link} is a symbolic link and is not used`)]);
    expect(await readdir(real)).toEqual([]);
    expect(shown).toMatch(/\[saved: .*fw_vision-\w+\/diagramtext_001\.png\]/);
  });

  test("a folder that cannot be written does not keep the picture from being shown", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    const { shown } = await run(DIAGRAM, { env: { ...withCommand, FW_VISION_DIR: path.join(file, "x") } });
    expect(shown).toMatch(/<picture>\[the picture was not saved: .*ENOTDIR/);
  });

  test("initialising again begins again at 001", async () => {
    const vision = path.join(folder, "again");
    const plugin = createPlugin({ terminal: kitty, env: { ...withCommand, FW_VISION_DIR: vision } });
    let output = "";
    const out = {
      text: (text: string) => (output += text),
      rendered: (piece: { output: string }) => (output += piece.output),
    };
    plugin.initialize({});
    plugin.write(DIAGRAM, out);
    await plugin.flush(out);
    plugin.initialize({ scale: 1 });
    plugin.write(DIAGRAM, out);
    await plugin.flush(out);
    expect(output.match(/diagramtext_\d+/g)).toEqual(["diagramtext_001", "diagramtext_001"]);
  });
});

test("with nothing to draw with, the source passes through with a hint", async () => {
  const { shown } = await run(DIAGRAM, { env: { PATH: "" } });
  expect(shown).toBe(
    `${DIAGRAM}[diagram not drawn: no renderer is installed; to draw it: npm install -g @mermaid-js/mermaid-cli]\n`,
  );
  expect(createPlugin({ env: { PATH: "" } }).isRendererAvailable()).toBe(false);
});

test("any text with diagrams in it, cut anyhow, gives the same output in the same order", async () => {
  const fragment = fc.constantFrom(
    "```mermaid\n",
    "```diagramtext\n",
    "~~~ MERMAID\n",
    "```\n",
    "~~~\n",
    "````\n",
    "```",
    "graph TD\n",
    "A --> B\n",
    "text\n",
    "| a |\n|---|\n",
    "\n",
    " ",
    "**b** ",
    "```diff\n-a\n+b\n```\n",
    "<hidden>x</hidden>",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fragment), fc.integer({ min: 1, max: 9 }), async (parts, chunk) => {
      const text = parts.join("");
      const options = { env: { PATH: "" } };
      expect((await run(text, { ...options, chunk })).output).toBe((await run(text, options)).output);
    }),
    { numRuns: 150 },
  );
});
