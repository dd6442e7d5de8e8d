/** Every fault the emulators know, for every provider: which error, whether it may be tried again, what was kept. */
import { type FaultName, faults } from "@framework/backends";
import { FrameworkError, type StreamEvent, type Turn } from "@framework/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectedPair, type Kind, type Pair, type Subject, subjects } from "../support/subjects.js";

const QUESTION = "Tell me about the sea, with an é and a 🌊.";
const TOOLS = [
  {
    type: "function" as const,
    function: { name: "lookup", parameters: { type: "object", properties: { city: { type: "string" } } } },
  },
];

interface Expectation {
  error?: Kind;
  retryable?: boolean;
  /** The text that came before the failure is on the error. */
  partial?: boolean;
  retryAfter?: number;
  turn?: (turn: Turn, events: StreamEvent[]) => void;
}

const whole = (turn: Turn) => {
  expect(turn.finishReason).toBe("stop");
  expect(turn.text).toContain("sea");
};
const broken: Expectation = { error: "midStream", retryable: true, partial: true };
const calls = (count: number) => (turn: Turn, events: StreamEvent[]) => {
  expect(turn.finishReason).toBe("tool_calls");
  expect(turn.toolCalls).toHaveLength(count);
  for (const call of turn.toolCalls) {
    expect(call.name).toBe("lookup");
    expect(call.id).not.toBe("");
    expect(call.arguments).toEqual({ city: "Oslo" });
  }
  expect(new Set(turn.toolCalls.map(({ id }) => id)).size).toBe(turn.toolCalls.length);
  expect(turn.invalidToolCalls).toEqual([]);
  const pieces = events.flatMap((event) => (event.type === "tool-call-delta" ? [event.text] : []));
  expect(pieces.join("")).toContain("Oslo");
};
const oneCall = calls(1);
const twoCalls = calls(2);
const noCall = (reason: RegExp) => (turn: Turn, events: StreamEvent[]) => {
  expect(turn.toolCalls).toEqual([]);
  expect(turn.invalidToolCalls[0]?.reason).toMatch(reason);
  expect(events.some(({ type }) => type === "tool-call")).toBe(false);
};
const counted = (turn: Turn) => {
  whole(turn);
  expect(turn.usage?.prompt_tokens).toBeGreaterThan(0);
  expect(turn.usage?.output_tokens).toBeGreaterThan(0);
};

