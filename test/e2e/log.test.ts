/** Conversations are kept, gone on with, found again, exported and deleted. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { type Outcome, run } from "../support/command.js";

const KEY = "sk-secret-0123456789abcdef";
const ANSWER = [
  "# Answer",
  "",
  "A **bold** <script>alert(1)</script> word, `code` and [a link](https://example.com/?a=1&b=2).",
  "",
  "| a | b |",
  "|---|---|",
  "| 1 | `x` |",
  "",
  "1. first",
  "   - inner",
  "2. second",
  "",
  "```ts",
  'const text: string = "<b>";',
  "```",
  "",
  "```mermaid",
  "graph LR",
  "  Start --> Stop",
  "```",
].join("\n");

let backend: Backend;
let root: string;
let here: string;
let kept: string;
beforeAll(async () => {
  backend = await startBackend("selfhost", {
    models: [
      { id: "m", contextLength: 32_768 },
      { id: "other", contextLength: 32_768 },
    ],
    apiKey: KEY,
    reply: { text: ANSWER },
  });
});
afterAll(() => backend.close());
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "fw-log-"));
  here = path.join(root, "work");
  kept = path.join(root, "kept");
  mkdirSync(here);
});

const fw = (args: string[], cwd = here, input = "", runOrCall = call): Promise<Outcome> =>
  runOrCall("fw", args, {
    cwd,
    input,
    env: { FW_CONVERSATIONS: kept, SELFHOST_HOST: backend.url, SELFHOST_API_TOKEN: KEY },
  });
const ask = (question: string, ...more: string[]) =>
  fw(["chat", "--provider", "selfhost", "--model", "m", ...more, question]);
const listed = async (...args: string[]) =>
  JSON.parse((await fw(["log", "--json", ...args])).stdout) as Record<string, string>[];
const asked = () => {
  const body = backend.requests.at(-1)?.body as
    | { model: string; messages: { role: string; content: string }[] }
    | undefined;
  return {
    model: body?.model,
    questions: body?.messages.filter(({ role }) => role === "user").map(({ content }) => content),
  };
};

describe("keeping", () => {
  it("every chat is kept in a private file, with its title, and without secrets", async () => {
    await ask(`Why does ${KEY} not work?\nIt is my key.`);
    const [name = "", ...others] = readdirSync(kept);
    expect(others).toEqual([]);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(kept, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(kept, name), "utf8")).not.toContain(KEY);
    expect(await listed()).toMatchObject([
      { title: "Why does sk-s…cdef not work?", provider: "selfhost", model: "m", folder: here },
    ]);
  });

  it("--no-save and a question that failed leave nothing", async () => {
    await ask("not this", "--no-save");
    backend.setFault("401");
    expect((await ask("nor this", "--retries", "0")).status).not.toBe(0);
    backend.setFault(undefined);
    expect(await listed()).toEqual([]);
  });
});

describe("going on", () => {
  it("-c goes on with the last conversation of this folder, on its own backend", async () => {
    await ask("first question");
    const elsewhere = path.join(root, "elsewhere");
    mkdirSync(elsewhere);
    await fw(["chat", "--provider", "selfhost", "--model", "other", "question elsewhere"], elsewhere);
    expect((await fw(["chat", "-c", "second question"])).status).toBe(0);
    expect(asked()).toEqual({ model: "m", questions: ["first question", "second question"] });
    expect((await fw(["chat", "third", "--model", "other", "--continue"])).status).toBe(0);
    expect(asked()).toEqual({ model: "other", questions: ["first question", "second question", "third"] });
    expect(await listed("--all")).toMatchObject([
      { title: "first question" },
      { title: "question elsewhere" },
    ]);
  });

  it("-c NAME takes an id, the beginning of one, or a title; a pipe may ask", async () => {
    await ask("about cats");
    await ask("about dogs");
    const [, cats] = await listed();
    await fw(["chat", "-c", String(cats?.["id"]), "by id"]);
    expect(asked().questions).toEqual(["about cats", "by id"]);
    await fw(["chat", "-c", "About Dogs"], here, "by title, from a pipe");
    expect(asked().questions).toEqual(["about dogs", "by title, from a pipe"]);
    const missing = await fw(["chat", "-c", "about cows", "moo"]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain('There is no conversation "about cows" (did you mean "about');
  });

  it("--no-save goes on without writing a word", async () => {
    await ask("kept");
    const file = path.join(kept, readdirSync(kept)[0] ?? "");
    const before = readFileSync(file, "utf8");
    await fw(["chat", "-c", "--no-save", "--", "not kept"]);
    expect(asked().questions).toEqual(["kept", "not kept"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("says so where there is none", async () => {
    const { status, stderr } = await fw(["chat", "-c", "hello?"]);
    expect(status).toBe(2);
    expect(stderr).toContain("no conversation in this folder to go on with");
  });
});

describe("fw log", () => {
  it("lists, searches the whole text, shows and deletes", async () => {
    await ask("about cats");
    await ask("about dogs");
    const { stdout } = await fw(["log"]);
    expect(stdout).toMatch(
      /^[2-9a-z]{6} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}about dogs {2}\[selfhost m\]\n.*about cats/,
    );
    expect(await listed("BOLD", "cats")).toMatchObject([
      { title: "about cats", excerpt: expect.any(String) },
    ]);
    expect(await listed("unicorn")).toEqual([]);
    const shown = await fw(["log", "show", "about cats"]);
    expect(shown.stdout).toContain(`# about cats\n\nselfhost · m · `);
    expect(shown.stdout).toContain("## You\n\nabout cats\n\n## m\n\n# Answer");
    expect((await fw(["log", "delete", "about cats"])).stdout).toMatch(/^Deleted \w+: about cats\n$/);
    expect(await listed()).toMatchObject([{ title: "about dogs" }]);
    expect((await fw(["log", "show", "about cats"])).status).toBe(2);
  });

  it("exports Markdown, JSON and a page that needs nothing else", async () => {
    await ask("draw it");
    for (const name of ["a.md", "a.json", "a.html"]) {
      expect((await fw(["log", "export", "draw it", "-o", name], here, "", run)).status).toBe(0);
    }
    const text = (name: string) => readFileSync(path.join(here, name), "utf8");
    expect(text("a.md")).toContain(ANSWER);
    expect(JSON.parse(text("a.json"))).toMatchObject({
      title: "draw it",
      messages: [
        { role: "user", content: "draw it" },
        { role: "assistant", content: ANSWER },
      ],
    });
    const page = text("a.html");
    expect(page).toContain('<span class="hljs-keyword">const</span>');
    expect(page).toContain("<strong>bold</strong>");
    expect(page).toContain("<td><code>x</code></td>");
    expect(page).toContain("<li>first\n<ul>\n<li>inner</li>\n</ul></li>\n<li>second</li>");
    expect(page).not.toMatch(/<script|src="http|href="(?!https:\/\/example)/);
    const svg = /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(page)?.[1] ?? "";
    expect(Buffer.from(svg, "base64").toString()).toMatch(/<svg[^]*Start/);
    expect(statSync(path.join(here, "a.html")).mode & 0o777).toBe(0o600);
    const wrong = await fw(["log", "export", "draw it", "-o", "a.txt"]);
    expect({ status: wrong.status, stderr: wrong.stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("none of .md, .json and .html"),
    });
    expect((await fw(["log", "export", "draw it", "-o", "/nowhere/a.md"])).status).toBe(2);
  });
});
