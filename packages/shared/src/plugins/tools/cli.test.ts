import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cli } from "./cli.js";

const [tool] = cli.tools;
if (!tool) throw new Error("the plugin has no tool");
const node = process.execPath;
/** In the sandbox, processes have other numbers than outside. */
const unboxed = { ...process.env, FW_SANDBOX: "off" };
let workspace: string;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(path.join(tmpdir(), "cli-tool-")));
  await mkdir(path.join(workspace, "sub"));
  await symlink(tmpdir(), path.join(workspace, "out"));
});
afterAll(() => rm(workspace, { recursive: true }));

const run = (args: Record<string, unknown>, signal?: AbortSignal) =>
  tool.run(args, { workspace, env: unboxed, ...(signal && { signal }) });
const script = (code: string, more: Record<string, unknown> = {}) => ({
  program: node,
  args: ["-e", code],
  ...more,
});

/** Waits for what another process does, which sends no event here. */
const eventually = { timeout: 25_000 };

/** The process ids a script wrote into a file, once the file is complete. */
async function idsIn(name: string): Promise<number[]> {
  const content = () => readFile(path.join(workspace, name), "utf8").catch(() => "");
  await expect.poll(content, eventually).toMatch(/\n$/);
  return (await content()).trim().split(" ").map(Number);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Gone, or a zombie that only its new parent has yet to collect. */
async function isGone(processId: number): Promise<boolean> {
  const state = await readFile(`/proc/${processId}/stat`, "utf8").catch(() => ") Z");
  return !isAlive(processId) || state.slice(state.lastIndexOf(")")).startsWith(") Z");
}

describe("running", () => {
  test("gives both outputs and the exit status", async () => {
    await expect(run(script("console.log('out'); console.error('err')"))).resolves.toEqual({
      ok: true,
      content: expect.stringMatching(/^(?:out\nerr|err\nout)\n\[exit status 0\]$/),
    });
    await expect(run(script("process.stdout.write('x'); process.exit(3)"))).resolves.toEqual({
      ok: false,
      content: "x\n[exit status 3]",
    });
  });

  test("hands arguments on as they are: no shell looks at them", async () => {
    const odd = ["$HOME", "`id`", "a b", "*", ";", "'\"\\", "", "\n"];
    const { content } = await run({
      program: node,
      args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd],
    });
    expect(JSON.parse(content.split("\n")[0] ?? "")).toEqual(odd);
  });

  test("happens in the workspace, or in a folder of it", async () => {
    const where = "process.stdout.write(process.cwd())";
    expect((await run(script(where))).content).toContain(`${workspace}\n`);
    expect((await run(script(where, { folder: "sub" }))).content).toContain(
      `${path.join(workspace, "sub")}\n`,
    );
  });

  test.each([
    ["..", "is outside the workspace"],
    ["/", "is outside the workspace"],
    ["out", "is outside the workspace"],
    ["none", "There is no folder"],
  ])("is refused in %j", async (folder, reason) => {
    const result = await run(script("", { folder }));
    expect(result).toEqual({ ok: false, content: expect.stringContaining(reason) });
  });

  test("a program that is not there, and arguments that cannot be passed, are answers", async () => {
    await expect(run({ program: "no-such-program" })).resolves.toEqual({
      ok: false,
      content: '["no-such-program" could not be started: no such file]',
    });
    expect((await run({ program: node, args: ["\0"] })).content).toContain("could not be started");
    expect(await run({ program: node, args: "x" })).toMatchObject({ ok: false });
  });

  test("shows no keys to the program, and asks for no colour and no input", async () => {
    const code =
      "process.stdout.write(JSON.stringify(process.env)); process.stdin.resume().on('end', () => {})";
    const env = {
      ...unboxed,
      FW_GATEWAY_API_KEY: "1",
      HUBMODELS_TOKEN: "2",
      MY_SECRET: "3",
      MONKEY: "4",
      LC_ALL: "C.UTF-8",
      HTTPS_PROXY: "http://user:pass@proxy:1",
      FW_TOOL_ENV: "LET_THROUGH",
      LET_THROUGH: "5",
    };
    const { content } = await tool.run(script(code), { workspace, env });
    expect(content).not.toMatch(/FW_GATEWAY_API_KEY|HUBMODELS_TOKEN|MY_SECRET/);
    // Names are allowed, not forbidden: nobody knows all names of keys.
    expect(content).not.toMatch(/MONKEY|HTTPS_PROXY/);
    expect(content).toMatch(/"LC_ALL":"C.UTF-8"/);
    expect(content).toMatch(/"LET_THROUGH":"5"/);
    expect(content).toMatch(/"NO_COLOR":"1"/);
  });

  test("long output keeps its two ends", async () => {
    const { content } = await run(script("console.log('BEGIN' + 'x'.repeat(3_000_000) + 'END')"));
    expect(content).toMatch(/^BEGINx+\n\[… \d+ bytes left out …\]\nx+END\n\[exit status 0\]$/);
    expect(content.length).toBeLessThan(33_000);
  });
});

