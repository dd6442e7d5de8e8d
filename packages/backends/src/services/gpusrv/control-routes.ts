/** The addresses of the GPU server's control plane. */
import { refuse } from "../../refusals/refuse.js";
import type { Emulator } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import { asRecord, isRecord } from "../../json.js";
import type { GpuSrvState } from "./state.js";
import type { GpuSrvModel } from "./repository.js";
import { controlWords, NOT_EXPLICIT } from "./words.js";
import { get, post } from "../../emulator/routes.js";

/** The v2 inference protocol's addresses, on the control plane's own port. */
export function controlRoutes(state: GpuSrvState): Emulator["routes"] {
  const { repository } = state;
  const routes: Emulator["routes"] = [
    get("/v2/health/live", "health", (exchange) => exchange.send(200, "")),
    get("/v2/health/ready", "health", (exchange) => exchange.send(200, "")),
    get("/v2/models/{name}/ready", "health", (exchange, { name = "" }) =>
      exchange.send(repository.isReady(name) ? 200 : 400, ""),
    ),
    get("/v2/models/{name}/config", "catalog", (exchange, { name = "" }) => config(exchange, state, name)),
    post("/v2/repository/index", "catalog", (exchange) =>
      exchange.json(200, repository.index(asRecord(exchange.request.body)["ready"] === true)),
    ),
    post("/v2/repository/models/{name}/load", "load", (exchange, { name = "" }) =>
      load(exchange, state, name),
    ),
    post("/v2/repository/models/{name}/unload", "load", (exchange, { name = "" }) =>
      unload(exchange, state, name),
    ),
  ];
  return routes.map((route) => ({ ...route, surface: "control" as const }));
}

function config(exchange: Exchange, { repository }: GpuSrvState, name: string): void {
  const model = repository.find(name);
  if (!model || !repository.isReady(name)) {
    return say(exchange, `Request for unknown model: '${name}' is not found`);
  }
  const parameters = Object.entries(model.parameters ?? {});
  exchange.json(200, {
    name,
    platform: "",
    backend: "tensorrtllm",
    max_batch_size: 64,
    parameters: Object.fromEntries(parameters.map(([key, string_value]) => [key, { string_value }])),
  });
}

/** Loads a model, or loads it again; the chat frontend does not learn of it. */
async function load(exchange: Exchange, state: GpuSrvState, name: string): Promise<void> {
  const { repository, options } = state;
  const refusal = flaw(exchange.request.body) ?? forbidden(state);
  if (refusal !== undefined) return say(exchange, refusal);
  const model = repository.find(name);
  if (!model) return say(exchange, `failed to load '${name}', failed to poll from model repository`);
  await exchange.wait(options.loadMs ?? 0);
  const failure = repository.load(model);
  if (failure === undefined) exchange.send(200, "");
  else say(exchange, failure);
}

function unload(exchange: Exchange, state: GpuSrvState, name: string): void {
  const refusal = forbidden(state);
  if (refusal !== undefined) return say(exchange, refusal);
  const model: GpuSrvModel | undefined = state.repository.find(name);
  if (model) state.repository.unload(model);
  exchange.send(200, "");
}

/** What is wrong with a load body: it may be empty, else `parameters` with a JSON text in `config`. */
function flaw(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (!isRecord(body)) return "failed to parse the request JSON buffer";
  const given = asRecord(body["parameters"])["config"];
  if (given === undefined) return undefined;
  if (typeof given !== "string") return "attempt to access JSON non-string as string";
  try {
    JSON.parse(given);
    return undefined;
  } catch {
    return "failed to load model: unable to parse the model config override";
  }
}

function forbidden({ options }: GpuSrvState): string | undefined {
  return options.explicitLoads === false ? NOT_EXPLICIT : undefined;
}

function say(exchange: Exchange, message: string): void {
  refuse(exchange, controlWords, { kind: "bad-request", message });
}