/** What a fault's own word on its answer does not say. */
const expectations: Partial<Record<FaultName, Expectation>> = {
  "400": { error: "request", retryable: false },
  "401": { error: "authentication", retryable: false },
  "402": { error: "creditsExhausted", retryable: false },
  "403": { error: "authentication", retryable: false },
  "404": { error: "request", retryable: false },
  "202": { error: "midStream", retryable: false },
  "204": { error: "midStream", retryable: false },
  "409": { error: "request", retryable: true },
  "421": { error: "request", retryable: true },
  "425": { error: "request", retryable: true },
  "501": { error: "infrastructure", retryable: false },
  "429-twice": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-reset": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-reset-span": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-spoken": { error: "rateLimit", retryable: true, retryAfter: 1 },
  quota: { error: "creditsExhausted", retryable: false },
  "nested-error": { error: "request", retryable: false },
  "long-error": { error: "request", retryable: false },
  "login-page": { error: "infrastructure", retryable: false },
  "words-with-200": { error: "infrastructure", retryable: false },
  "encoding-unknown": { error: "infrastructure", retryable: false },
  "not-http": { error: "connection", retryable: false },
  "header-overflow": { error: "connection", retryable: false },
  "json-lines": { turn: whole },
  "gzip-false": { turn: whole },
  "endless-event": { error: "midStream", retryable: false, partial: true },
  "number-content": { turn: (turn) => expect(turn.text).toBe("42 is the answer, or 4.5") },
  "408": { error: "infrastructure", retryable: true },
  "410": { error: "serviceRetired", retryable: false },
  "413": { error: "request", retryable: false },
  "422": { error: "request", retryable: false },
  "429": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-date": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-ms": { error: "rateLimit", retryable: true, retryAfter: 1 },
  "429-metadata": { error: "rateLimit", retryable: true },
  "418": { error: "request", retryable: false },
  "423": { error: "request", retryable: false },
  "451": { error: "request", retryable: false },
  "507": { error: "infrastructure", retryable: true },
  "520": { error: "infrastructure", retryable: true },
  "429-negative": { error: "rateLimit", retryable: true },
  "429-endless": { error: "rateLimit", retryable: true },
  "429-no-hint": { error: "rateLimit", retryable: true },
  "429-nonsense": { error: "rateLimit", retryable: true },
  moderation: { error: "permissionDenied", retryable: false },
  "region-restricted": { error: "permissionDenied", retryable: false },
  "no-payment-method": { error: "permissionDenied", retryable: false },
  "service-disabled": { error: "serviceDisabled", retryable: false },
  "error-with-200": { error: "midStream" },
  "500": { error: "infrastructure", retryable: true },
  "502": { error: "infrastructure", retryable: true },
  "503": { error: "unavailable", retryable: true },
  "524": { error: "infrastructure", retryable: true },
  "529": { error: "infrastructure", retryable: true },
  refuse: { error: "connection", retryable: true },
  "reset-before-headers": { error: "connection", retryable: true },
  "close-before-headers": { error: "connection", retryable: true },
  "stall-before-headers": { error: "stall", retryable: true },
  "slow-first-byte": { turn: whole },
  "context-overflow": { error: "contextLimit", retryable: false },
  "model-not-found": { error: "modelNotFound", retryable: false },
  "html-error": { error: "infrastructure", retryable: true },
  "empty-error": { error: "infrastructure", retryable: true },
  "redirect-same-origin": { turn: whole },
  "redirect-other-origin": { error: "connection", retryable: false },
  "huge-body": { error: "infrastructure", retryable: false },
  "deep-json": { error: "midStream", retryable: true },
  "truncated-body": broken,
  "content-length-mismatch": { turn: whole },
  "reset-mid-stream": broken,
  "close-mid-stream": broken,
  "end-without-finish": broken,
  "finish-without-done": { turn: whole },
  "error-in-band": broken,
  "error-in-band-then-done": broken,
  "invalid-json-line": broken,
  "stall-mid-stream": { error: "stall", retryable: true, partial: true },
  "keep-alive-stall": { error: "stall", retryable: true, partial: true },
  "endless-line": { error: "midStream", retryable: false, partial: true },
  "choice-without-delta": { turn: whole },
  "split-utf8": {
    turn: (turn) => {
      whole(turn);
      expect(turn.text).not.toContain("\uFFFD");
      expect(turn.text).toContain("🌊");
    },
  },
  crlf: { turn: whole },
  cr: { turn: whole },
  "other-fields": { turn: whole },
  "null-fields": { turn: whole },
  "stream-ignored": { turn: whole },
  "reset-reused-connection": { turn: whole },
  "no-space": { turn: whole },
  bom: { turn: whole },
  "several-data-lines": { turn: whole },
  gzip: { turn: whole },
  "long-line": { turn: (turn) => expect(turn.text.length).toBeGreaterThan(5_000_000) },
  "tool-no-index": { turn: oneCall },
  "tool-position-only": { turn: twoCalls },
  "tool-repeated-ids": { turn: oneCall },
  "tool-late-id": { turn: oneCall },
  "tool-no-id": { turn: oneCall },
  "tool-object-arguments": { turn: oneCall },
  "tool-interleaved": { turn: twoCalls },
  "tool-index-text": { turn: twoCalls },
  "tool-one-index": { turn: twoCalls },
  "tool-all-zero": { turn: twoCalls },
  "tool-nothing-apart": { turn: twoCalls },
  "tool-same-id": { turn: twoCalls },
  "tool-flat": { turn: oneCall },
  "tool-id-number": { turn: oneCall },
  "tool-repeated-final": { turn: oneCall },
  "tool-message-at-end": { turn: oneCall },
  "tool-legacy": { turn: oneCall },
  "tool-stop": { turn: oneCall },
  "tool-text-after": { turn: oneCall },
  "tool-no-arguments": { turn: noCall(/no arguments were sent/) },
  "tool-filtered": { turn: noCall(/cut off/) },
  "tool-length-whole": { turn: noCall(/cut off/) },
  "tool-deep-arguments": { turn: noCall(/nest deeper|cut off/) },
  "tool-empty-arguments": { turn: noCall(/no arguments were sent/) },
  "tool-invalid-json": { turn: noCall(/not valid JSON/) },
  "tool-non-object": { turn: noCall(/not a JSON object/) },
  "tool-truncated": { turn: noCall(/cut off/) },
  "tool-finish-length-late": { turn: noCall(/cut off/) },
  "tool-double-encoded": { turn: noCall(/not a JSON object/) },
  "tool-fenced": { turn: noCall(/not valid JSON/) },
  "tool-two-objects": { turn: noCall(/not valid JSON/) },
  "tool-python": { turn: noCall(/not valid JSON/) },
  "tool-words-after": { turn: noCall(/not valid JSON/) },
  "tool-cumulative": { turn: noCall(/not valid JSON/) },
  "tool-index-from-one": { turn: twoCalls },
  "tool-index-gap": { turn: twoCalls },
  "tool-index-null": { turn: oneCall },
  "tool-index-negative": { turn: oneCall },
  "tool-no-type": { turn: oneCall },
  "tool-name-null-later": { turn: oneCall },
  "tool-name-empty-later": { turn: oneCall },
  "tool-null-arguments-first": { turn: oneCall },
  "tool-new-id-each-chunk": { turn: oneCall },
  "tool-arguments-blanks": { turn: oneCall },
  "usage-empty-choices": { turn: counted },
  "usage-every-chunk": { turn: counted },
  "usage-with-finish": { turn: counted },
  "usage-missing": {
    turn: (turn) => {
      whole(turn);
      expect(turn.usage).toBeUndefined();
    },
  },
};

