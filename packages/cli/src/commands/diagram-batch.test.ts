/** Many diagrams into a folder, as a user runs it. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const fw = fileURLToPath(new URL("../../bin/fw.js", import.meta.url));
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-batch-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ status: number | null; errors: string }> {
  const child = spawn(process.execPath, [fw, "diagram", ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, status] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on("exit", resolve)),
  ]);
  return { status, errors };
}

const README = `# Title

\`\`\`mermaid
flowchart LR
  A --> B
\`\`\`

\`\`\`mermaid
flowchart LR
  A --> B
  ]]]
\`\`\`

~~~js
const x = 1;
~~~
`;

test("every fence of a Markdown file and every other file is drawn; what is wrong has its file and line", async () => {
  await writeFile(path.join(folder, "README.md"), README);
  await writeFile(path.join(folder, "one.mmd"), "flowchart TD\n  A[Start (now)] --> B\n");
  const { status, errors } = await run("README.md", "one.mmd", "-o", "pictures", "--in-place");
  expect(status).toBe(1);
  expect(errors).toContain("README.md:11: ");
  expect(errors).toContain("one.mmd: mended: put a label in quotation marks.");
  expect(errors).toContain("2 of 3 drawn into pictures.");
  expect((await readdir(path.join(folder, "pictures"))).toSorted()).toEqual([
    "README-1.mmd",
    "README-1.svg",
    "one.svg",
  ]);
  const linked = await readFile(path.join(folder, "README.md"), "utf8");
  expect(linked).toContain("# Title\n\n![diagram](pictures/README-1.svg)\n");
  expect(linked).toContain("  ]]]");
  expect(linked).toContain("const x = 1;");
  expect(await readFile(path.join(folder, "pictures", "README-1.mmd"), "utf8")).toBe(
    "flowchart LR\n  A --> B\n",
  );
});

test("fences in lists and quotations are drawn and replaced where they stand", async () => {
  const source =
    'Text\n\n1. One\n\n    ```mermaid\n    pie\n     "a": 1\n    ```\n\n> ```mermaid\n> pie\n>  "b": 1\n> ```\n\n- ```mermaid\n  pie\n   "c": 1\n  ```\n\nEnd\n\n    ```mermaid\n    not a fence: code\n    ```\n';
  await mkdir(path.join(folder, "other"));
  await writeFile(path.join(folder, "lists.md"), source.replaceAll("\n", "\r\n"));
  await writeFile(path.join(folder, "other", "lists.md"), '```mermaid\npie\n "d": 1\n```\n');
  const { status } = await run("lists.md", "other/lists.md", "-o", "in-lists", "--in-place");
  expect(status).toBe(0);
  expect((await readdir(path.join(folder, "in-lists"))).filter((name) => name.endsWith("svg"))).toEqual([
    "lists-1.svg",
    "lists-2.svg",
    "lists-3.svg",
    "other-lists-1.svg",
  ]);
  expect(await readFile(path.join(folder, "lists.md"), "utf8")).toBe(
    "Text\n\n1. One\n\n    ![diagram](in-lists/lists-1.svg)\n\n> ![diagram](in-lists/lists-2.svg)\n\n- ![diagram](in-lists/lists-3.svg)\n\nEnd\n\n    ```mermaid\n    not a fence: code\n    ```\n".replaceAll(
      "\n",
      "\r\n",
    ),
  );
});

test("two pictures of one name are refused before anything is drawn", async () => {
  await writeFile(path.join(folder, "same.md"), '```mermaid\npie\n "a": 1\n```\n');
  await writeFile(path.join(folder, "same-1.mmd"), 'pie\n "a": 1\n');
  const { status, errors } = await run("same.md", "same-1.mmd", "-o", "same");
  expect([status, errors]).toEqual([2, expect.stringContaining("would both be")]);
});

test("nearly right is refused with --strict, and many need a folder", async () => {
  await writeFile(path.join(folder, "two.mmd"), "flowchart TD\n  A[Start (now)] --> B\n");
  const strict = await run("two.mmd", "-o", "strict/", "--strict", "--png");
  expect(strict).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^two\.mmd:2: syntax error: Expecting .*, got /m),
  });
  expect(await run("one.mmd", "two.mmd")).toMatchObject({
    status: 2,
    errors: expect.stringContaining("-o FOLDER"),
  });
});

test("--watch draws again what has changed, tells what is wrong and goes on", async () => {
  const file = path.join(folder, "watched.mmd");
  await writeFile(file, "flowchart TD\n  A --> B\n");
  const child = spawn(process.execPath, [fw, "diagram", "watched.mmd", "-o", "watched.svg", "--watch"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const untilReady = async (): Promise<string> => {
    let said = "";
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value.startsWith("Waiting")) break;
      said += line.value;
    }
    return said;
  };
  await untilReady();
  expect(await readFile(path.join(folder, "watched.svg"), "utf8")).not.toContain("Changed");
  await writeFile(file, "flowchart TD\n  A --> ]]]\n");
  expect(await untilReady()).toContain("syntax error on line 2");
  await writeFile(file, "flowchart TD\n  A --> Changed\n");
  expect(await untilReady()).toBe("watched.mmd changed.");
  expect(await readFile(path.join(folder, "watched.svg"), "utf8")).toContain("Changed");
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

test("a PDF has one page, and is the library's to write", async () => {
  await writeFile(path.join(folder, "paper.mmd"), "flowchart TD\n  A --> B\n");
  expect(await run("paper.mmd", "-o", "paper.pdf")).toEqual({ status: 0, errors: "" });
  expect(await readFile(path.join(folder, "paper.pdf"), "latin1")).toMatch(
    /^%PDF-1\.4\n[^]*\/Type \/Page [^]*%%EOF\n$/,
  );
  const { status, errors } = await run("paper.mmd", "-o", "paper.pdf", "--renderer", "cli");
  expect([status, errors]).toEqual([2, expect.stringContaining("PDF is drawn by the library")]);
});

test("--watch names a file that is not there", async () => {
  const { status, errors } = await run("gone/x.mmd", "-o", "x.svg", "--watch");
  expect([status, errors]).toEqual([2, expect.stringContaining("gone/x.mmd cannot be read")]);
});
