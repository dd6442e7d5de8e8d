/** Streams as the emulators send them, byte for byte: every backend, some questions, some faults. */
import { backendNames, startBackend } from "@framework/backends";

const questions = ["Tell me about the sea, é and 🌊.", "draw a diagram", 'use tool lookup {"city": "Oslo"}'];
const faults = [
  undefined,
  "error-in-band-then-done",
  "tool-interleaved",
  "usage-every-chunk",
  "crlf",
] as const;
const tools = [{ type: "function", function: { name: "lookup", parameters: { type: "object" } } }];

async function record(name: (typeof backendNames)[number]): Promise<string[]> {
  const backend = await startBackend(name);
  const path = `${new URL(backend.url).pathname === "/" ? "/v1" : ""}/chat/completions`;
  const streams: string[] = [];
  try {
    const models = await fetch(`${backend.url}${path.replace("chat/completions", "models")}`, { headers });
    const list: unknown = models.ok ? await models.json() : {};
    const model = firstId(list);
    for (const fault of faults) {
      backend.setFault(fault);
      for (const content of questions) {
        const answer = await fetch(`${backend.url}${path}`, {
          method: "POST",
          headers,
          body: JSON.stringify({ model, stream: true, tools, messages: [{ role: "user", content }] }),
        });
        const text = await answer.text();
        if (answer.ok) streams.push(steady(text));
      }
    }
  } finally {
    await backend.close();
  }
  return streams;
}

const headers = { "content-type": "application/json", authorization: "Bearer for-tests-0001" };

/** The same in every run, so that a seed always means the same inputs. */
const steady = (stream: string) =>
  stream
    .replaceAll(/"created":\s*\d+/g, '"created":1')
    .replaceAll(/(?<=[-_"])[0-9A-Za-z-]{16,}(?=")/g, "0123456789");

function firstId(list: unknown): string {
  const found = /"id":\s*"([^"]+)"/.exec(JSON.stringify(list));
  return found?.[1] ?? "demo-model";
}

async function recordAll(): Promise<string[]> {
  const streams = (await Promise.all(backendNames.map(record))).flat();
  if (streams.length < backendNames.length) throw new Error("the emulators gave hardly any streams");
  return streams;
}

let recorded: Promise<string[]> | undefined;

/** All of them, recorded once; a backend that refuses such a plain client adds none. */
export const recordStreams = (): Promise<string[]> => (recorded ??= recordAll());
