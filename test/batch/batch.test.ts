/** `fw batch` and `fw usage`: resumed after a kill, refused by a budget, told by bars. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { bin, cleanEnv, run } from "../support/command.js";
import { HOLDING, openScreen } from "../support/screen.js";

let backend: Backend;
let folder: string;
let env: Record<string, string>;
const at = (name: string) => path.join(folder, name);
const flags = ["--provider", "selfhost", "--model", "demo-model", "--retries", "0"];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-batch-"));
  backend = await startBackend("selfhost");
  env = { SELFHOST_HOST: backend.url, XDG_CONFIG_HOME: folder, FW_LEDGER: "" };
});
afterEach(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

const line = (id: string, content = `question ${id}`, rest: object = {}) =>
  JSON.stringify({
    custom_id: id,
    method: "POST",
    url: "/v1/chat/completions",
    body: { messages: [{ role: "user", content }], ...rest },
  });
const write = (name: string, ids: readonly string[]) =>
  writeFileSync(at(name), ids.map((id) => `${line(id)}\n`).join(""));
interface Result {
  custom_id: string;
  response: { status_code: number; body: { choices: { message: { content: string } }[] } };
  error: { code: string } | null;
}
const results = (name: string): Result[] =>
  readFileSync(at(name), "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Result];
      } catch {
        return [];
      }
    });
const questions = () =>
  backend.requests.flatMap(({ body }) => /question (\d+)/.exec(JSON.stringify(body ?? ""))?.[1] ?? []);

describe("fw batch", () => {
  it("tells on a narrow terminal how far it is in one line, from before the first answer on", async () => {
    write(
      "in.jsonl",
      Array.from({ length: 12 }, (_, index) => String(index)),
    );
    backend.setReply({ text: "Fine.", firstDelayMs: 300 });
    const args = ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags, "--concurrency", "4"];
    const screen = openScreen("fw", args, { shell: HOLDING, columns: 30, env: { ...env, NO_COLOR: "" } });
    const seen: string[] = [];
    await screen.until((text) => {
      if (text !== "") seen.push(text.trim());
      return text.includes("12/12");
    });
    screen.type("\r");
    expect(await screen.exit).toBe(0);
    expect(seen[0]).toBe("[....................] 0/12,");
    for (const text of seen) expect(text.match(/\[/g)).toHaveLength(1);
  });

  it("answers every line once, in OpenAI's format", async () => {
    write("in.jsonl", ["1", "2", "3"]);
    const { status, stderr } = await run("fw", ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags], {
      env,
    });
    expect(stderr).toContain("3/3, 0 failed");
    expect(status).toBe(0);
    const out = results("out.jsonl");
    expect(out.map(({ custom_id }) => custom_id).sort()).toEqual(["1", "2", "3"]);
    for (const { custom_id, response, error } of out) {
      expect(error).toBeNull();
      expect(response.status_code).toBe(200);
      expect(response.body.choices[0]?.message.content).toContain(`question ${custom_id}`);
    }
  });

  it("goes on after kill -9 and asks for nothing twice that has an answer", async () => {
    const ids = Array.from({ length: 40 }, (_, place) => String(place));
    write("in.jsonl", ids);
    const args = ["batch", at("in.jsonl"), "-o", at("out.jsonl"), "--concurrency", "2", ...flags];
    const child = spawn(process.execPath, [bin("fw"), ...args], { env: cleanEnv(env), stdio: "ignore" });
    while (questions().length < 10) await backend.nextRequest();
    child.kill("SIGKILL");
    await once(child, "exit");
    const answered = new Set(results("out.jsonl").map(({ custom_id }) => custom_id));
    const before = questions().length;
    expect(answered.size).toBeGreaterThan(0);
    // The line that was being written when the process died.
    writeFileSync(at("out.jsonl"), `${readFileSync(at("out.jsonl"), "utf8")}{"custom_id":"1`);
    const { status, stderr } = await run("fw", args, { env });
    expect(status).toBe(0);
    expect(stderr).toContain(`${answered.size} of 40 are answered already`);
    expect(
      questions()
        .slice(before)
        .filter((id) => answered.has(id)),
    ).toEqual([]);
    expect(
      results("out.jsonl")
        .map(({ custom_id }) => custom_id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it("writes a line for what failed, exits 1, and asks for it again the next time", async () => {
    writeFileSync(at("in.jsonl"), `${line("good")}\n${line("bad", "x", { model: "selfhost/none" })}\n`);
    const args = ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags];
    expect((await call("fw", args, { env })).status).toBe(1);
    const bad = results("out.jsonl").find(({ custom_id }) => custom_id === "bad");
    expect(bad).toMatchObject({ response: { status_code: 404 }, error: { code: "model_not_found" } });
    writeFileSync(at("in.jsonl"), `${line("good")}\n${line("bad")}\n`);
    expect((await call("fw", args, { env })).status).toBe(0);
    expect(results("out.jsonl").map(({ error }) => error)).toEqual([null, null]);
  });

  it("tells a fault of the input before it sends anything", async () => {
    writeFileSync(at("in.jsonl"), `${line("1")}\n${line("1")}\n`);
    const twice = await call("fw", ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags], { env });
    expect(twice.status).toBe(2);
    expect(twice.stderr).toContain('custom_id "1" twice');
    writeFileSync(at("in.jsonl"), `${line("1")}\nnonsense\n`);
    const broken = await call("fw", ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags], { env });
    expect(broken.stderr).toContain("Line 2 of the input");
    expect(backend.requests).toEqual([]);
  });

  it("tells tokens and cost without sending anything with --dry-run", async () => {
    write("in.jsonl", ["1", "2"]);
    const { stdout, status } = await call(
      "fw",
      ["batch", at("in.jsonl"), "-o", at("out.jsonl"), "--dry-run", ...flags],
      { env },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/Requests: 2\nPrompts: +\d+ to \d+ tokens \(estimated\)\n.*\nCost: +not stated/);
    expect(questions()).toEqual([]);
  });

  it("asks a question for each row of a table", async () => {
    writeFileSync(at("in.csv"), 'id,text\na,"one, two"\nb,three\n');
    const args = ["batch", at("in.csv"), "-o", at("out.jsonl"), "--template", "Say {{text}}", ...flags];
    expect((await call("fw", args, { env })).status).toBe(0);
    const said = Object.fromEntries(
      results("out.jsonl").map(({ custom_id, response }) => [
        custom_id,
        response.body.choices[0]?.message.content,
      ]),
    );
    expect(said).toEqual({
      a: expect.stringContaining("Say one, two"),
      b: expect.stringContaining("Say three"),
    });
  });

  it("waits out a rate limit instead of failing the lines", async () => {
    write("in.jsonl", ["1", "2"]);
    backend.setFault({ name: "429-ms", times: 3 });
    const { status } = await call("fw", ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags], { env });
    expect(status).toBe(0);
  });
});

describe("fw usage", () => {
  it("shows what batches and chats used, without inventing a price", async () => {
    write("in.jsonl", ["1", "2"]);
    await call("fw", ["batch", at("in.jsonl"), "-o", at("out.jsonl"), ...flags], { env });
    await call("fw", ["chat", "--provider", "selfhost", "--model", "demo-model", "hi"], { env });
    const { stdout } = await call("fw", ["usage", "--by", "model"], { env });
    expect(stdout).toMatch(/selfhost\/demo-model +3 .*not stated/);
    const json = JSON.parse(
      (await call("fw", ["usage", "--by", "provider", "--json"], { env })).stdout,
    ) as object[];
    expect(json).toEqual([
      expect.objectContaining({ provider: "selfhost", requests: 3, cost_not_stated: 3 }),
    ]);
    expect((await call("fw", ["usage", "--csv"], { env })).stdout).toMatch(/^day,requests,/);
    expect((await call("fw", ["usage", "--by", "moon"], { env })).status).toBe(2);
  });
});

describe("a budget", () => {
  it("refuses before anything is sent, and says where it stands", async () => {
    writeFileSync(at("p.yaml"), "provider: selfhost\nmodel: demo-model\nbudget: { day: 0 }\n");
    const { status, stderr } = await call("fw", ["chat", "--profile", at("p.yaml"), "hi"], { env });
    expect(stderr).toContain("The budget of $0.00 a day is used up");
    expect(status).toBe(5);
    expect(backend.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });
});
