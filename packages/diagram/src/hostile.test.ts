/** What a hostile diagram must not do. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiagramError, DiagramLimitError, renderDiagram, shutdown } from "./index.js";

afterAll(shutdown);

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");
const init = (config: string): string => `%%{init: ${config}}%%\n`;

/** Icons that try the same. */
const hostileBodies: Readonly<Record<string, string>> = {
  script: "<script>globalThis.pwned=1</script><path d='M0 0h9' onload='pwned=1' onclick=pwned=1 />",
  link: "<a href='javascript:pwned=1' xlink:href='javascript:pwned=1'><path d='M0 0h9v9z'/></a>",
  image: "<image href='http://evil/x.png' width='9' height='9'/><image xlink:href='file:///etc/passwd'/>",
  use: "<use href='http://evil/x.svg#a'/><use xlink:href='//evil/x.svg#a'/>",
  style: "<style>@import url(http://evil/z); path{fill:url(http://evil/y)}</style><path d='M0 0h9v9z'/>",
  paint:
    "<path d='M0 0h9v9z' fill='url(http://evil/y#a)' style='mask:url(//evil/m#y);fill:u\\72l(http://evil/a)'/>",
  foreign:
    "<foreignObject width='9' height='9'><iframe src='http://evil'></iframe><img src=x onerror=pwned=1></foreignObject>",
  animate:
    "<path d='M0 0h9v9z'><animate attributeName='href' to='javascript:pwned=1'/><set attributeName='onload' to='pwned=1'/></path>",
  breakout: "</svg></g></svg><script>globalThis.pwned=1</script><svg><path d='M0 0h9v9z'/>",
  cdata: "<![CDATA[<script>pwned=1</script>]]><!--><script>pwned=1</script>--><path d='M0 0h9v9z'/>",
};
const hostileIcons = {
  name: "evil",
  icons: {
    prefix: "evil",
    icons: Object.fromEntries(Object.entries(hostileBodies).map(([name, body]) => [name, { body }])),
  },
};

