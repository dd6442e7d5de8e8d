/** The addresses that list, load and unload. */
import { refuse } from "../../refusals/refuse.js";
import type { Emulator } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import { asRecord } from "../../json.js";
import type { Words } from "../../refusals/problem.js";
import { entryV1 } from "./catalog.js";
import type { Instances, LocalDeskModel } from "./instances.js";
import { get, post } from "../../emulator/routes.js";

/** The v1 endpoints: the live catalog, load and unload. */
export function loadRoutes(
  models: readonly LocalDeskModel[],
  instances: Instances,
  loadMs: number,
  words: Words,
): Emulator["routes"] {
  return [
    get("/api/v1/models", "catalog", (exchange) =>
      exchange.json(200, { models: models.map((model) => entryV1(model, instances)) }),
    ),
    post("/api/v1/models/load", "load", (exchange) => load(exchange, models, instances, loadMs, words)),
    post("/api/v1/models/unload", "load", (exchange) => unload(exchange, instances, words)),
  ];
}

async function load(
  exchange: Exchange,
  models: readonly LocalDeskModel[],
  instances: Instances,
  loadMs: number,
  words: Words,
): Promise<void> {
  const asked = asRecord(exchange.request.body);
  const name = asked["model"];
  if (typeof name !== "string") {
    refuse(exchange, words, { kind: "bad-request", message: "'model' is required", param: "model" });
    return;
  }
  const model = models.find((known) => known.id === name);
  if (!model) return refuse(exchange, words, { kind: "model-not-found", model: name });
  const started = performance.now();
  const instance = await instances.load(model, asked, () => exchange.wait(loadMs));
  exchange.json(200, {
    type: model.type ?? "llm",
    instance_id: instance.id,
    load_time_seconds: (performance.now() - started) / 1000,
    status: "loaded",
    ...(asked["echo_load_config"] === true && { load_config: instance.config }),
  });
}

function unload(exchange: Exchange, instances: Instances, words: Words): void {
  const id = asRecord(exchange.request.body)["instance_id"];
  if (typeof id !== "string") {
    const message = "'instance_id' is required";
    refuse(exchange, words, { kind: "bad-request", message, param: "instance_id" });
  } else if (instances.unload(id)) exchange.json(200, { instance_id: id });
  else refuse(exchange, words, { kind: "model-not-found", model: id });
}
