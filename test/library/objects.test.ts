/** Answers by schema: enforced where they can be, asked for, checked, repaired once, and shown while they come. */
import { type Backend, type RecordedRequest, startBackend } from "@framework/backends";
import {
  type Client,
  ConfigurationError,
  createClient,
  type JsonSchema,
  SchemaMismatchError,
  type StreamEvent,
} from "@framework/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { type StubService, startStub } from "../../packages/shared/src/testing/stub-service.js";
import { connectedPair, subjects } from "../support/subjects.js";
import { inValibot, others } from "./other-schemas.mjs";

const book = z.object({ author: z.string(), year: z.int() });
const asJson: JsonSchema = {
  type: "object",
  properties: { author: { type: "string" }, year: { type: "integer" } },
  required: ["author", "year"],
  additionalProperties: false,
};
const EMMA = '{"author": "Jane Austen", "year": 1815}';
const emma = { author: "Jane Austen", year: 1815 };

let backend: Backend;
let client: Client;
let from = 0;
beforeAll(async () => {
  backend = await startBackend("selfhost");
  client = createClient({ provider: "selfhost", config: { host: backend.url }, env: {} });
  await client.connect("demo-model");
});
beforeEach(() => {
  backend.setReply({ text: EMMA });
  from = backend.requests.length;
});
afterAll(async () => {
  await client.close();
  await backend.close();
});

interface Body {
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema: { schema: JsonSchema; strict?: boolean; name: string } };
}
const bodyOf = ({ body }: RecordedRequest) => body as Body;
const bodies = () => backend.requests.slice(from).map(bodyOf);

describe("any library's schema", () => {
  const schemas = { zod: book, ...others, "JSON Schema": asJson };
  it.each(Object.entries(schemas))("%s", async (_, schema) => {
    const { object, requests, text } = await client.object("Who wrote Emma?", { schema });
    expect(object).toEqual(emma);
    expect([requests, text]).toEqual([1, EMMA]);
    const [{ response_format: format, messages } = { messages: [] }] = bodies();
    expect(format).toMatchObject({
      type: "json_schema",
      json_schema: {
        name: "answer",
        strict: true,
        schema: {
          type: "object",
          properties: { author: { type: "string" }, year: { type: "integer" } },
          required: ["author", "year"],
          additionalProperties: false,
        },
      },
    });
    expect(format?.json_schema.schema).not.toHaveProperty("$schema");
    expect(messages[0]).toMatchObject({ role: "system", content: expect.stringContaining('"year"') });
    expect(messages[1]).toEqual({ role: "user", content: "Who wrote Emma?" });
  });

  it("tells the model what the answer is called, the service in letters that it takes", async () => {
    await client.object("Emma?", { schema: book, name: "A book, old", description: "Any of hers" });
    const [body] = bodies();
    expect(body?.response_format?.json_schema).toMatchObject({
      name: "A_book__old",
      description: "Any of hers",
    });
    expect(body?.messages[0]?.content).toMatch(/Its name: A book, old\nWhat it is: Any of hers/);
  });

  it("gives what the schema makes of the answer, with its type", async () => {
    const schema = z.object({
      author: z.string().transform((name) => name.length),
      year: z.int(),
      tags: z.array(z.string()).default([]),
    });
    const { object } = await client.object([{ role: "user", content: "Emma?" }], { schema });
    const length: number = object.author;
    const tags: string[] = object.tags;
    expect([length, tags]).toEqual([11, []]);
    // @ts-expect-error: the schema knows no such name
    expect(object.title).toBeUndefined();
    // Optional properties are no part of what services call strict.
    expect(bodies()[0]?.response_format?.json_schema).not.toHaveProperty("strict");
  });

  it.each([
    ["valibot alone", inValibot, /schema of valibot does not tell.*toStandardJsonSchema\(schema\)/],
    ["zod/mini", mini.object({ a: mini.string() }), /schema of zod does not tell.*Take it from "zod" 4\.2/],
    ["a date", z.object({ at: z.date() }), /cannot be written as JSON Schema: .*Use types that JSON has/],
    ["a wrong reference", { $ref: "#/nowhere" }, /The schema cannot be used/],
  ])("says what to do about %s", async (_, schema, message) => {
    await expect(client.object("Emma?", { schema })).rejects.toSatisfy(
      (error) => error instanceof ConfigurationError && message.test(error.message),
    );
  });
});

