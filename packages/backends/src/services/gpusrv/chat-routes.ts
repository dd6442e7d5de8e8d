/** The addresses of the GPU server's chat frontend. */
import type { ChatService } from "../../emulator/answer-chat.js";
import { refuse } from "../../refusals/refuse.js";
import type { ReplyScript } from "../../chat/reply.js";
import type { ChatRequest } from "../../chat/request.js";
import { plainShape } from "../../chat/shape.js";
import type { Emulator } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import { entry } from "./frontend.js";
import type { GpuSrvState } from "./state.js";
import { frontendWords, NOT_EXPLICIT } from "./words.js";
import { chat, get, post } from "../../emulator/routes.js";

/** The chat frontend's addresses. */
export function chatRoutes(state: GpuSrvState, replies: ReplyScript): Emulator["routes"] {
  const { options, table } = state;
  const created = Math.floor(Date.now() / 1000);
  const service = chatService(state, replies);
  const loads: Emulator["routes"] = [
    post("/v1/models/{name}/load", "load", (exchange, { name = "" }) => load(exchange, state, name, created)),
    post("/v1/models/{name}/unload", "load", (exchange, { name = "" }) =>
      unload(exchange, state, name, created),
    ),
  ];
  return [
    get("/health/ready", "health", (exchange) => exchange.send(200, "")),
    get("/v1/models", "catalog", (exchange) =>
      exchange.json(200, { object: "list", data: table.list(created) }),
    ),
    get("/v1/models/{name}", "catalog", (exchange, { name = "" }) =>
      table.find(name)
        ? exchange.json(200, entry(name, created))
        : exchange.json(404, { detail: `Unknown model: ${name}` }),
    ),
    chat("/v1/chat/completions", service),
    ...(options.frontendLoad === false ? [] : loads),
  ];
}

function chatService({ options, repository, table }: GpuSrvState, replies: ReplyScript): ChatService {
  return {
    shape: { ...plainShape, idPrefix: "cmpl-" },
    words: frontendWords,
    replies,
    admit: (request) => {
      const served = table.find(request.model);
      if (!served) return { kind: "model-not-found", model: request.model };
      const message = unsupported(request, options.toolParser !== false);
      if (message !== undefined) return { kind: "bad-request", message };
      if (!repository.isReady(served.model.id)) {
        const gone = `Request for unknown model: '${served.model.id}' is not found`;
        return { kind: "status", status: 500, message: gone };
      }
      return {
        model: served.id,
        window: served.model.contextLength ?? undefined,
        defaultMaxTokens: options.defaultMaxTokens ?? 16,
      };
    },
  };
}

function unsupported({ body, toolNames, stream }: ChatRequest, toolParser: boolean): string | undefined {
  if (typeof body["n"] === "number" && body["n"] > 1) {
    return `Received n=${body["n"]}, but only single choice (n=1) is currently supported`;
  }
  if (body["logit_bias"] !== undefined) return "logit bias is not currently supported";
  if (body["stream_options"] !== undefined && !stream) {
    return "`stream_options` can only be used when `stream` is True";
  }
  if (toolNames.length > 0 && !toolParser) {
    return "having tools in the request requires --tool-call-parser to be set";
  }
  return undefined;
}

async function load(
  exchange: Exchange,
  { options, repository, table }: GpuSrvState,
  name: string,
  created: number,
): Promise<void> {
  const message = (text: string) => refuse(exchange, frontendWords, { kind: "bad-request", message: text });
  const model = repository.find(name);
  if (!model) return message(`failed to load '${name}', failed to poll from model repository`);
  if (options.explicitLoads === false) return message(NOT_EXPLICIT);
  if (table.find(name)) return message(`Model '${name}' is already loaded`);
  await exchange.wait(options.loadMs ?? 0);
  const failure = repository.load(model);
  if (failure !== undefined) return message(failure);
  table.add(model);
  exchange.json(200, entry(name, created));
}

function unload(exchange: Exchange, { repository, table }: GpuSrvState, name: string, created: number): void {
  const served = table.find(name);
  if (!served) {
    refuse(exchange, frontendWords, { kind: "model-not-found", model: name });
    return;
  }
  repository.unload(served.model);
  table.remove(served.model);
  exchange.json(200, entry(name, created));
}
