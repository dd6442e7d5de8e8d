/** A self-hosted inference server: the operator runs it, the provider checks it and talks to it. */
import { baseUrl, below } from "../../../http/address.js";
import { bearerHeader, type Dialect, type Access } from "../../../chat/dialect.js";
import { withoutNamedChoice } from "../../../chat/named-tool.js";
import { ownErrors } from "../../../chat/error-map.js";
import { type FailureContext, failureOfStatus } from "../../../chat/failure.js";
import { chooseWindow } from "../../../provider/context-window.js";
import { ValueError } from "../../../provider/errors.js";
import { didYouMean } from "../../../provider/suggest.js";
import { listedWindow, windowCandidates, windowMissing } from "../../../provider/window-sources.js";
import { isProxy, readCatalog, type ServedAmong, type ServedModel } from "./catalog.js";
import { countPrompt } from "../own-servers/count-prompt.js";
import { templateTakesTools, toolsDropped } from "../own-servers/template-tools.js";
import { SelfHostConnectionError, SelfHostModelNotFoundError } from "./errors.js";
import type { knobs } from "./knobs.js";
import { VLLM_OWNER, withStrictTools } from "./strict-tools.js";
import { isUnparsedToolCall, parserHint } from "./tool-parsers.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;
/** A server that is just being started is there a moment later; one that is not there should be told soon. */
const CONNECT_RETRIES = 1;
/** llama.cpp is reached this way too. Of a tool's name in `tool_choice` it takes no notice. */
const LLAMACPP_OWNER = "llamacpp";

export function selfHostDialect(access: Access<typeof knobs, ServedAmong>): Dialect {
  const { definition, settings, ask, send } = access;
  const { values } = settings;
  const server = serverUrl(values.host);
  const failure = failureContext(access, server);
  /** Who serves the connected model, in the server's words. */
  let owner: string | undefined;
  let takesTools: false | undefined;

  async function catalog(signal?: AbortSignal): Promise<ServedModel[]> {
    const url = below(server, "v1/models");
    const models = readCatalog((await ask({ url, timeoutMs: CATALOG_MS, signal })).value);
    if (models) return models;
    throw new SelfHostConnectionError(
      `${url.href} did not answer with a model list. Check that the address leads to the inference server itself.`,
      { retryable: false },
    );
  }

  return {
    chatUrl: below(server, "v1/chat/completions"),
    headers: bearerHeader(values.api_token),
    failure,
    connectRetries: CONNECT_RETRIES,

    /** Liveness and credentials come before everything else, so that they are reported as what they are. */
    async probe() {
      // The list costs nothing; a proxy's health check may cost an answer of each of its models.
      if (isProxy(await catalog())) return;
      const health = await send({ url: below(server, "health"), timeoutMs: PROBE_MS });
      if (health.status === 503) {
        throw new SelfHostConnectionError(
          `${failure.server} is up, but its engine is dead (503 from /health). Restart the server; its log says why.`,
          { status: 503 },
        );
      }
      if (health.status === 401 || health.status >= 500) throw failureOfStatus(health, failure);
    },

    async listModels() {
      const models = await catalog();
      return models.map(({ id, parent }) => ({
        id,
        ...listedWindow(definition, { id, models }),
        ...(parent !== undefined && { parent }),
      }));
    },

    async open(model, { signal }) {
      const models = await catalog(signal);
      const served = models.find(({ id }) => id === model);
      if (!served) throw unknownModel(model, models, failure);
      ({ owner } = served);
      if (owner === LLAMACPP_OWNER) {
        const props = await send({ url: below(server, "props"), timeoutMs: PROBE_MS, signal });
        takesTools = templateTakesTools(props.value);
      }
      const window = chooseWindow(windowCandidates(definition, settings, { id: model, models }));
      if (window) return { model, window, takesTools };
      throw windowMissing(
        definition,
        model,
        "to the window the server runs with (vLLM: --max-model-len, llama.cpp: --ctx-size).",
      );
    },

    /** Levels are for models that know them; the template of the others is told whether to think at all. */
    reasoning: (wanted) => {
      if (typeof wanted === "number") return { thinking_token_budget: wanted };
      if (wanted === "off") return { chat_template_kwargs: { enable_thinking: false } };
      return { reasoning_effort: wanted };
    },

    extend: (body) => {
      const limit = values.max_tokens;
      const limited =
        limit === undefined || body.max_tokens !== undefined ? body : { ...body, max_tokens: limit };
      if (owner === VLLM_OWNER) return withStrictTools(limited);
      return owner === LLAMACPP_OWNER ? withoutNamedChoice(limited) : limited;
    },

    /** Asked only where an estimate would not decide. */
    countPrompt: (body, signal) => countPrompt(send, (path) => below(server, path), body, signal),

    notices: (body) => (body.tools && takesTools === false ? [toolsDropped(body.model)] : []),

    remarkOn(answer, body) {
      const names = body.tools?.map((tool) => tool.function.name) ?? [];
      if (names.length === 0 || answer.hasToolCalls || !isUnparsedToolCall(answer.text, names))
        return undefined;
      return `"${body.model}" wrote its tool call as plain text, so no tool ran: ${parserHint(body.model)}.`;
    },
  };
}

function serverUrl(host: string | undefined): URL {
  if (host !== undefined) return baseUrl(host, "host of selfhost");
  throw new ValueError(
    "No selfhost server is configured, and there is no localhost fallback. " +
      "Set `host` under plugin_configs.selfhost or SELFHOST_HOST, for example http://gpu-box:8000.",
  );
}

function failureContext({ definition, settings }: Access<typeof knobs>, server: URL): FailureContext {
  const origin = settings.candidates("host")[0]?.origin ?? "SELFHOST_HOST";
  const hasToken = settings.values.api_token !== undefined;
  return {
    server: `The selfhost server at ${server.href}`,
    errors: ownErrors(definition),
    advice: {
      connection: `Check that the server runs and that its address (from ${origin}) is right.`,
      authentication: hasToken
        ? "Check the token: it must be the --api-key the server was started with, or what the proxy in front of it demands."
        : "The server demands a token: set api_token in the profile or SELFHOST_API_TOKEN.",
      contextLimit:
        "Shorten the conversation, or start the server with a larger window (vLLM: --max-model-len, llama.cpp: --ctx-size).",
      midStream: "The server's log says why the engine stopped.",
    },
    secrets: settings.secrets,
    // The server answers 503 when its engine is dead: it is there, but as good as unreachable.
    classify: ({ status }) => (status === 503 ? "connection" : undefined),
  };
}

function unknownModel(model: string, models: readonly ServedModel[], failure: FailureContext) {
  const ids = models.map(({ id }) => id);
  const known = ids.length === 0 ? "It serves no model at all." : `It serves: ${ids.join(", ")}.`;
  return new SelfHostModelNotFoundError(
    `${failure.server} does not serve "${model}"${didYouMean(model, ids)}. ${known} ` +
      `Use one of these names, or start the server with --served-model-name ${model}.`,
  );
}