// A child that ignores the gentle signal, itself with a child in a group and session of its own.
const stubbornFamily = (file: string, stubborn = true) => `
    if (${stubborn}) process.on("SIGTERM", () => {});
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"], { detached: true });
    child.stdout.once("data", () => {
      console.log("begun");
      require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + child.pid + "\\n");
    });
    setInterval(() => {}, 1000);`;

describe.skipIf(process.platform !== "linux")("ending", () => {
  test("cancel ends the whole family, and what it printed is kept", async () => {
    const controller = new AbortController();
    const running = run(script(stubbornFamily("cancel.ids")), controller.signal);
    const ids = await idsIn("cancel.ids");
    controller.abort();
    await expect(running).resolves.toEqual({ ok: false, content: "begun\n[cancelled by the user]" });
    for (const id of ids) await expect.poll(() => isGone(id), eventually).toBe(true);
  });

  test("also when the parent goes at once and a grandchild refuses to", async () => {
    const controller = new AbortController();
    const running = run(script(stubbornFamily("orphan.ids", false)), controller.signal);
    const ids = await idsIn("orphan.ids");
    controller.abort();
    expect(await running).toMatchObject({ ok: false });
    for (const id of ids) await expect.poll(() => isGone(id), eventually).toBe(true);
  });

  test("so does the time limit", async () => {
    const family = 'trap "" TERM; sleep 1000 & echo $$ $! > limit.ids; wait';
    const running = run({ program: "sh", args: ["-c", family], time_limit: 1 });
    const ids = await idsIn("limit.ids");
    const { ok, content } = await running;
    expect(ok).toBe(false);
    expect(content).toContain(
      "[ended after the time limit of 1 s, with what it had started, as far as that could be found]",
    );
    for (const id of ids) await expect.poll(() => isGone(id), eventually).toBe(true);
  });

  test("what was left in the background does not hold the answer up, nor live on", async () => {
    await writeFile(path.join(workspace, "left.sh"), "sleep 1000 & echo $! > left.ids\necho done\n");
    await expect(run({ program: "sh", args: ["left.sh"] })).resolves.toEqual({
      ok: true,
      content: "done\n[exit status 0]",
    });
    for (const id of await idsIn("left.ids")) await expect.poll(() => isGone(id), eventually).toBe(true);
  });

  test("a program that is killed says by what; one that was cancelled before it began is not run", async () => {
    expect((await run({ program: "sh", args: ["-c", "kill -9 $$"] })).content).toBe("[ended by SIGKILL]");
    const result = await run(script("console.log('ran')"), AbortSignal.abort());
    expect(result).toEqual({ ok: false, content: "[cancelled by the user]" });
  });
});

test("the preview is the command line, with nothing hidden in it", async () => {
  const args = { program: "git", args: ["commit", "-m", "two words", "\u001B[2Jx"], folder: "sub" };
  await expect(tool.preview?.(args, { workspace, env: {} })).resolves.toMatchObject({
    text: 'git commit -m "two words" "\u001b[2Jx"  (in "sub")',
    grants: [{ words: "this very command" }, { words: expect.stringContaining("any command at all") }],
  });
});
