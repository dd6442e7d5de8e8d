/** Every TypeScript and JavaScript example in the documentation compiles and runs. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Block, blocksOf, pages, root } from "./blocks.js";
import { createWorld, type World } from "./world.js";

const run = promisify(execFile);

/** What an excerpt takes for granted, before and after it: by page, and by its place among the page's programs. */
const around: Readonly<Record<string, { before?: string; after?: string }>> = {
  "docs/formatters.md 1": { before: 'const answer = ["# Hello\\n"];' },
  "docs/providers/hubmodels.md 1": {
    before: "const turn = { usage: { prompt_tokens: 8, output_tokens: 2, total_tokens: 10 } };",
  },
  "docs/providers/localdesk.md 1": { after: "await client.close();" },
  "docs/sessions.md 1": {
    before: `const askTheUser = async (name: string, preview?: string) => name !== preview;
const show = (event: object) => console.log(event);`,
    after: "await client.close();",
  },
  "docs/sessions.md 2": {
    before: `import { createClient } from "@framework/shared";
const client = createClient({ provider: "selfhost" });
await client.connect("qwen3-32b");
const testsPass = () => true;`,
    after: "await client.close();",
  },
  "packages/backends/README.md 1": {
    before: `const myClient = {
  async chat(url: string, text: string): Promise<void> {
    const body = JSON.stringify({ model: "my-model", stream: true, messages: [{ role: "user", content: text }] });
    const ask = () => fetch(url + "/v1/chat/completions", { method: "POST", body }).then((answer) => answer.text());
    await ask().catch(ask);
    // One that goes away before the answer is complete, for the line that waits for it.
    setImmediate(() => {
      const leaving = new AbortController();
      backend.setFault("stall-mid-stream");
      fetch(url + "/v1/chat/completions", { method: "POST", body, signal: leaving.signal })
        .then((answer) => answer.body?.getReader().read())
        .then(() => leaving.abort());
    });
  },
};`,
  },
};

/** Pages on which each excerpt goes on from the first, which makes the client. */
const WITH_CLIENT = new Set(["docs/library.md", "docs/coming-from-openai.md", "docs/coming-from-ai-sdk.md"]);
const client = {
  before: `import { createClient } from "@framework/shared";
const client = createClient({ provider: "selfhost" });
await client.connect("qwen3-32b");`,
  after: "await client.close();",
};
const surroundings = ({ page, text }: Block, index: number) =>
  WITH_CLIENT.has(page) && !text.includes("createClient") ? client : around[`${page} ${index + 1}`];

const LANGUAGES = new Set(["ts", "js"]);
const programs = pages.flatMap((page) =>
  blocksOf(page)
    .filter(({ language }) => LANGUAGES.has(language))
    .map((block, index) => ({ ...block, ...surroundings(block, index) })),
);
const named = programs.map((program, index) => ({ ...program, index }));

/** Inside the repository, where the packages resolve as they do for a user. */
let folder: string;
beforeAll(async () => {
  const cache = path.join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(path.join(cache, "docs-"));
  await Promise.all(
    named.map((block) => writeFile(path.join(folder, `${block.index}.mts`), programOf(block))),
  );
  const options = {
    extends: path.join(root, "tsconfig.base.json"),
    compilerOptions: {
      outDir: "out",
      lib: ["ES2023", "DOM", "DOM.AsyncIterable"],
      composite: false,
      declaration: false,
      typeRoots: [path.join(root, "node_modules", "@types")],
    },
    include: ["*.mts"],
  };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(options));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function programOf({ text, before = "", after = "" }: (typeof programs)[number]): string {
  const imports = text.match(/^import [^]*?;$/gm)?.join("\n") ?? "";
  const rest = text.replaceAll(/^import [^]*?;$/gm, "");
  return `${imports}\n${before}\n${rest}\n${after}\nexport {};\n`;
}

it("they compile", async () => {
  const compiler = path.join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  const places = stdout.replaceAll(/^(?:.*\/)?(\d+)\.mts/gm, (_, index: string) => {
    const block = named[Number(index)];
    return `${block?.page} (example at line ${block?.line})`;
  });
  expect(places).toBe("");
});

describe.each([...new Set(named.map(({ page }) => page))])("%s", (page) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(page);
  });
  afterAll(() => world.close());

  it("runs, line by line of what it shows, and ends by itself", async () => {
    const own = named.filter((block) => block.page === page);
    for (const { index } of own) {
      const file = path.join(folder, "out", `${index}.mjs`);
      await writeFile(file, world.translate(await readFile(file, "utf8")));
    }
    // One process for a page: starting it takes longer than most examples do.
    const all = own.map(({ index, line }) => `globalThis.line = ${line};\nawait import("./${index}.mjs");`);
    const main = path.join(folder, "out", `page-${own[0]?.index}.mjs`);
    const tell =
      'process.on("exit", (code) => code && console.error(`in the example at line ${globalThis.line}`));';
    await writeFile(main, [tell, ...all].join("\n"));
    await run(process.execPath, [main], { cwd: world.folder, env: world.env, timeout: 30_000 });
  });
});