describe("an answer that does not fit", () => {
  it.each([
    ["a fence", `\`\`\`json\n${EMMA}\n\`\`\``],
    ["words around it", `Here you are:\n${EMMA}\nAnything else?`],
  ])("is read through %s", async (_, text) => {
    backend.setReply({ text });
    const { object, json } = await client.object("Emma?", { schema: book });
    expect(object).toEqual(emma);
    expect(json).toBe(EMMA);
  });

  it("is asked for once more, with what is wrong", async () => {
    backend.setReply([{ text: '{"author": "Jane Austen", "year": "1815"}' }, { text: EMMA }]);
    const events: StreamEvent[] = [];
    const turn = await client.object("Emma?", { schema: book, onOutput: (event) => events.push(event) });
    expect(turn).toMatchObject({ object: emma, requests: 2 });
    const restart = events.find((event) => event.type === "restart");
    expect(restart?.reason).toMatch(/^year: /);
    const [first, second] = bodies();
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages[2]).toMatchObject({ role: "assistant" });
    expect(second?.messages[3]?.content).toMatch(/does not fit the schema\.\nyear: /);
    expect(turn.usage?.totalTokens).toBeGreaterThan(
      events.filter((event) => event.type === "usage")[1]?.totalTokens ?? 0,
    );
  });

  it("is an error with the text and the issues after that", async () => {
    backend.setReply({ text: '{"author": 7}' });
    const error = await client.object("Emma?", { schema: asJson }).catch((thrown: unknown) => thrown);
    if (!(error instanceof SchemaMismatchError)) throw error;
    expect(error).toMatchObject({
      name: "SchemaMismatchError",
      provider: "selfhost",
      model: "demo-model",
      text: '{"author": 7}',
      retryable: false,
    });
    expect(error.issues.map(({ path }) => path.join("."))).toEqual(["", "author"]);
    expect(error.message).toMatch(
      /demo-model \(selfhost\) does not fit the schema, also after it was asked for again/,
    );
    expect(bodies()).toHaveLength(2);
  });

  it("may nest as deep as its sender liked", async () => {
    backend.setReply({ text: "[".repeat(50_000) + "]".repeat(50_000) });
    const nested: z.ZodType = z.lazy(() => z.array(nested));
    await expect(client.object("Emma?", { schema: asJson })).rejects.toThrow("nests deeper than");
    await expect(client.object("Emma?", { schema: nested })).rejects.toThrow("nests deeper than");
  });

  it("is not asked for again when it was cut at its limit", async () => {
    await expect(client.object("Emma?", { schema: book, maxTokens: 2 })).rejects.toThrow(
      /cut at its token limit/,
    );
    expect(bodies()).toHaveLength(1);
  });

  it("is a cancelled call when the caller cancels", async () => {
    backend.setReply({ chunks: ["{", '"a', '"'], chunkDelayMs: 60 });
    const signal = AbortSignal.timeout(30);
    await expect(client.object("Emma?", { schema: book, signal })).rejects.toMatchObject({
      name: "CancelledError",
    });
  });
});

describe("a backend that refuses the format", () => {
  let stub: StubService;
  let refusal: object;
  beforeAll(async () => {
    stub = await startStub(({ path, body }) => {
      if (path.endsWith("/models")) return { body: { data: [{ id: "m", max_model_len: 4096 }] } };
      if (path.endsWith("/health")) return {};
      if (!path.endsWith("/completions")) return undefined;
      if ((body as Body).response_format) return { status: 400, body: refusal };
      const chunk = { model: "m", choices: [{ index: 0, delta: { content: EMMA }, finish_reason: "stop" }] };
      return {
        headers: { "content-type": "text/event-stream" },
        body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
      };
    });
  });
  afterAll(() => stub.close());

  it("is asked in words alone", async () => {
    refusal = { error: { message: "response_format is not supported by this model" } };
    await using other = createClient({ provider: "selfhost", config: { host: stub.origin }, env: {} });
    await other.connect("m");
    expect((await other.object("Emma?", { schema: book })).object).toEqual(emma);
    expect((await other.objectStream("Emma?", { schema: book }).turn).requests).toBe(1);
    refusal = { error: { message: "messages must not be empty" } };
    await expect(other.object("Emma?", { schema: book })).rejects.toThrow("must not be empty");
  });
});

