/** The conversation file under kill -9, a full disk, a read-only folder and several writers. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { type Client, createClient, type StreamEvent } from "@framework/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTranscript } from "../../packages/shared/src/session/transcript-read.js";
import { moments, readOnlyFolder, smallDisk, temporaryFolder, Writer } from "./support.js";

let backend: Backend;
let client: Client;

beforeAll(async () => {
  backend = await startBackend("selfhost", { models: [{ id: "demo-model", contextLength: 1_000_000 }] });
  client = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
  await client.connect(null, null, "demo-model");
});
afterAll(async () => {
  await client.close();
  await backend.close();
});

const fileIn = (folder: string) => path.join(folder, "talk.jsonl");

/** The numbers of the questions of one writer that have a whole answer. */
async function answered(file: string, tag: string): Promise<number[]> {
  const { messages } = await readTranscript(file);
  const texts = messages.flatMap(({ role, ...rest }) =>
    role === "assistant" && "content" in rest && typeof rest.content === "string" ? [rest.content] : [],
  );
  return texts.flatMap((text) => {
    const found = new RegExp(`${tag} question (\\d+) (?:w ){199}w`).exec(text);
    return found ? [Number(found[1])] : [];
  });
}

describe("a conversation", () => {
  it("has every finished turn after kill -9, and goes on", async () => {
    for (const moment of moments(5)) {
      using folder = temporaryFolder();
      const file = fileIn(folder.path);
      const writer = new Writer("conversation", folder.path, "new", backend.url);
      await writer.killAfter(3, moment);
      expect(await answered(file, "new")).toEqual(expect.arrayContaining(writer.done.map(Number)));
      const session = await client.resumeSession(file);
      const turn = await session.sendMessage("still there?");
      expect(turn.finishReason).toBe("stop");
      const saved = await readTranscript(file);
      expect(saved.notice).toBeUndefined();
      expect(saved.messages.at(-1)).toMatchObject({ role: "assistant", content: turn.text });
    }
  });

  it("can be read whatever its last line was torn to", async () => {
    using folder = temporaryFolder();
    const file = fileIn(folder.path);
    await client.createSession({ transcript: file }).sendMessage("Tell me about the sea, é 🌊.");
    const bytes = readFileSync(file);
    const lines = bytes.toString().trimEnd().split("\n");
    const whole = (await readTranscript(file)).messages.length;
    const lastLine = Buffer.byteLength(lines.at(-1) ?? "") + 1;
    for (let cut = 1; cut <= lastLine; cut += 1) {
      writeFileSync(file, bytes.subarray(0, bytes.length - cut));
      const { messages } = await readTranscript(file);
      expect(messages.length).toBeGreaterThanOrEqual(whole - 1);
    }
  });

  it("goes on without its file when the disk is full, says so, and keeps what was saved", async (context) => {
    using disk = smallDisk(context, 64);
    const file = fileIn(disk.path);
    const session = client.createSession({ transcript: file });
    await session.sendMessage("before the disk was full");
    const filler = path.join(disk.path, "filler");
    fill(filler);
    const events: StreamEvent[] = [];
    const turn = await session.sendMessage(`while it is full ${"x ".repeat(20_000)}`, {
      onOutput: (event) => events.push(event),
    });
    expect(turn.finishReason).toBe("stop");
    expect(events.filter(({ type }) => type === "notice")).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/no longer saved.*space/i) }),
    ]);
    rmSync(filler);
    const { messages } = await readTranscript(file);
    expect(messages[0]).toMatchObject({ role: "user", content: "before the disk was full" });
    expect(messages[1]).toMatchObject({ role: "assistant" });
  });

  it("cannot be begun in a read-only folder, and says why", async (context) => {
    using folder = await readOnlyFolder(context, async (place) => place);
    expect(() => client.createSession({ transcript: fileIn(folder.path) })).toThrow(
      /cannot be saved there: .*(read-only|permission)/i,
    );
  });

  it("can be read in a read-only folder, with a word about what that means", async (context) => {
    using folder = await readOnlyFolder(context, async (place) => {
      const session = client.createSession({ transcript: fileIn(place) });
      await session.sendMessage("hello");
      session.close();
      return place;
    });
    const notices: string[] = [];
    const session = await client.resumeSession(fileIn(folder.path), {
      onNotice: (text) => notices.push(text),
    });
    expect(session.messages).toHaveLength(2);
    expect(notices).toEqual([expect.stringContaining("No lock could be made")]);
    session.close();
  });

  it("has one process that writes to it; the others are told which, until it is gone", async () => {
    using folder = temporaryFolder();
    const file = fileIn(folder.path);
    const first = new Writer("conversation", folder.path, "new", backend.url);
    await first.wrote(2);
    const refusal = `talk.jsonl: process ${first.pid} has this conversation open`;
    await expect(client.resumeSession(file)).rejects.toThrow(refusal);
    const second = new Writer("conversation", folder.path, "resumed", backend.url);
    await expect(second.wrote(1)).rejects.toThrow(refusal);
    await first.killAfter(4, 0);

    // Of those that come next, one at a time has it, and nothing is lost.
    const heirs = [1, 2, 3].map(() => new Writer("conversation", folder.path, "resumed", backend.url));
    const ends = await Promise.allSettled(heirs.map((heir) => heir.killAfter(5, 0)));
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(await answered(file, "new")).toEqual(expect.arrayContaining(first.done.map(Number)));
    const numbers = await answered(file, "resumed");
    expect(numbers.length).toBeGreaterThanOrEqual(heirs.flatMap(({ done }) => done).length);
  });

  it("is free when the client is closed or the session ends, and leaves no lock behind", async () => {
    using folder = temporaryFolder();
    const session = client.createSession({ transcript: fileIn(folder.path) });
    await session.sendMessage("hello");
    expect(readdirSync(folder.path)).toEqual(["talk.jsonl", "talk.jsonl.lock"]);
    session.close();
    expect(readdirSync(folder.path)).toEqual(["talk.jsonl"]);
    const other = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
    await other.connect(null, null, "demo-model");
    await other.resumeSession(fileIn(folder.path));
    await other.resumeSession(fileIn(folder.path));
    expect(readdirSync(folder.path)).toHaveLength(2);
    await other.close();
    expect(readdirSync(folder.path)).toEqual(["talk.jsonl"]);
  });

  it("is no longer saved by a process that seemed gone when another one has taken it over", async () => {
    using folder = temporaryFolder();
    const file = fileIn(folder.path);
    const session = client.createSession({ transcript: file });
    await session.sendMessage("hello");
    // As after a takeover while this process was stopped.
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.ppid, host: hostname(), id: "another" }));
    const events: StreamEvent[] = [];
    await session.sendMessage("still here", { onOutput: (event) => events.push(event) });
    expect(events).toContainEqual({
      type: "notice",
      text: expect.stringContaining("another process has taken it over"),
    });
    const { messages } = await readTranscript(file);
    expect(JSON.stringify(messages)).not.toContain("still here");
    session.close();
    expect(readdirSync(folder.path)).toEqual(["talk.jsonl", "talk.jsonl.lock"]);
  });
});

/** Takes all the room there is. */
function fill(file: string): void {
  for (let size = 8192; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // Less at a time from here on.
    }
  }
}
