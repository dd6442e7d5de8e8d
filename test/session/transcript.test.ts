/** Saving and resuming conversations: what is in the file, what survives a kill, what is mended. */
import { spawn } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Reply, startBackend } from "@framework/backends";
import { describe, expect, it } from "vitest";
import { calling, type Talk, talk, tool } from "./support.js";

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), "fw-transcript-")), "chat.jsonl");
const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const weather = tool("weather", ({ city }) =>
  Promise.resolve({ ok: true, content: `${String(city)}: rain` }),
);

it("is written line by line as it happens, private, and resumes to the same conversation", async () => {
  const transcript = newFile();
  await using chat = await talk({
    backend: {
      reply: [{ text: "Looking.", ...calling(["a", "weather", { city: "Oslo" }]) }, { text: "Wet." }],
    },
    session: { tools: [weather], system: "Be brief.", transcript },
  });
  await chat.session.sendMessage("Weather?");
  expect(statSync(transcript).mode & 0o777).toBe(0o600);
  const kinds = linesOf(transcript).map(({ type }) => type);
  expect(kinds.filter((type) => type !== "partial")).toEqual([
    "session",
    "system",
    "message",
    "message",
    "usage",
    "message",
    "message",
    "usage",
  ]);
  expect(linesOf(transcript)[0]).toMatchObject({ version: 1, provider: "selfhost", model: "demo-model" });

  const resumed = await chat.client.resumeSession(transcript, { tools: [weather] });
  expect(resumed.messages).toEqual(chat.session.messages);
  expect(resumed.system).toBe("Be brief.");
  expect(resumed.getTokenUsage()).toEqual(chat.session.getTokenUsage());
  await resumed.sendMessage("And now?");
  expect(
    chat
      .bodies()
      .at(-1)
      ?.messages.map(({ role }) => role),
  ).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
  const again = await chat.client.resumeSession(transcript);
  expect(again.messages).toEqual(resumed.messages);
});

it("can begin later, and follows undo, clear, failures and a changed system message", async () => {
  const file = newFile();
  await using chat = await talk();
  await chat.session.sendMessage("One.");
  chat.session.save(file);
  await chat.session.sendMessage("Two.");
  await chat.session.sendMessage("Three.");
  chat.session.undo();
  chat.backend.setFault({ name: "400", times: 1 });
  await expect(chat.session.sendMessage("Four.")).rejects.toThrow();
  chat.session.system = "Be kind.";
  await chat.session.sendMessage("Five.");
  const resumed = await chat.client.resumeSession(file);
  expect(resumed.messages).toEqual(chat.session.messages);
  expect(resumed.messages.filter(({ role }) => role === "user")).toMatchObject(
    ["One.", "Two.", "Five."].map((content) => ({ content })),
  );
  expect(resumed.system).toBe("Be kind.");
  resumed.clear();
  expect((await chat.client.resumeSession(file)).messages).toEqual([]);
});

it("keeps what was trimmed trimmed, and what was prepared prepared", async () => {
  const transcript = newFile();
  const schema = { type: "object", required: ["a", "b"] };
  const long = tool("long", () => Promise.resolve({ ok: true, content: "x".repeat(2800) }));
  const prepare = (id: string, name: string) =>
    calling([id, "prepare_completion", { field_path: name, value: name }]);
  await using chat = await talk({
    backend: {
      models: [{ id: "small", contextLength: 1400 }],
      reply: [
        calling(["1", "long", { city: "x" }]),
        calling(["2", "long", { city: "x" }]),
        prepare("3", "a"),
        { text: "So far." },
        calling(["4", "signal_completion", { b: "b" }]),
      ],
    },
    session: { tools: [long], transcript, deliverable: { schema } },
  });
  await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
  expect(chat.events).toContainEqual({ type: "notice", text: expect.stringContaining("shortened") });
  const resumed = await chat.client.resumeSession(transcript, { tools: [long], deliverable: { schema } });
  expect(resumed.messages).toEqual(chat.session.messages);
  expect((await resumed.sendMessage("Finish.")).deliverable).toEqual({ a: "a", b: "b" });
  expect(linesOf(transcript).findLast(({ type }) => type === "completion")).toMatchObject({ payload: {} });
});

it("holds no secret of the settings", async () => {
  const secret = "marked-secret-0123456789";
  const transcript = newFile();
  await using chat = await talk({
    backend: { apiKey: secret, reply: { text: `Your key is ${secret}.` } },
    client: { config: { api_token: secret } },
    session: { transcript },
  });
  await chat.session.sendMessage(`Is ${secret} my key?`);
  expect(readFileSync(transcript, "utf8")).not.toContain(secret);
  expect(linesOf(transcript).filter(({ type }) => type === "message")).toHaveLength(2);
});

it("never overwrites a file, and refuses what is no conversation", async () => {
  await using chat = await talk();
  const file = newFile();
  writeFileSync(file, "precious\n");
  expect(() => chat.session.save(file)).toThrow(/exists already/);
  await expect(chat.client.resumeSession(file)).rejects.toMatchObject({ name: "ConfigurationError" });
  expect(readFileSync(file, "utf8")).toBe("precious\n");
  await expect(chat.client.resumeSession(`${file}.none`)).rejects.toThrow(/no such file/);
});

it("goes on without the file when it can no longer be written, and says so once", async () => {
  const transcript = newFile();
  await using chat = await talk({ session: { transcript } });
  // A folder in its place cannot be appended to, not even by a privileged user.
  rmSync(transcript);
  mkdirSync(transcript);
  expect(await chat.session.sendMessage("One.", { onOutput: chat.onOutput })).toMatchObject({
    finishReason: "stop",
  });
  await chat.session.sendMessage("Two.", { onOutput: chat.onOutput });
  expect(chat.events.filter(({ type }) => type === "notice")).toMatchObject([
    { text: expect.stringContaining("no longer saved") },
  ]);
});

