/** Loads as a user meets them: two commands at once, progress in a terminal, in pipes and as events, Ctrl-C. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventsOf, run } from "../support/command.js";
import { HOLDING, openScreen } from "../support/screen.js";

let folder: string;
let backend: Backend;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-load-"));
  env = { XDG_CACHE_HOME: folder };
});
afterEach(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

const loads = () => backend.requests.filter(({ path: to }) => to.endsWith("/load"));
const isLoad = ({ path: to }: { path: string }) => to.endsWith("/load");

/** An emulated application whose loads take this long, and a profile that asks for one. */
async function desk(loadMs: number): Promise<string[]> {
  backend = await startBackend("localdesk", { loadMs });
  const profile = path.join(folder, "desk.yaml");
  const lines = [
    "name: desk",
    "provider: localdesk",
    "model: demo/model-7b",
    "plugin_configs:",
    "  localdesk:",
    `    host: ${backend.url}`,
    "    load: { context_length: 16384 }",
  ];
  await writeFile(profile, `${lines.join("\n")}\n`);
  return ["chat", "--profile", profile];
}

it("two processes that connect at the same moment load once", async () => {
  const args = await desk(500);
  const outcomes = await Promise.all([1, 2, 3].map(() => run("fw", [...args, "hello"], { env })));
  for (const { status, stdout } of outcomes) expect([status, stdout]).toEqual([0, "You said: hello\n"]);
  expect(loads()).toHaveLength(1);
});

it("a load is told in notices as JSON, with its elapsed time", async () => {
  const args = await desk(1300);
  const { status, stdout } = await run("fw", [...args, "--json", "hello"], { env });
  const events = eventsOf(stdout);
  expect(status).toBe(0);
  const start = events.findIndex(({ type }) => type === "start");
  const before = events.slice(0, start).map(({ type, text }) => `${String(type)} ${String(text)}`);
  expect(before[0]).toMatch(/^notice Loading .*: 0 s$/);
  expect(before[1]).toMatch(/^notice Loading .*: [1-9]\d* s$/);
  expect(events[start]).toMatchObject({ context_length: 16_384, context_source: "live" });
});

it("a load is one line in a pipe", async () => {
  const args = await desk(1300);
  const { stderr } = await run("fw", [...args, "hello"], { env });
  expect(stderr.split("\n").filter((line) => line.startsWith("Loading"))).toHaveLength(1);
});

it("a load turns a spinner in a terminal, which is gone afterwards", async () => {
  const terminal = openScreen("fw", await desk(1300), { env });
  await terminal.until(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Loading "demo\/model-7b" on .*: 0 s/);
  await terminal.until(/Loading .*: [1-9]\d* s/);
  await terminal.until("window 16384 tokens (live)");
  expect(await terminal.until(/^> ?$/m)).not.toContain("Loading");
  terminal.type("/quit\r");
  expect(await terminal.exit).toBe(0);
});

it("Ctrl-C ends a load: the request is closed, the line is clean, and the status says so", async () => {
  const terminal = openScreen("fw", await desk(60_000), { env, shell: HOLDING });
  await terminal.until(/Loading .*: \d+ s/);
  await backend.nextRequest(isLoad);
  terminal.type("\u0003");
  expect((await backend.nextClientClose()).requestPath).toBe("/api/v1/models/load");
  expect(await terminal.until("Cancelled.")).toBe("Cancelled.");
  terminal.type("\r");
  expect(await terminal.exit).toBe(130);
});
