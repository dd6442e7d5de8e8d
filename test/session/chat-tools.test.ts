/** `fw chat` with a profile's plugins: events, approval on a terminal, refusal without one. */
import { mkdtempSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type Reply, startBackend } from "@framework/backends";
import { spawn } from "@lydell/node-pty";
import { afterEach, beforeEach, expect, it } from "vitest";
import { call } from "../support/called.js";
import { bin, cleanEnv, eventsOf, run } from "../support/command.js";
import { openTerminal } from "../support/terminal.js";
import { calling } from "./support.js";

let backend: Backend;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-tools-"));
});
afterEach(() => backend.close());

async function prepare(reply: Reply | Reply[], plugins = "[cli, file_edit]"): Promise<string[]> {
  backend = await startBackend("selfhost", { reply });
  const profile = path.join(folder, "profile.yaml");
  writeFileSync(
    profile,
    `provider: selfhost\nmodel: demo-model\nplugins: ${plugins}\nplugin_configs:\n  selfhost:\n    host: ${backend.url}\n`,
  );
  return ["chat", "--profile", profile, "--workspace", folder];
}

const create = (id: string, name: string) =>
  calling([id, "create_file", { path: name, content: `content of ${name}\n` }]);

it("prints tool-call and tool-result events and runs changing calls with --yes", async () => {
  const args = await prepare([create("a", "new.txt"), { text: "Done." }]);
  const { status, stdout, stderr } = await run("fw", [...args, "--yes", "--json", "Go."]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const events = eventsOf(stdout);
  expect(
    events.filter(({ type }) => type === "tool-call" || type === "tool-result" || type === "finish"),
  ).toEqual([
    {
      type: "tool-call",
      id: "a",
      name: "create_file",
      arguments: { path: "new.txt", content: "content of new.txt\n" },
    },
    {
      type: "tool-result",
      id: "a",
      name: "create_file",
      ok: true,
      content: 'Created "new.txt".',
      display: expect.stringContaining("+content of new.txt"),
    },
    { type: "finish", reason: "stop" },
  ]);
  expect(readFileSync(path.join(folder, "new.txt"), "utf8")).toBe("content of new.txt\n");
});

it("refuses changing calls without a terminal and without --yes, but reads", async () => {
  writeFileSync(path.join(folder, "there.txt"), "hello");
  const args = await prepare([
    calling(
      ["a", "run_command", { program: "touch", args: ["made"] }],
      ["b", "read_file", { path: "there.txt" }],
    ),
    { text: "Done." },
  ]);
  const { status, stdout, stderr } = await call("fw", [...args, "Go."]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "Done.\n" });
  expect(stderr).toContain("run_command: failed. Not run");
  expect(existsSync(path.join(folder, "made"))).toBe(false);
  const last = backend.requests.at(-1)?.body as { messages: { content: string }[] };
  expect(last.messages.at(-1)?.content).toBe("hello");
});

it("names the plugins when a profile names one that is none", async () => {
  const args = await prepare({ text: "" }, "[clli]");
  const { status, stderr } = await call("fw", [...args, "Go."]);
  expect(status).toBe(2);
  expect(stderr).toContain('did you mean "cli"');
  expect(backend.requests).toHaveLength(0);
});

it("asks on a terminal: no, yes, always", async () => {
  const args = await prepare([
    create("1", "one"),
    create("2", "two"),
    create("3", "three"),
    create("4", "four"),
    { text: "All done." },
  ]);
  const terminal = openTerminal("fw", [...args, "Go."]);
  await terminal.waitFor("+content of one");
  await terminal.waitFor("[a]lways");
  terminal.type("what?\rn");
  await terminal.waitFor("+content of two");
  await terminal.waitFor("[a]lways");
  terminal.type("y\r");
  await terminal.waitFor("+content of three");
  await terminal.waitFor("[a]lways");
  terminal.type("a");
  await terminal.waitFor("Number and Enter");
  terminal.type("2\r");
  await terminal.waitFor("All done.");
  expect(await terminal.exit).toBe(0);
  const made = ["one", "two", "three", "four"].map((name) => existsSync(path.join(folder, name)));
  expect(made).toEqual([false, true, true, true]);
});

it("asks on the terminal also when the prompt comes through a pipe", async () => {
  const args = await prepare([create("1", "one"), { text: "Done." }]);
  const child = spawn("/bin/sh", ["-c", 'echo Go. | "$0" "$@"', process.execPath, bin("fw"), ...args], {
    env: cleanEnv({ TERM: "xterm-256color" }),
  });
  let asked = false;
  let output = "";
  child.onData((data) => {
    output += data;
    if (asked || !output.includes("[a]lways")) return;
    asked = true;
    child.write("y\r");
  });
  const status = await new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  expect(status).toBe(0);
  expect(output).toContain("Done.");
  expect(existsSync(path.join(folder, "one"))).toBe(true);
});

it("cancels at the question with Ctrl-C", async () => {
  const args = await prepare(create("1", "one"));
  const terminal = openTerminal("fw", [...args, "Go."]);
  await terminal.waitFor("[a]lways");
  terminal.type("\u0003");
  await terminal.waitFor("Cancelled.");
  expect(await terminal.exit).toBe(130);
  expect(existsSync(path.join(folder, "one"))).toBe(false);
});
