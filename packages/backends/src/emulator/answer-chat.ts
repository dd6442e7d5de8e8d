/** One chat request answered as the backend would, bent by a fault if there is one. */
import type { ActiveFault } from "../faults/table.js";
import type { Exchange } from "../http/exchange.js";
import type { Refusal, Words } from "../refusals/problem.js";
import { refuse } from "../refusals/refuse.js";
import { plainEncoding, writeFrames } from "../chat/body-writer.js";
import { completionBody } from "../chat/whole-answer.js";
import { contentEncoding } from "../chat/compressed-pieces.js";
import { demoReply } from "../demo/demo-model.js";
import { streamFrames } from "../chat/frames.js";
import type { Reply, ReplyScript } from "../chat/reply.js";
import { readChatRequest, type ChatRequest } from "../chat/request.js";
import type { ChatShape } from "../chat/shape.js";
import { countPrompt } from "../chat/tokens.js";
import { settleTurn, type Turn } from "../chat/turn.js";

/** What a backend decides about a chat request before the model speaks. */
interface Admission {
  /** The model's name as the answer gives it. */
  readonly model: string;
  /** Tokens of prompt and answer together; unbounded when undefined. */
  readonly window: number | undefined;
  /** Whether the asked answer must fit into the window beside the prompt; true by default. */
  readonly outputInWindow?: boolean | undefined;
  /** The token limit of a request that sets none. */
  readonly defaultMaxTokens?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where this model's answers differ from the backend's usual shape. */
  readonly shape?: Partial<ChatShape> | undefined;
  /** How long the backend takes before it begins, for instance to load the model. */
  readonly delayMs?: number | undefined;
  /** What becomes of the model's answer on its way out. */
  readonly bend?: ((reply: Reply) => Reply) | undefined;
}

/** Who answers, or why nobody does. */
export type Decision = Admission | Refusal;

/** The chat side of one backend. */
export interface ChatService {
  readonly shape: ChatShape;
  readonly words: Words;
  readonly replies: ReplyScript;
  /** Told of every answer before it is sent. */
  readonly onTurn?: (turn: Turn) => void;
  /** Says which model answers, or why none does. */
  readonly admit: (request: ChatRequest, exchange: Exchange) => Decision | Promise<Decision>;
}

/** A chat answer on its way: what is said, in which form, to whom. */
interface Speech {
  readonly exchange: Exchange;
  readonly words: Words;
  readonly fault: ActiveFault | undefined;
  readonly turn: Turn;
  readonly shape: ChatShape;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers one chat request as the backend would, bent by the fault if there is one. */
export async function answerChat(
  exchange: Exchange,
  service: ChatService,
  fault: ActiveFault | undefined,
): Promise<void> {
  const { words } = service;
  const request = readChatRequest(exchange.request.body);
  if ("flaw" in request) {
    const { flaw: message, param } = request;
    return refuse(exchange, words, { kind: "bad-request", message, param });
  }
  const admission = await service.admit(request, exchange);
  if ("kind" in admission || "status" in admission) return refuse(exchange, words, admission);
  const promptTokens = countPrompt(request);
  const { window = Infinity } = admission;
  const outputTokens = admission.outputInWindow === false ? 0 : (request.maxTokens ?? 0);
  if (promptTokens + Math.max(outputTokens, 1) > window) {
    return refuse(exchange, words, { kind: "context-overflow", window, promptTokens, outputTokens });
  }
  await exchange.wait(admission.delayMs ?? 0);
  const said = service.replies.take(exchange.request) ?? demoReply(request);
  const scripted = admission.bend?.(said) ?? said;
  const reply = fault?.definition.reply?.(scripted, request, fault.options) ?? scripted;
  const shape = { ...service.shape, ...admission.shape, ...fault?.definition.shape };
  const turn = settleTurn(reply, {
    id: `${shape.idPrefix}${crypto.randomUUID().replaceAll("-", "")}`,
    model: admission.model,
    promptTokens,
    maxTokens: request.maxTokens ?? admission.defaultMaxTokens,
  });
  service.onTurn?.(turn);
  const headers = { ...admission.headers, ...shape.headers(turn) };
  const speech = { exchange, words, fault, turn, shape, headers };
  if (request.stream && fault?.definition.ignoreStream !== true) {
    await sendStream(speech, request.includeUsage);
  } else await sendWhole(speech);
}

async function sendStream(speech: Speech, usageAsked: boolean): Promise<void> {
  const { exchange, words, fault, turn, shape, headers } = speech;
  const encoding = { ...plainEncoding, ...fault?.definition.encoding };
  const withUsage = usageAsked || shape.usageInStream === "always" || fault?.definition.forceUsage === true;
  const healthy = streamFrames(turn, shape, withUsage);
  const frames = fault?.definition.frames?.(healthy, fault.options, words) ?? healthy;
  exchange.begin(
    200,
    bentHead(fault, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      ...(encoding.compression && { "content-encoding": contentEncoding[encoding.compression] }),
      ...(encoding.declaredLength !== undefined && {
        "content-length": String(encoding.declaredLength),
      }),
      ...headers,
    }),
  );
  await writeFrames(exchange, frames, encoding, turn.bulk);
}

async function sendWhole({ exchange, words, fault, turn, shape, headers }: Speech): Promise<void> {
  await exchange.wait(turn.firstDelayMs);
  const body = JSON.stringify(completionBody(turn, shape));
  const compression = fault?.definition.encoding?.compression;
  const head = bentHead(fault, {
    "content-type": "application/json",
    ...headers,
    ...(compression && { "content-encoding": contentEncoding[compression] }),
  });
  const bent = fault?.definition.body?.(body, fault.options, words);
  if (!bent && !compression) return exchange.send(200, body, head);
  exchange.begin(200, head);
  const frames = bent ?? [{ kind: "raw" as const, text: body }];
  await writeFrames(exchange, frames, { ...plainEncoding, compression }, false);
}

/** The head as the fault wants it; an empty text leaves a header out. */
function bentHead(fault: ActiveFault | undefined, head: Record<string, string>): Record<string, string> {
  const entries = Object.entries({ ...head, ...fault?.definition.head });
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}
