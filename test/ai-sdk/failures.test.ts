/** What the real AI SDK makes of failures, cancels and cut answers, over every provider. */
import type { FaultName } from "@framework/backends";
import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { APICallError, generateText, RetryError, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { leavable } from "@framework/shared/ai-sdk";
import { subjects } from "../support/subjects.js";
import { chatRequests, endless, modelPair, nextChat } from "./support.js";

const prompt = "Tell me about the sea.";
const userPrompt = [{ role: "user" as const, content: [{ type: "text" as const, text: prompt }] }];
const failure = (running: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(running).then(
    () => expect.fail("it ended as if nothing had happened"),
    (error: unknown) => error,
  );

describe.each(subjects)("$name", (subject) => {
  describe("a cut answer", () => {
    it.each<FaultName>([
      "reset-mid-stream",
      "close-mid-stream",
      "end-without-finish",
      "error-in-band",
      "error-in-band-then-done",
      "truncated-body",
    ])("by %s is an error, never a finish", async (fault) => {
      await using pair = await modelPair(subject, { backend: { fault } });
      const { stream } = await pair.languageModel.doStream({ prompt: userPrompt });
      const parts: LanguageModelV3StreamPart[] = [];
      for await (const part of stream) parts.push(part);
      expect(parts.some(({ type }) => type === "text-delta")).toBe(true);
      expect(parts.some(({ type }) => type === "finish")).toBe(false);
      const last = parts.at(-1);
      if (last?.type !== "error" || !APICallError.isInstance(last.error)) throw new Error("no error part");
      expect(last.error.cause).toMatchObject({ name: subject.errors.midStream });

      const errors: unknown[] = [];
      const onError = ({ error }: { error: unknown }) => void errors.push(error);
      const result = streamText({ model: pair.languageModel, prompt, onError });
      await result.consumeStream();
      expect(await result.finishReason).toBe("error");
      expect(errors).toMatchObject([{ cause: { name: subject.errors.midStream } }]);

      const error = await failure(generateText({ model: pair.languageModel, prompt, maxRetries: 0 }));
      expect(error).toMatchObject({ isRetryable: true, cause: { name: subject.errors.midStream } });
    });
  });

  describe("retries", () => {
    it("are the SDK's alone, after the wait the server asks for", async () => {
      await using pair = await modelPair(subject);
      pair.backend.setFault({ name: "429-ms", retryAfter: 0.01 });
      const error = await failure(generateText({ model: pair.languageModel, prompt, maxRetries: 2 }));
      if (!RetryError.isInstance(error)) throw error;
      expect(chatRequests(pair.backend)).toHaveLength(3);
      expect(error.lastError).toMatchObject({
        statusCode: 429,
        isRetryable: true,
        responseHeaders: { "retry-after-ms": "10" },
        cause: { name: subject.errors.rateLimit },
      });
    });

    it("begin a stream again that was refused", async () => {
      await using pair = await modelPair(subject);
      pair.backend.setFault({ name: "429-ms", times: 1, retryAfter: 0.01 });
      const result = streamText({ model: pair.languageModel, prompt });
      expect(await result.text).toContain("sea");
      expect(chatRequests(pair.backend)).toHaveLength(2);
    });

    it("do not happen for a refusal of the key", async () => {
      await using pair = await modelPair(subject, { backend: { fault: "401" } });
      const error = await failure(generateText({ model: pair.languageModel, prompt }));
      if (!APICallError.isInstance(error)) throw error;
      expect(error).toMatchObject({ statusCode: 401, isRetryable: false });
      expect(error.cause).toMatchObject({ name: subject.errors.authentication });
      expect(chatRequests(pair.backend)).toHaveLength(1);
    });

    it("are left to the SDK when a stream breaks before its first word", async () => {
      await using pair = await modelPair(subject, {
        backend: { fault: { name: "reset-mid-stream", afterChunks: 0 } },
      });
      const error = await failure(pair.languageModel.doStream({ prompt: userPrompt }));
      expect(error).toMatchObject({ isRetryable: true });
      expect(APICallError.isInstance(error)).toBe(true);
    });
  });

  describe("an abort", () => {
    it("in the middle of a stream closes the connection", async () => {
      await using pair = await modelPair(subject, { backend: { reply: endless } });
      const abort = new AbortController();
      const result = streamText({ model: pair.languageModel, prompt, abortSignal: abort.signal });
      const kinds: string[] = [];
      for await (const { type } of result.fullStream) {
        kinds.push(type);
        if (type === "text-delta") abort.abort();
      }
      expect(kinds.at(-1)).toBe("abort");
      await pair.backend.nextClientClose();
      pair.backend.setReply(undefined);
      expect((await generateText({ model: pair.languageModel, prompt })).text).toContain("sea");
    });

    it.each(["stream", "generate"] as const)("before the first byte ends it too (%s)", async (mode) => {
      await using pair = await modelPair(subject, { backend: { fault: "stall-before-headers" } });
      const abort = new AbortController();
      const options = { prompt: userPrompt, abortSignal: abort.signal };
      const { languageModel: model } = pair;
      const running = failure(mode === "stream" ? model.doStream(options) : model.doGenerate(options));
      await nextChat(pair.backend);
      abort.abort();
      expect(await running).toBe(abort.signal.reason);
      await pair.backend.nextClientClose();
    });

    it("by leaving the loop closes the connection", async () => {
      await using pair = await modelPair(subject, { backend: { reply: endless } });
      const { languageModel: model } = pair;
      for (const name of ["textStream", "fullStream"] as const) {
        const result = leavable((abortSignal) => streamText({ model, prompt, abortSignal }));
        for await (const part of result[name])
          if (typeof part === "string" || part.type === "text-delta") break;
        await pair.backend.nextClientClose();
      }
      pair.backend.setReply(undefined);
      const whole = leavable((abortSignal) => streamText({ model, prompt, abortSignal }));
      let text = "";
      for await (const piece of whole.textStream) text += piece;
      expect(await whole.text).toBe(text);
      expect(await whole.finishReason).toBe("stop");
    });

    it("of one call leaves the others alone", async () => {
      await using pair = await modelPair(subject, { backend: { reply: endless } });
      const abort = new AbortController();
      const { stream } = await pair.languageModel.doStream({ prompt: userPrompt });
      const other = failure(pair.languageModel.doGenerate({ prompt: userPrompt, abortSignal: abort.signal }));
      await nextChat(pair.backend);
      await nextChat(pair.backend);
      abort.abort();
      await other;
      await pair.backend.nextClientClose();
      const reader = stream.getReader();
      for (let deltas = 0; deltas < 50;) {
        const { done, value } = await reader.read();
        if (done || value.type === "error") expect.fail("the other call ended too");
        if (value.type === "text-delta") deltas += 1;
      }
      await reader.cancel();
      await pair.backend.nextClientClose();
    });

    it("by cancel() of the client is an error, never a finish", async () => {
      await using pair = await modelPair(subject, { backend: { reply: endless } });
      const { stream } = await pair.languageModel.doStream({ prompt: userPrompt });
      const parts: LanguageModelV3StreamPart[] = [];
      for await (const part of stream) {
        if (parts.push(part) === 10) pair.client.cancel();
      }
      expect(parts.at(-1)).toMatchObject({ type: "error", error: { name: "AbortError" } });
      expect(parts.some(({ type }) => type === "finish")).toBe(false);
    });
  });

  it("shows no key and no conversation in an error", async () => {
    const secret = "fw-marked-secret-0123456789";
    await using pair = await modelPair(subject, { apiKey: secret });
    pair.backend.setFault({ name: "400", message: `the key ${secret} is wrong` });
    const error = await failure(generateText({ model: pair.languageModel, prompt }));
    if (!APICallError.isInstance(error)) throw error;
    const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`;
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(prompt);
  });
});

it("a bare break tells no model anything: the SDK reads on by itself, which is what leavable is for", async () => {
  let pieces = 0;
  let wasCancelled = false;
  let isOver = false;
  let readOn: () => void = () => undefined;
  const went = new Promise<void>((resolve) => (readOn = resolve));
  const stream = new ReadableStream<LanguageModelV3StreamPart>({
    start: (controller) => controller.enqueue({ type: "text-start", id: "0" }),
    pull: async (controller) => {
      pieces += 1;
      if (pieces > 100) readOn();
      await new Promise(setImmediate);
      if (isOver) controller.close();
      else controller.enqueue({ type: "text-delta", id: "0", delta: "x" });
    },
    cancel: () => void (wasCancelled = true),
  });
  const model: LanguageModelV3 = {
    specificationVersion: "v3",
    provider: "counting",
    modelId: "counting",
    supportedUrls: {},
    doGenerate: () => expect.fail("not asked for"),
    doStream: async () => ({ stream }),
  };
  const abort = new AbortController();
  for await (const _text of streamText({ model, prompt, abortSignal: abort.signal }).textStream) break;
  await went;
  expect(wasCancelled).toBe(false);
  abort.abort();
  isOver = true;
});
