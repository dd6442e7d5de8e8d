import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { chunks, payloads, spoken } from "../testing/client.js";
import { testFaults } from "../testing/fault-cases.js";
import { encodingFaults } from "./encoding-faults.js";

const said = "You said: one two three four five six";

const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

testFaults(encodingFaults, {
  "split-utf8": async ({ chat, backend }) => {
    backend.setReply({ chunks: ["漢字 🎉"] });
    let cut = false;
    const answer = await chat({}, (text) => {
      cut ||= text.endsWith("\uFFFD");
      return false;
    });
    expect(cut).toBe(true);
    expect(spoken(answer.text)).toBe("漢字 🎉");
  },
  crlf: async ({ chat }) => {
    const { text } = await chat();
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(spoken(text.replaceAll("\r\n", "\n"))).toBe(said);
  },
  cr: async ({ chat }) => {
    const { text } = await chat();
    expect(text).not.toContain("\n");
    expect(spoken(text.replaceAll("\r", "\n"))).toBe(said);
  },
  "other-fields": async ({ chat }) => {
    const { text } = await chat();
    const extra = "event: message\nid: 1\nretry: 3000\n";
    expect(text.split(extra)).toHaveLength(12);
    expect(spoken(text.replaceAll(extra, ""))).toBe(said);
  },
  "no-space": async ({ chat }) => {
    const { text } = await chat();
    expect(text).toMatch(/^data:\{/);
    expect(text).not.toContain("data: ");
    expect(spoken(text.replaceAll("data:", "data: "))).toBe(said);
  },
  bom: async ({ chat }) => {
    const { bytes, text } = await chat();
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    expect(spoken(text.slice(1))).toBe(said);
  },
  "several-data-lines": async ({ chat }) => {
    const { text } = await chat();
    const [first = ""] = text.split("\n\n");
    expect(first.split("\n").length).toBeGreaterThan(3);
    expect(JSON.parse(first.replaceAll("data: ", ""))).toHaveProperty("choices");
    expect(payloads(text).at(-1)).toBe("[DONE]");
  },
  gzip: async ({ chat }) => {
    const stream = await chat();
    expect(stream.headers["content-encoding"]).toBe("gzip");
    expect(spoken(gunzipSync(stream.bytes).toString())).toBe(said);
    const whole = await chat({ stream: false });
    expect(JSON.parse(gunzipSync(whole.bytes).toString()).choices[0].message.content).toBe(said);
  },
  "long-line": async ({ chat, set }) => {
    expect(longest((await chat()).text)).toBeGreaterThan(5 * 1024 * 1024);
    set({ bytes: 1000 });
    const { text } = await chat();
    expect(longest(text)).toBeLessThan(2000);
    expect(chunks(text).map((chunk) => chunk.choices[0]?.delta?.content?.length)).toContain(1000);
  },
});
