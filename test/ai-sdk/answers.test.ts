/** The real AI SDK over every provider: text, reasoning, usage, settings, pictures, structured output. */
import { generateText, jsonSchema, Output, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { subjects } from "../support/subjects.js";
import { chatRequests, lastMessages, modelPair } from "./support.js";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe.each(subjects)("$name", (subject) => {
  it("streams text with its usage and says who answered", async () => {
    await using pair = await modelPair(subject);
    const result = streamText({ model: pair.languageModel, prompt: "Tell me about the sea." });
    const pieces: string[] = [];
    for await (const piece of result.textStream) pieces.push(piece);
    const turn = await pair.client.generate("Tell me about the sea.");
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(turn.text);
    expect(await result.finishReason).toBe("stop");
    expect(await result.usage).toMatchObject({
      inputTokens: turn.usage?.prompt_tokens,
      outputTokens: turn.usage?.output_tokens,
      totalTokens: turn.usage?.total_tokens,
    });
    expect((await result.response).modelId).toBe(turn.model);
    expect(pair.languageModel).toMatchObject({ provider: subject.name, modelId: pair.model });
    expect(await result.warnings).toEqual([]);
  });

  it("generates the same in one piece", async () => {
    await using pair = await modelPair(subject);
    const result = await generateText({ model: pair.languageModel, prompt: "Tell me about the sea." });
    const turn = await pair.client.generate("Tell me about the sea.");
    expect(result.text).toBe(turn.text);
    expect(result.finishReason).toBe("stop");
    expect(result.usage.totalTokens).toBe(turn.usage?.total_tokens);
    expect(result.response.modelId).toBe(turn.model);
  });

  it("keeps reasoning apart from the answer and counts it", async () => {
    const reply = {
      reasoning: "First the tide, then the moon.",
      text: "The moon pulls the sea.",
      usage: { promptTokens: 100, cachedTokens: 60, completionTokens: 20, reasoningTokens: 8 },
    };
    await using pair = await modelPair(subject, { backend: { reply } });
    const streamed = streamText({ model: pair.languageModel, prompt: "Why?" });
    const kinds: string[] = [];
    for await (const { type } of streamed.fullStream) if (kinds.at(-1) !== type) kinds.push(type);
    expect(kinds).toEqual([
      "start",
      "start-step",
      "reasoning-start",
      "reasoning-delta",
      "reasoning-end",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "finish",
    ]);
    const turn = await pair.client.generate("Why?");
    const generated = await generateText({ model: pair.languageModel, prompt: "Why?" });
    for (const [text, reasoning, usage] of [
      [await streamed.text, await streamed.reasoningText, await streamed.usage],
      [generated.text, generated.reasoningText, generated.usage],
    ] as const) {
      expect(text).toBe(reply.text);
      expect(reasoning).toBe(reply.reasoning);
      expect(usage).toMatchObject({
        inputTokens: 100,
        outputTokens: 20,
        inputTokenDetails: { cacheReadTokens: turn.usage?.cached_tokens },
        outputTokenDetails: { reasoningTokens: turn.usage?.reasoning_tokens },
      });
    }
  });

  it("returns the vendor's reasoning blocks as they came", async () => {
    const reply = { reasoning: "Hm, the sea.", text: "Salt." };
    await using pair = await modelPair(subject, { backend: { reply } });
    const { message } = await pair.client.generate("Why?");
    for (const response of [
      (await generateText({ model: pair.languageModel, prompt: "Why?" })).response,
      await streamText({ model: pair.languageModel, prompt: "Why?" }).response,
    ]) {
      await generateText({
        model: pair.languageModel,
        messages: [...response.messages, { role: "user", content: "And?" }],
      });
      expect(lastMessages(pair.backend)).toEqual([message, { role: "user", content: "And?" }]);
    }
  });

  it("says that an answer was cut, and passes the settings on", async () => {
    await using pair = await modelPair(subject, { backend: { reply: { text: "one two three four five" } } });
    const result = streamText({
      model: pair.languageModel,
      system: "Be brief.",
      prompt: "Count.",
      maxOutputTokens: 2,
      temperature: 0,
      topP: 0.5,
      seed: 0,
      stopSequences: ["END"],
      presencePenalty: 0,
      frequencyPenalty: -0.5,
    });
    await result.consumeStream();
    expect(await result.finishReason).toBe("length");
    expect(await result.warnings).toEqual([]);
    const { body } = chatRequests(pair.backend).at(-1) ?? {};
    expect(body).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      seed: 0,
      stop: ["END"],
      presence_penalty: 0,
      frequency_penalty: -0.5,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Count." },
      ],
    });
  });

  it("warns of every setting the contract has no word for", async () => {
    await using pair = await modelPair(subject);
    const { warnings } = await generateText({
      model: pair.languageModel,
      prompt: "Hello.",
      topK: 5,
      headers: { "x-own": "1" },
      providerOptions: { [subject.name]: { anything: 1 } },
    });
    expect(warnings).toEqual(
      ["topK", "headers", `providerOptions.${subject.name}`].map((feature) => ({
        type: "unsupported",
        feature,
      })),
    );
  });

  it("sends pictures with their true type, and attached text as text, where the model takes them", async () => {
    await using pair = await modelPair(subject);
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "image_url" as const, image_url: { url: `data:image/png;base64,${png.toString("base64")}` } },
      { type: "text" as const, text: "a,b\n" },
    ];
    const direct: unknown = await pair.client
      .complete([{ role: "user", content }])
      .catch((error: unknown) => error);
    const attempt = generateText({
      model: pair.languageModel,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image", image: png },
            { type: "file", data: Buffer.from("a,b\n"), mediaType: "text/csv" },
          ],
        },
      ],
    });
    if (direct instanceof Error) await expect(attempt).rejects.toMatchObject({ cause: direct });
    else {
      await attempt;
      expect(lastMessages(pair.backend)).toEqual([{ role: "user", content }]);
      expect(chatRequests(pair.backend)).toHaveLength(2);
    }
  });

  it("hands the backend's notices on as warnings", async () => {
    await using pair = await modelPair(subject, {
      backend: { reply: { text: "Salt." } },
    });
    const { warnings } = await pair.languageModel.doGenerate({
      prompt: [{ role: "user", content: [{ type: "text", text: "Why?" }] }],
      tools: [{ type: "function", name: "lookup", inputSchema: { type: "object" } }],
      toolChoice: { type: "required" },
    });
    expect(warnings).toEqual([{ type: "other", message: expect.stringContaining("in prose") }]);
  });

  it("refuses a file that no backend takes, before anything is sent", async () => {
    await using pair = await modelPair(subject);
    const attempt = generateText({
      model: pair.languageModel,
      messages: [
        {
          role: "user",
          content: [{ type: "file", data: Buffer.from("%PDF-1.7"), mediaType: "application/pdf" }],
        },
      ],
    });
    await expect(attempt).rejects.toMatchObject({ name: "AI_UnsupportedFunctionalityError" });
    expect(chatRequests(pair.backend)).toEqual([]);
  });

  it("gives structured output by instruction and by the wire, and says where the wire has no word for it", async () => {
    await using pair = await modelPair(subject, { backend: { reply: { text: '{"city":"Oslo"}' } } });
    const schema = jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    });
    const result = streamText({
      model: pair.languageModel,
      system: "Be brief.",
      prompt: "Where?",
      output: Output.object({ schema }),
    });
    expect(await result.output).toEqual({ city: "Oslo" });
    const messages = lastMessages(pair.backend);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.content).toMatch(/^Be brief\.[^]*JSON Schema[^]*"city"/);
    const formats = async () => [chatRequests(pair.backend).at(-1)?.body, await result.warnings];
    if (["gpusrv", "hubmodels"].includes(subject.name)) {
      expect(await formats()).toEqual([
        expect.not.objectContaining({ response_format: expect.anything() }),
        [{ type: "other", message: expect.stringContaining("cannot be held to json_schema") }],
      ]);
      return;
    }
    const { jsonSchema: sent } = schema;
    const format = { type: "json_schema", json_schema: { name: "answer", schema: sent } };
    expect(await formats()).toEqual([expect.objectContaining({ response_format: format }), []]);
  });

  it("asks for JSON of any kind in the same way", async () => {
    await using pair = await modelPair(subject, { backend: { reply: { text: "[1]" } } });
    const { warnings } = await generateText({
      model: pair.languageModel,
      prompt: "Count.",
      output: Output.json(),
    });
    const isTaken = !["gpusrv", "hubmodels", "localdesk"].includes(subject.name);
    const { body } = chatRequests(pair.backend).at(-1) ?? {};
    expect((body as Record<string, unknown>)["response_format"]).toEqual(
      isTaken ? { type: "json_object" } : undefined,
    );
    expect(warnings).toHaveLength(isTaken ? 0 : 1);
    expect(lastMessages(pair.backend)[0]?.content).toContain("one JSON value and nothing else");
  });
});
