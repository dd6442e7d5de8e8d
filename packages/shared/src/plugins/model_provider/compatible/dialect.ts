/** Any server that speaks chat completions; what is known of it is its preset. */
import type { KnobSchema, KnobValues } from "../../../provider/definition.js";
import { bearerHeader, type ConnectedModel, type Dialect, type Access } from "../../../chat/dialect.js";
import { sharedErrors } from "../../../chat/error-map.js";
import { type FailureContext, failureOfStatus, isNowhere, isSuccess } from "../../../chat/failure.js";
import type { ChatBody } from "../../../chat/request.js";
import { below, endpointUrl } from "../../../http/address.js";
import type { FoundWindow, WindowCandidate } from "../../../provider/context-window.js";
import { knownBy } from "../../../provider/marks.js";
import type { ConnectOptions } from "../../../provider/provider.js";
import { narrowedWindow } from "../../../provider/narrowed-window.js";
import { windowFields, windowMissing } from "../../../provider/window-sources.js";
import {
  CATALOG_MS,
  keyMissing,
  modelMissing,
  noModelList,
  originOf,
  usedUnlisted,
  windowWouldDo,
} from "../hosted/family.js";
import { checkKey, KEY_CHECK_MS } from "../hosted/key-check.js";
import { countPrompt } from "../own-servers/count-prompt.js";
import { templateTakesTools, toolsDropped } from "../own-servers/template-tools.js";
import { compatibleBase, isVersioned, rootOf } from "./address.js";
import { listedModel, type Listed, readList } from "./catalog.js";
import { fitted, thinkingFields } from "./fields.js";
import type { boundKnobs } from "./knobs.js";
import type { Inquire } from "./inquire.js";
import { LOAD_PATH, windowOnceLoaded } from "./ollama.js";
import type { Preset } from "./preset.js";
import { PRESETS } from "./presets.js";
import { statedWindows, USUAL_PLACES } from "./window.js";

/** Loading a model into memory takes minutes. */
const LOAD_MS = 600_000;
/** A server of one's own that is just being started is there a moment later. */
const CONNECT_RETRIES = 1;