describe("damage", () => {
  const saved = async (chat: Talk) => {
    const file = newFile();
    chat.session.save(file);
    await chat.session.sendMessage("One.");
    return file;
  };
  const torn = ['{"type":"message","mess', '{"type":"mess', "\0\0\0\0", '{"type":"partial","text":"\u00e9'];

  it.each(torn)("a torn last line is dropped with a notice: %j", async (rest) => {
    await using chat = await talk();
    const file = await saved(chat);
    // Cut inside a letter of several bytes, as a crash may.
    const bytes = Buffer.from(rest);
    appendFileSync(file, rest.endsWith("\u00e9") ? bytes.subarray(0, -1) : bytes);
    const notices: string[] = [];
    const resumed = await chat.client.resumeSession(file, { onNotice: (text) => notices.push(text) });
    expect(notices).toEqual([expect.stringContaining("last line")]);
    expect(resumed.messages).toEqual(chat.session.messages);
    await resumed.sendMessage("Two.");
    expect((await chat.client.resumeSession(file)).messages).toEqual(resumed.messages);
  });

  it("a last line that lacks only its end is kept", async () => {
    await using chat = await talk();
    const file = await saved(chat);
    const line = JSON.stringify({ type: "message", message: { role: "user", content: "Two." } });
    appendFileSync(file, line);
    const resumed = await chat.client.resumeSession(file);
    expect(resumed.messages.at(-2)).toEqual({ role: "user", content: "Two." });
    expect(resumed.messages.at(-1)).toMatchObject({ role: "assistant" });
    expect((await chat.client.resumeSession(file)).messages).toEqual(resumed.messages);
  });

  it("anywhere else is an error with the line, and the file is left alone", async () => {
    await using chat = await talk();
    const file = await saved(chat);
    const text = readFileSync(file, "utf8").replace('"role":"user"', '"role":"nobody"');
    writeFileSync(file, text);
    await expect(chat.client.resumeSession(file)).rejects.toThrow(/chat\.jsonl:2: the line cannot be read/);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

/** A program with a session of its own, to be killed. Its tool `wait` never ends. */
const PROGRAM = `
import { createClient } from "@framework/shared";
const [host, transcript] = process.argv.slice(1);
const client = createClient({ providerName: "selfhost", config: { host }, env: {} });
await client.connect(null, null, "demo-model");
const wait = {
  name: "wait", description: "wait", changes: false, parameters: { type: "object" },
  run: ({ fast }) => fast ? Promise.resolve({ ok: true, content: "fast" }) : new Promise(() => setInterval(() => {}, 1000)),
};
const session = client.createSession({ transcript, tools: [{ ...wait, changes: true }], autoApprove: true });
await session.sendMessage("First.");
await session.sendMessage("Second.", { onOutput: (event) => process.stdout.write(JSON.stringify(event) + "\\n") });
`;

describe("kill -9 in the middle of a turn", () => {
  const firstTurn = { text: "The first answer." };

  /** Runs the program until its output or its file says that it is time, and kills it. */
  async function killed(
    replies: Reply[],
    isTime: (stdout: string, file: string) => boolean,
  ): Promise<string> {
    const file = newFile();
    const backend = await startBackend("selfhost", { reply: replies });
    try {
      const root = fileURLToPath(new URL("../..", import.meta.url));
      const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, backend.url, file], {
        cwd: root,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        if (isTime(stdout, file)) child.kill("SIGKILL");
      });
      const signal = await new Promise((resolve) => child.once("close", (_code, name) => resolve(name)));
      expect(signal).toBe("SIGKILL");
      return file;
    } finally {
      await backend.close();
    }
  }

  it("while the answer streams: everything before it and what had come of it is there", async () => {
    const endless = { text: "more and more ", repeat: 100_000, chunkDelayMs: 1 };
    const file = await killed([firstTurn, endless], (_stdout, written) =>
      readFileSync(written, "utf8").includes("more and more more and more"),
    );
    await using chat = await talk();
    const resumed = await chat.client.resumeSession(file);
    expect(resumed.messages).toMatchObject([
      { role: "user", content: "First." },
      { role: "assistant", content: firstTurn.text },
      { role: "user", content: "Second." },
      { role: "assistant", content: expect.stringMatching(/^(more and more )+/) },
    ]);
    expect(await resumed.sendMessage("Go on.")).toMatchObject({ finishReason: "stop" });
  });

  it("while tools run: results that were there stay, and the open call is answered", async () => {
    const calls = calling(["a", "wait", { fast: true }], ["b", "wait", {}], ["c", "wait", {}]);
    const file = await killed([firstTurn, calls], (stdout) => stdout.includes('"tool-result"'));
    await using chat = await talk();
    const resumed = await chat.client.resumeSession(file);
    expect(resumed.messages.slice(2)).toMatchObject([
      { role: "user", content: "Second." },
      { role: "assistant", tool_calls: [{ id: "a" }, { id: "b" }, { id: "c" }] },
      { role: "tool", tool_call_id: "a", content: "fast" },
      { role: "tool", tool_call_id: "b", content: expect.stringContaining("before this call had a result") },
      { role: "tool", tool_call_id: "c", content: expect.stringContaining("before this call had a result") },
      { role: "assistant" },
    ]);
    expect(resumed.getTokenUsage().total_tokens).toBeGreaterThan(0);
    await resumed.sendMessage("Go on.");
    expect((await chat.client.resumeSession(file)).messages).toEqual(resumed.messages);
  });
});
