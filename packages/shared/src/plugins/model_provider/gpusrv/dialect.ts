/** A GPU inference server: validated and, if asked, loaded through its control plane; chat goes to its frontend. */
import { bearerHeader, type Dialect, type Access } from "../../../chat/dialect.js";
import { failureOfStatus, isNowhere } from "../../../chat/failure.js";
import { chooseWindow } from "../../../provider/context-window.js";
import type { ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { safeLine } from "../../../provider/untrusted.js";
import { windowCandidates, windowFields, windowMissing } from "../../../provider/window-sources.js";
import { GpuSrvConnectionError, GpuSrvModelNotFoundError } from "./errors.js";
import type { knobs } from "./knobs.js";
import { loadInFrontend, loadModel } from "./load.js";
import { answerLimit, littleRoom } from "./max-tokens.js";
import { baseOfAdapter, readIndex, readServedNames, type RepositoryModel } from "./repository.js";
import { surfacesOf } from "./surfaces.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;

/** Statuses that a control plane gives, or a proxy in front of it, for another reason than not being live. */
const SPEAKING: ReadonlySet<number> = new Set([401, 402, 403, 408, 425, 429]);

export function gpuSrvDialect(access: Access<typeof knobs, unknown>): Dialect {
  const { definition, settings } = access;
  const { load, api_token: token, extra_headers: extra } = settings.values;
  const { openai, control } = surfacesOf(access);
  const window = chooseWindow(windowCandidates(definition, settings, undefined));
  if (!window) throw windowMissing(definition, "any model", "to the engine's window.");

  async function index(signal?: AbortSignal): Promise<RepositoryModel[]> {
    const url = control.at("v2/repository/index");
    const request = { method: "POST", url, body: {}, timeoutMs: CATALOG_MS, signal } as const;
    const models = readIndex((await access.ask({ ...request, failure: control.failure })).value);
    if (models) return models;
    throw new GpuSrvConnectionError(
      `${url.href} did not answer with a repository index. Check that the control URL leads to the server's v2 control plane.`,
      { retryable: false, surface: "control" },
    );
  }

  /** The names the chat frontend answers to; undefined when it has no such list. */
  async function servedNames(signal?: AbortSignal): Promise<string[] | undefined> {
    const answer = await openai.send("v1/models", { timeoutMs: CATALOG_MS, signal });
    if (isNowhere(answer)) return undefined;
    if (answer.status !== 200) throw failureOfStatus(answer, openai.failure);
    return readServedNames(answer.value);
  }

  function unknownModel(model: string, models: readonly RepositoryModel[]): Error {
    const names = models.map(({ name }) => name);
    const known = names.length === 0 ? "It is empty." : `It holds: ${names.join(", ")}.`;
    return new GpuSrvModelNotFoundError(
      `"${model}" is neither in the repository index of ${control.url.href} nor a name of the chat frontend` +
        `${didYouMean(model, names)}. ${safeLine(known)}`,
    );
  }

  const unknownToChat = (model: string): Error =>
    new GpuSrvModelNotFoundError(
      `"${model}" is loaded on the control plane, but ${openai.failure.server.replace("The", "the")} does not know it: ` +
        "it reads its models when it starts. Restart it, or set `load: {}` under plugin_configs.gpusrv to have it loaded there.",
    );

  return {
    chatUrl: openai.at("v1/chat/completions"),
    otherUrls: [control.at("v2")],
    headers: { ...bearerHeader(token), ...extra },
    failure: openai.failure,
    reasoning: () => undefined,
    // The frontend knows only `stop` and `tool_calls`, and a request that its engine refuses breaks the stream without a word.
    hidesLength: true,
    explainsUnstreamed: true,
    // The frontend refuses a schema, and takes no notice of the wish for other JSON.
    responseFormats: [],

    async probe() {
      const { failure } = control;
      const answer = await control.send("v2/health/live", { timeoutMs: PROBE_MS });
      const { status } = answer;
      if (status === 200) return;
      // It is there, and says itself what is wrong.
      if (SPEAKING.has(status) || status >= 500) throw failureOfStatus(answer, failure);
      throw new GpuSrvConnectionError(
        `${failure.server} is not live: GET /v2/health/live answered ${status}. ${failure.advice.connection}`,
        { status, surface: "control" },
      );
    },

    async listModels() {
      const models = await index();
      const names = new Set(models.map(({ name }) => name));
      const adapters = ((await servedNames()) ?? []).filter((name) => !names.has(name));
      const found: Pick<ModelInfo, "id">[] = [
        ...models.map(({ name, state, reason }) => ({
          id: name,
          state: state ?? "not loaded",
          ...(reason !== "" && { reason }),
        })),
        ...adapters.map((id) => {
          const parent = baseOfAdapter(id, models);
          return parent === undefined ? { id } : { id, parent };
        }),
      ];
      return found.map((model) => ({ ...model, ...windowFields(window) }));
    },

    async open(model, options) {
      const { signal } = options;
      const models = await index(signal);
      const entry = models.find(({ name }) => name === model);
      // Adapters (LoRA) are known to the chat frontend alone.
      if (!entry && !(await servedNames(signal))?.includes(model)) throw unknownModel(model, models);
      if (load) {
        // A load takes minutes; a frontend that is not there is told before it.
        await servedNames(signal);
        const target = entry?.name ?? baseOfAdapter(model, models);
        if (target !== undefined) await loadModel(control, target, load, options);
      } else if (entry?.state !== undefined && entry.state !== "READY") throw notReady(entry);
      const served = await servedNames(signal);
      if (served?.length === 0 && !load && entry?.state === "READY") {
        options.onNotice?.(
          `"${model}" is ready in the repository index, but ${openai.failure.server.replace("The", "the")} lists no model at all. ` +
            "If it does not know the model, restart it: it reads its models when it starts.",
        );
      } else if (served && !served.includes(model)) {
        if (!load) throw entry?.state === undefined ? notReady({ name: model }) : unknownToChat(model);
        const isServed = async () => (await servedNames(signal))?.includes(model) ?? false;
        await loadInFrontend(openai, model, load, options, isServed);
      }
      return { model, window };
    },

    extend: (body) =>
      body.max_tokens === undefined
        ? { ...body, max_tokens: answerLimit(window.tokens, access.measure(body)) }
        : body,

    notices(body) {
      const size = access.measure(body);
      const isOurs = body.max_tokens === answerLimit(window.tokens, size);
      return [isOurs ? littleRoom(window.tokens, size) : undefined].filter((text) => text !== undefined);
    },
  };
}

function notReady({ name, state, reason }: Partial<RepositoryModel> & { name: string }): Error {
  const why = reason ? `: ${reason}` : "";
  return new GpuSrvModelNotFoundError(
    `"${name}" is in the repository, but not loaded (state ${state ?? "unknown"}${why}). ` +
      "Load it on the server, or set `load: {}` under plugin_configs.gpusrv to have it loaded at connect.",
  );
}