export function compatibleDialect<Knobs extends KnobSchema>(
  access: Access<Knobs, FoundWindow | undefined>,
  values: KnobValues<typeof boundKnobs>,
  preset: Preset | undefined,
): Dialect {
  const { definition, settings, send } = access;
  const base = compatibleBase(values.base_url, preset, definition.name);
  const root = rootOf(base);
  const failure = failureContext(access, base, preset);
  const keyed = (header: string | undefined): Record<string, string> => {
    if (header === undefined) return bearerHeader(values.api_key);
    return values.api_key === undefined ? {} : { [header]: values.api_key };
  };
  const headers = { ...keyed(preset?.key.header), ...values.headers };
  const list = preset?.models === undefined ? {} : preset.models;
  const modelsUrl =
    values.models_url === undefined
      ? below(base, (list || {}).path ?? "models")
      : endpointUrl(values.models_url, `models_url of ${definition.name}`);
  const listHeaders = list
    ? { ...keyed(list.keyHeader ?? preset?.key.header), ...list.headers, ...values.headers }
    : headers;
  const isLlama = preset?.name === "llamacpp";
  /** The deployment that chats go to, where each has a path of its own. */
  let deployment: string | undefined;
  let unsent: string[] = [];
  let takesTools: false | undefined;

  /** Undefined where there is no list at all. */
  async function catalog(signal?: AbortSignal): Promise<Listed[] | undefined> {
    if (!list && values.models_url === undefined) return undefined;
    const answer = await send({ url: modelsUrl, headers: listHeaders, timeoutMs: CATALOG_MS, signal });
    if (isNowhere(answer)) return undefined;
    if (!isSuccess(answer)) throw failureOfStatus(answer, { ...failure, asked: `GET ${modelsUrl.pathname}` });
    const models = readList(answer.value, list || {});
    if (!models) throw noModelList(access, failure, modelsUrl);
    return models;
  }

  const inquirer =
    (signal?: AbortSignal): Inquire =>
    async (path, body) => {
      const isLoad = path === LOAD_PATH;
      const answer = await send({
        url: below(root, path.slice(1)),
        timeoutMs: isLoad ? LOAD_MS : CATALOG_MS,
        ...(isLoad && { isPatient: true }),
        ...(body !== undefined && { method: "POST", body }),
        signal,
      }).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        return undefined;
      });
      return answer?.status === 200 ? answer : undefined;
    };

  /** What the server states, as itself or as what it turns out to be. */
  async function serverWindow(model: Listed, options: ConnectOptions): Promise<WindowCandidate | undefined> {
    const inquire = inquirer(options.signal);
    const stated = (await statedWindows(preset?.windows ?? USUAL_PLACES, inquire))(model);
    if (stated) return stated;
    const known = preset ?? (await knownBy(PRESETS, inquire));
    if (!known) return undefined;
    if (!preset) options.onNotice?.(`This is ${known.product}; \`preset: ${known.name}\` says so at once.`);
    const live = preset ? undefined : (await statedWindows(known.windows ?? [], inquire))(model);
    return live ?? (loads(known) ? windowOnceLoaded(model, inquire, options) : undefined);
  }

  async function open(model: string, options: ConnectOptions): Promise<ConnectedModel> {
    const { signal, onNotice } = options;
    const models = await catalog(signal);
    const entry = models && listedModel(models, model);
    const isUnlisted = models !== undefined && !entry;
    const found = isUnlisted ? undefined : await serverWindow(entry ?? { id: model, entry: {} }, options);
    const decision = narrowedWindow(definition, settings, found);
    if (isUnlisted) {
      if (!decision) {
        throw modelMissing(failure, model, models, windowWouldDo(definition));
      }
      onNotice?.(usedUnlisted(model, models));
    }
    if (!decision) throw windowMissing(definition, model, mendOf(preset));
    if (decision.notice !== undefined) onNotice?.(decision.notice);
    deployment = model;
    if (isLlama) takesTools = templateTakesTools((await inquirer(signal)("/props"))?.value);
    return { model, window: decision.window, takesTools };
  }

  return {
    get chatUrl() {
      const isDeployed = preset?.deployments && !isVersioned(base);
      const path = isDeployed
        ? `deployments/${encodeURIComponent(deployment ?? settings.model ?? "-")}/`
        : "";
      return below(base, `${path}chat/completions`);
    },
    headers,
    failure,
    ...(preset?.ports && { connectRetries: CONNECT_RETRIES }),
    ...(preset?.formats && { responseFormats: preset.formats }),
    ...(preset?.thinking && { reasoning: thinkingFields(preset.thinking) }),

    async probe() {
      if (preset?.key.isRequired && values.api_key === undefined) throw keyMissing(access);
    },

    /** A vendor's own variable belongs to the vendor's own address, whoever named the preset. */
    ownsKey: ({ kind, origin }) =>
      kind === "env" && values.base_url === undefined && (preset?.key.variables.includes(origin) ?? false),

    async listModels() {
      const models = (await catalog()) ?? [];
      const windowOf = await statedWindows(preset?.windows ?? USUAL_PLACES, inquirer());
      const isOllama = preset && loads(preset);
      return models.map((model) => {
        const window = windowOf(model);
        return {
          id: model.id,
          ...(isOllama && { state: window ? "loaded" : "not-loaded" }),
          ...windowFields(window),
        };
      });
    },

    open,

    extend(body) {
      const fit = fitted(body, preset, values.options);
      unsent = fit.unsent;
      return fit.body;
    },

    /** Called right after `extend`, for the same request. */
    notices: (body) => [
      ...(unsent.length === 0 ? [] : [`${preset?.product} takes no ${unsent.join(" and no ")}: not sent.`]),
      ...(body.tools && takesTools === false ? [toolsDropped(body.model)] : []),
    ],

    /** Asked only where an estimate would not decide. */
    ...(isLlama && {
      countPrompt: (body: ChatBody, signal?: AbortSignal) =>
        countPrompt(send, (path) => below(root, path), body, signal),
    }),

    checkCredential: () =>
      checkKey({
        modelsUrl,
        chatUrl: below(base, "chat/completions"),
        model: settings.model,
        modelsIn: (value) => (readList(value, list || {}) ?? []).map(({ id }) => id),
        send: ({ headers: own, ...request }) =>
          send({
            ...request,
            headers: own ?? (request.url === modelsUrl ? listHeaders : headers),
            timeoutMs: KEY_CHECK_MS,
          }),
        failure,
      }),
  };
}

/** Whether models are loaded when they are asked for, and only then have a window. */
const loads = ({ windows = [] }: Preset): boolean => windows.some((place) => "ollama" in place);

function mendOf(preset: Preset | undefined): string {
  if (preset?.name === "ollama") return "to the num_ctx the model is loaded with (ollama ps shows it).";
  return preset?.ports ? "to the window the server runs with." : "to what the model's page says.";
}

function failureContext<Knobs extends KnobSchema>(
  access: Access<Knobs>,
  base: URL,
  preset: Preset | undefined,
): FailureContext {
  const { settings, definition } = access;
  const origin = originOf(access, "base_url");
  const key = originOf(access, definition.credential.knob);
  const isOwn = preset === undefined || preset.ports !== undefined;
  const what = `${preset ? preset.product : "The compatible server"} at ${base.origin}${base.pathname}`;
  return {
    server: what,
    errors: sharedErrors,
    advice: {
      connection: isOwn
        ? `Check that the server runs and that its address${origin === undefined ? "" : ` (from ${origin})`} is right.`
        : "Check the network and the proxy variables (HTTPS_PROXY, NO_PROXY).",
      authentication:
        key === undefined
          ? `It demands a key: set api_key in the profile or ${definition.variables.find(({ knob }) => knob === "api_key")?.name}.`
          : `Check the key (from ${key}).`,
      contextLimit: isOwn
        ? "Shorten the conversation, or start the server with a larger window."
        : "Shorten the conversation, or choose a model with a larger window.",
      modelNotFound: `"fw models --provider ${definition.name}" lists the models.`,
    },
    secrets: settings.secrets,
  };
}