/** Small sources that try to run, fetch or change something. */
const attacks: Readonly<Record<string, string>> = {
  clickCallback: 'flowchart TD\nA-->B\nclick A callback "tip"\nclick B call pwn("x") "t"',
  clickScriptUrl:
    'flowchart TD\nA-->B\nclick A href "javascript:globalThis.pwned=1" _self\nclick B "data:text/html,<script>pwned=1</script>"',
  imageOnError:
    'flowchart TD\nA["<img src=x onerror=globalThis.pwned=1>"]-->B["<svg onload=globalThis.pwned=1><script>globalThis.pwned=1</script></svg>"]',
  frame: "flowchart TD\nA[\"<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>\"]",
  anchor: "flowchart TD\nA[\"<a href='javascript:pwned=1'>x</a> <b onclick=pwned=1>bold</b>\"]",
  looseByDirective: `${init('{"securityLevel":"loose","htmlLabels":true,"dompurifyConfig":{"ADD_TAGS":["script"]}}')}flowchart TD\nA["<script>globalThis.pwned=1</script>hi"]-->B`,
  looseByFrontMatter:
    '---\nconfig:\n  securityLevel: loose\n---\nflowchart TD\nA["<script>globalThis.pwned=1</script>hi"]-->B',
  themeCss: `${init('{"themeCSS":"} body{background:url(http://evil/x)} .node rect{fill:url(http://evil/y)!important} @import url(http://evil/z);"}')}flowchart TD\nA-->B`,
  themeVariable: `${init('{"theme":"base","themeVariables":{"primaryColor":"url(http://evil/x)","lineColor":"red\\"/><script>pwned=1</script>"}}')}flowchart TD\nA-->B`,
  fontUrl: `${init('{"fontFamily":"x;} @font-face{font-family:y;src:url(http://evil/f.woff)} *{a:b"}')}flowchart TD\nA-->B`,
  prototype: `${init('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"flowchart":{"__proto__":{"polluted":1}}}')}flowchart TD\nA-->B`,
  prototypeByFrontMatter:
    "---\nconfig:\n  __proto__:\n    polluted: 1\n  theme: dark\n---\nflowchart TD\nA-->B",
  aliasBomb: `---\nconfig:\n  a: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g"].map((name, index) => `  ${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdef"[index]}`).join(",")}]`).join("\n")}\n---\nflowchart TD\nA-->B`,
  fileImage: 'flowchart TD\nA@{ img: "file:///etc/passwd", label: "L", w: 60, h: 60 }\nA-->B',
  httpImage:
    'flowchart TD\nA@{ img: "http://169.254.169.254/latest/meta-data", label: "L", w: 60, h: 60 }\nA-->B\nC["<img src=\'http://127.0.0.1:1/x.png\'/>"]',
  svgImage: `flowchart TD\nA@{ img: "data:image/svg+xml;base64,${Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='pwned=1'/>").toString("base64")}", w: 60, h: 60 }\nA-->B`,
  classStyle:
    "flowchart TD\nA-->B\nclassDef x fill:url(http://evil/a),stroke:red}body{color:red,background:url(file:///etc/passwd)\nclass A x",
  escapedUrl:
    "flowchart TD\nA-->B\nstyle A fill:u\\72l(http://evil/a),filter:url(http://evil/f#x),mask:url(//evil/m#y)",
  entities:
    'flowchart TD\nA["#quot;x#quot; #9829; #lt;script#gt;globalThis.pwned=1#lt;/script#gt; #0; #55296; #99999999;"]',
  control: 'flowchart TD\nA["a\u0000b\u001b[31mc\ufffed"]',
  terminal: 'flowchart TD\nA["x\u001b]0;title\u0007y \u202eevil\u2066 \u009b2J \b \u{e0041} \u200b z"]',
  outside: `${init('{"themeCSS":".node{opacity:.4;filter:drop-shadow(1px 1px 2px red);transform:translate(-5000px,-5000px)} .edgePaths{mix-blend-mode:multiply;transform:translate(9999px,1px)}"}')}flowchart TD\nA-->B`,
  sequenceLinks:
    'sequenceDiagram\nparticipant A\nlink A: Home @ javascript:pwned=1\nlinks A: {"x": "file:///etc/passwd"}\nA->>A: <img src=x onerror=pwned=1>',
  ganttClick:
    'gantt\ndateFormat YYYY-MM-DD\nsection A\nt1 :a1, 2026-01-01, 3d\nclick a1 href "javascript:pwned=1"',
  classLink: 'classDiagram\nclass A\nclick A href "javascript:pwned=1" "tip"\nclick A call pwn()',
  mathInjection: 'flowchart TD\nA["$$\\\\href{javascript:pwned=1}{x} \\\\includegraphics{http://evil/x}$$"]',
  icons: `flowchart TD\n${Object.keys(hostileBodies)
    .map((name) => `node-${name}@{ icon: "evil:${name}", label: "${name}" }`)
    .join("\n")}`,
  accessibility:
    'flowchart TD\naccTitle: <script>pwned=1</script>\naccDescr: "><script>pwned=1</script>\nA-->B',
};

/** Sources that are large or take long; they end in a picture or in one of our errors. */
const burdens: Readonly<Record<string, string>> = {
  everyDayExcluded:
    "gantt\ndateFormat YYYY-MM-DD\nexcludes monday,tuesday,wednesday,thursday,friday,saturday,sunday\nsection A\nt1 :a1, 2026-01-01, 3d\nt2: after a1, 3d",
  millisecondTicks:
    "gantt\ndateFormat YYYY-MM-DD\ntickInterval 1millisecond\nsection A\nt1 :a1, 0001-01-01, 9999-12-31",
  dense: `flowchart TD\n${lines(499, (index) => `a${index % 25}-->a${(index * 7 + 3) % 25}`)}`,
  raisedLimits: `${init('{"maxEdges": 100000, "maxTextSize": 9000000}')}flowchart TD\n${lines(700, (index) => `a${index}-->b${index}`)}`,
  longWords: `flowchart TD\nA["${"W".repeat(20_000)}"]-->B["${"日".repeat(2_000)}"]`,
  deepMindmap: `mindmap\n${lines(300, (index) => `${" ".repeat(index + 1)}n${index}`)}`,
  manyMessages: `sequenceDiagram\n${lines(1_200, (index) => `A${index % 40}->>B${(index * 3) % 40}: message ${index}`)}`,
  nested: `flowchart TD\n${lines(200, (index) => `subgraph s${index}`)}\nA-->B\n${"end\n".repeat(200)}`,
  cycle: "sankey-beta\n\na,b,1\nb,c,1\nc,a,1",
  hugeNumbers: 'pie\n"a" : 1e308\n"b" : 1e-308',
  parentheses: `flowchart TD\nA[${"(".repeat(20_000)}]`,
  braces: `%%{${"{".repeat(30_000)}\nflowchart TD\nA-->B`,
  generics: `classDiagram\nclass ${"A~".repeat(15_000)}\n`,
  variables: `${init(`{"themeCSS":"${lines(12, (index) => `.node{--v${index}:${`var(--v${index + 1})`.repeat(8)};}`).replaceAll("\n", "")} .node rect{fill:var(--v0)}"}`)}flowchart TD\nA-->B`,
};

/** Nothing that a terminal obeys, but for our own colours; nothing that turns the order of letters. */
function expectHarmlessText(text: string): void {
  expect(text.replaceAll(/\x1b\[[\d;]*m/g, "")).not.toMatch(
    /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u,
  );
}

/** What may not be found in any result. */
function expectHarmless(svg: string): void {
  expect(svg).not.toMatch(
    /<\s*(?:script|style|foreignObject|iframe|a|animate|set|embed|object|link|meta)\b/i,
  );
  for (const [tag] of svg.matchAll(/<[a-z][^>]*>/gi)) {
    expect(tag).not.toMatch(/\son\w+\s*=/i);
    for (const [, reference = ""] of tag.matchAll(/href="([^"]*)"/g))
      expect(reference).toMatch(/^(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/);
    for (const [, target = ""] of tag.matchAll(/url\(([^)]*)\)/gi)) expect(target).toMatch(/^#/);
    expect(tag).not.toMatch(/javascript:|@import|\\/i);
  }
}

describe("an attack", () => {
  let report: { results: Record<string, { svg?: string; text?: string; error?: string }>; trapped: string[] };

  beforeAll(async () => {
    const script = fileURLToPath(new URL("../fixtures/audit.mjs", import.meta.url));
    const output = await new Promise<string>((resolve, reject) => {
      const child = execFile(process.execPath, [script], { maxBuffer: 2 ** 26 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      child.stdin?.end(JSON.stringify({ sources: attacks, iconPacks: [hostileIcons] }));
    });
    report = JSON.parse(output);
  }, 60_000);

  it("runs nothing, opens nothing and changes nothing", () => {
    expect(report.trapped).toEqual([]);
    expect(Object.keys(report.results)).toEqual(Object.keys(attacks));
  });

  it.each(Object.keys(attacks))("leaves nothing in the picture: %s", (name) => {
    const { svg, text, error } = report.results[name] ?? {};
    expect(svg ?? error).toBeTruthy();
    if (svg) expectHarmless(svg);
    if (text) expectHarmlessText(text);
  });

  it("is drawn as text like any other diagram", () => {
    const drawn = Object.entries(report.results).filter(([, result]) => result.svg);
    for (const [name, { text }] of drawn) expect(text, name).toBeTruthy();
    expect(report.results.terminal?.text).toContain("x]0;titley");
  });

  it("in an icon leaves what is harmless about it", () => {
    expect(report.results.icons?.svg?.split('d="M0 0h9v9z"')).toHaveLength(7);
  });

  it("is drawn to pixels by the whole of the package", async () => {
    for (const name of ["outside", "control", "entities", "fileImage"])
      expect((await renderDiagram(attacks[name] ?? "", { format: "png" })).width).toBeGreaterThan(0);
  });
});

describe("a burden", () => {
  it.each(Object.entries(burdens))("ends in a picture or an error of ours: %s", async (_, source) => {
    const outcome = await renderDiagram(source, { timeoutMs: 1_500 }).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DiagramError);
    else expect(outcome).toHaveProperty("data");
  });

  it.each(Object.entries(burdens))("ends in text or an error of ours: %s", async (_, source) => {
    const outcome = await renderDiagram(source, { format: "text", timeoutMs: 1_500 }).catch(
      (error: unknown) => error,
    );
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DiagramError);
    else {
      const { data, columns } = outcome as { data: string; columns: number };
      expect(columns).toBeLessThanOrEqual(80);
      expectHarmlessText(data);
    }
  });

  it("cannot raise Mermaid's limits", async () => {
    await expect(renderDiagram(burdens.raisedLimits ?? "")).rejects.toThrow(DiagramLimitError);
    await expect(renderDiagram(burdens.raisedLimits ?? "", { format: "text" })).rejects.toThrow(
      DiagramLimitError,
    );
  });

  it("is followed by the next diagram", async () => {
    expect((await renderDiagram('pie\n "a": 1')).kind).toBe("pie");
  });
});