/** By what the emulator says its answer is worth; the text that came is kept whatever happens. */
function expectationOf({ name, truth }: (typeof faults)[number]): Expectation {
  const own = expectations[name];
  if (own) return own;
  if (truth === "failed") return { error: "midStream" };
  if (truth === "whole") return { turn: whole };
  if (truth !== "cut") throw new Error(`nothing is expected of ${name}`);
  return { turn: ({ finishReason }) => expect(["length", "content_filter"]).toContain(finishReason) };
}

/** Up to 128 MiB each, for a limit that all providers share: one of them meets it. */
const HEAVY = new Set<FaultName>(["huge-body", "endless-line", "endless-event", "long-line"]);
const HEAVY_FOR = "selfhost";

const faultsOf = ({ backend }: Subject) =>
  faults.filter(
    ({ name, backends }) => backends.includes(backend) && (backend === HEAVY_FOR || !HEAVY.has(name)),
  );
const HAS_OTHER_TEXT = new Set<FaultName>(["long-line", "number-content"]);

/** Most of their time nothing happens: they wait beside each other. */
const WAITING = new Set<FaultName>([
  "stall-before-headers",
  "stall-mid-stream",
  "keep-alive-stall",
  "slow-first-byte",
  "finish-without-done-held",
]);
const timeouts = { request: 2000, streamIdle: 20_000 };
const healthyText = async ({ client }: Pair): Promise<string> =>
  (await client.complete([{ role: "user", content: QUESTION }])).text;

async function meet(
  subject: Subject,
  description: (typeof faults)[number],
  pair: Pair,
  healthy: string,
): Promise<void> {
  const { name: fault } = description;
  const expected = expectationOf(description);
  pair.backend.setFault(fault);
  const events: StreamEvent[] = [];
  const withTools = fault.startsWith("tool-");
  const question = withTools ? 'use tool lookup {"city": "Oslo"}' : QUESTION;
  const run = async () => {
    const options = { retries: 0, ...(withTools && { tools: TOOLS }) };
    const stream = pair.client.stream([{ role: "user", content: question }], options);
    for await (const event of stream) events.push(event);
    return stream.result();
  };
  if (expected.error === undefined) {
    const turn = await run();
    expect(events.at(-1)).toEqual({ type: "finish", reason: turn.finishReason });
    if (!withTools && !HAS_OTHER_TEXT.has(fault)) expect(turn.text).toBe(healthy);
    expected.turn?.(turn, events);
    return;
  }
  const error: unknown = await run().then(
    (turn) => expect.fail(`finished as if nothing had happened: ${JSON.stringify(turn).slice(0, 200)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FrameworkError)) throw error;
  expect(error.name).toBe(subject.faults?.[fault] ?? subject.errors[expected.error]);
  if (expected.retryable !== undefined) expect(error.retryable).toBe(expected.retryable);
  const shown = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  expect(error.partialText ?? "").toBe(shown);
  if (expected.partial) expect(shown).not.toBe("");
  if (expected.retryAfter !== undefined) {
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(expected.retryAfter + 1);
  }
  expect(events.some(({ type }) => type === "finish" || type === "tool-call")).toBe(false);
}

describe.each(subjects)("$name", (subject) => {
  let pair: Pair;
  let healthy = "";
  beforeAll(async () => {
    pair = await connectedPair(subject, { client: { timeouts } });
    healthy = await healthyText(pair);
  });
  afterAll(() => pair[Symbol.asyncDispose]());

  it.each(faultsOf(subject).filter(({ name }) => !WAITING.has(name)))("$name", (description) =>
    meet(subject, description, pair, healthy),
  );
});

const waiting = subjects.flatMap((subject) =>
  faultsOf(subject)
    .filter(({ name }) => WAITING.has(name))
    .map((description) => [subject.name, description.name, subject, description] as const),
);
it.concurrent.each(waiting)("%s waits: %s", async (_subject, fault, subject, description) => {
  const isStall = fault.includes("stall");
  const hasty = { request: 1000, streamIdle: 400 };
  await using pair = await connectedPair(subject, { client: { timeouts: isStall ? hasty : timeouts } });
  await meet(subject, description, pair, isStall ? "" : await healthyText(pair));
});