describe("while it comes", () => {
  it("is there as far as it has come, and whole at the end", async () => {
    backend.setReply({ chunks: ['{"author": "Ja', "ne Aus", 'ten", "ye', 'ar": 18', "15}"] });
    const stream = client.objectStream("Emma?", { schema: book });
    const seen: unknown[] = [];
    for await (const partial of stream) {
      const { author, year }: { author?: string; year?: number } = partial;
      seen.push({ ...(author !== undefined && { author }), ...(year !== undefined && { year }) });
    }
    expect(seen).toEqual([
      { author: "Ja" },
      { author: "Jane Aus" },
      { author: "Jane Austen" },
      { author: "Jane Austen", year: 1815 },
    ]);
    expect(await stream.object).toEqual(emma);
    expect(await stream.turn).toMatchObject({ finishReason: "stop", requests: 1 });
  });

  it("begins again where the answer did", async () => {
    backend.setReply({ chunks: ['{"author": "Ja', 'ne Austen", ', '"year": 1815}'] });
    backend.setFault({ name: "reset-mid-stream", afterChunks: 3, times: 1 });
    const stream = client.objectStream("Emma?", { schema: book });
    const authors: unknown[] = [];
    for await (const { author } of stream) authors.push(author);
    backend.setFault(undefined);
    expect(await stream.object).toEqual(emma);
    expect(authors.slice(-3)).toEqual(["Ja", "Jane Austen", "Jane Austen"]);
    expect(authors.length).toBeGreaterThan(3);
  });

  it("can be awaited without being watched", async () => {
    expect(await client.objectStream("Emma?", { schema: book }).object).toEqual(emma);
  });

  it("fails where it is read, and nowhere else", async () => {
    backend.setReply({ text: "I would rather not." });
    const stream = client.objectStream("Emma?", { schema: book });
    const { object, turn } = stream;
    await expect(drained(stream)).rejects.toBeInstanceOf(SchemaMismatchError);
    await expect(object).rejects.toBeInstanceOf(SchemaMismatchError);
    await expect(turn).rejects.toBeInstanceOf(SchemaMismatchError);
  });

  it("stops the server when the loop is left", async () => {
    backend.setReply({
      chunks: ['{"author": "', ...Array.from({ length: 20 }, () => "more ")],
      chunkDelayMs: 20,
    });
    const closed = backend.nextClientClose();
    for await (const _ of client.objectStream("Emma?", { schema: book })) break;
    expect(await closed).toBeDefined();
  });
});

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

it("a conversation answers by schema too, and remembers", async () => {
  backend.setReply([{ text: "no" }, { text: EMMA }, { text: "1815." }]);
  const session = client.createSession();
  const { object, requests } = await session.object("Who wrote Emma?", { schema: book });
  expect([object.author, requests]).toEqual(["Jane Austen", 2]);
  await session.send("When?");
  expect(session.messages).toHaveLength(6);
  expect(bodies()[2]).not.toHaveProperty("response_format");
});

it.each(subjects)("$name answers by schema, held to it where it can be", async (subject) => {
  await using pair = await connectedPair(subject, { backend: { reply: { text: EMMA } } });
  const { object } = await pair.client.object("Emma?", { schema: book });
  expect(object).toEqual(emma);
  const request = pair.backend.requests.map(bodyOf).findLast((body) => body?.messages !== undefined);
  const isHeld = !["gpusrv", "hubmodels"].includes(subject.name);
  expect(request?.response_format?.type).toBe(isHeld ? "json_schema" : undefined);
  expect(JSON.stringify(request?.messages[0])).toContain("JSON Schema");
});
