/** A desktop application's model server: found as it is, or told to load a model first. */
import { bearerHeader, type ConnectedModel, type Dialect, type Access } from "../../../chat/dialect.js";
import { ownErrors } from "../../../chat/error-map.js";
import type { FailureContext } from "../../../chat/failure.js";
import { withoutNamedChoice } from "../../../chat/named-tool.js";
import { baseUrl, below } from "../../../http/address.js";
import type { ConnectOptions } from "../../../provider/provider.js";
import { narrowedWindow, type WindowDecision } from "../../../provider/narrowed-window.js";
import { listedWindow, windowMissing } from "../../../provider/window-sources.js";
import { type CatalogModel, type Instance, instanceFor, type Seen } from "./catalog.js";
import { type Catalog, CATALOG_MS, catalogReader, LIVE, OLDER } from "./catalog-reader.js";
import { LocalDeskLoadError } from "./errors.js";
import type { knobs } from "./knobs.js";
import { type LoadSettings, obtainInstance } from "./load.js";

const PROBE_MS = 5000;
const LOAD_MS = 600_000;

export function localDeskDialect(access: Access<typeof knobs, Seen>): Dialect {
  const { definition, settings, send } = access;
  const { values } = settings;
  const server = baseUrl(values.host, "host of localdesk");
  const failure = failureContext(access, server);
  const catalogs = catalogReader(access, server, failure);
  /** What this connection loaded itself. */
  const loadedHere = new Set<string>();
  /** The connection to a model that nobody has loaded: the application will, at the first message. */
  let waiting: ConnectedModel | undefined;

  /** Live window first, then the catalog's; the older catalog is asked when the newer one names none. */
  async function decide(
    { path }: Catalog,
    model: CatalogModel,
    instance: Instance | undefined,
    signal?: AbortSignal,
  ): Promise<WindowDecision | undefined> {
    let seen: Seen = { path, model, instance };
    if (path === LIVE && listedWindow(definition, seen).context_length === undefined) {
      const older = await catalogs.older(CATALOG_MS, signal);
      const known = older?.find(({ key }) => key === model.key);
      if (known) seen = { path: OLDER, model: known };
    }
    return narrowedWindow(definition, settings, seen);
  }

  function obtain(
    catalog: Catalog,
    model: CatalogModel,
    name: string,
    load: LoadSettings,
    options: ConnectOptions,
  ): Promise<Instance> {
    if (catalog.path !== LIVE) {
      throw new LocalDeskLoadError(
        `${failure.server} is of a build before 0.4.0, which has no load endpoint. ` +
          "Update the application, or load the model there and remove `load` from the profile.",
      );
    }
    const { signal } = options;
    const url = below(server, `${LIVE}/load`);
    return obtainInstance(
      {
        server,
        env: settings.env,
        failure,
        model: async () =>
          catalogs.find(await catalogs.alsoIn(await catalogs.read(signal), model.key, signal), model.key),
        post: (body) => send({ method: "POST", url, body, timeoutMs: LOAD_MS, isPatient: true, signal }),
        loadedHere,
      },
      model,
      name,
      load,
      options,
    );
  }

  /** A model that the application loaded for a message has its true window only now. */
  async function readWindowAgain(connected: ConnectedModel): Promise<void> {
    const catalog = await catalogs.read();
    const model = catalogs.find(catalog, connected.model);
    const instance = instanceFor(model, connected.model);
    if (!instance || waiting !== connected) return;
    connected.window = (await decide(catalog, model, instance))?.window ?? connected.window;
    waiting = undefined;
  }

  return {
    chatUrl: below(server, "v1/chat/completions"),
    headers: bearerHeader(values.api_token),
    failure,
    reasoning: () => undefined,
    // The application answers a wish for any other JSON with 400.
    responseFormats: ["json_schema"],

    async probe() {
      await catalogs.older(PROBE_MS);
    },

    async listModels() {
      const { path, models } = await catalogs.read();
      return models.map((model) => {
        const { key, type, instances } = model;
        return {
          id: key,
          ...listedWindow(definition, { path, model, instance: instances[0] }),
          ...(type !== undefined && { type }),
          state: instances.length > 0 ? "loaded" : "not-loaded",
        };
      });
    },

    async open(name, options) {
      const catalog = await catalogs.alsoIn(await catalogs.read(options.signal), name, options.signal);
      const model = catalogs.find(catalog, name);
      const instance = values.load
        ? await obtain(catalog, model, name, values.load, options)
        : instanceFor(model, name);
      const decision = await decide(catalog, model, instance, options.signal);
      if (!decision) throw windowMissing(definition, name, "to what the model is loaded with.");
      const { window, notice } = decision;
      // Another copy of the model may have another window, so the very instance is named.
      const connected = { model: name, window, ...(instance && { wireModel: instance.id }) };
      waiting = instance ? undefined : connected;
      if (notice !== undefined) options.onNotice?.(notice);
      if (!instance) {
        options.onNotice?.(
          `"${name}" is not loaded. The application loads it at the first message with its own default context, ` +
            `which may be smaller than ${window.tokens} tokens; "load: { context_length: … }" in the profile settles it.`,
        );
      }
      return connected;
    },

    onHead: () => {
      if (waiting) void readWindowAgain(waiting).catch(() => undefined);
    },

    extend: withoutNamedChoice,

    async close() {
      const ids = [...loadedHere];
      loadedHere.clear();
      if (!values.unload_on_close) return;
      const url = below(server, `${LIVE}/unload`);
      for (const id of ids) {
        // Closing must not fail: an application that is gone has unloaded by itself.
        await send({ method: "POST", url, body: { instance_id: id }, timeoutMs: CATALOG_MS }).catch(
          () => undefined,
        );
      }
    },
  };
}

function failureContext({ definition, settings }: Access<typeof knobs>, server: URL): FailureContext {
  const origin = settings.candidates("host")[0]?.origin ?? "default";
  const hasToken = settings.values.api_token !== undefined;
  return {
    server: `The localdesk server at ${server.href}`,
    errors: ownErrors(definition),
    advice: {
      connection: `Check that the application's server is started, that no firewall is in between, and that its address (from ${origin}) is right.`,
      authentication: hasToken
        ? "Check the token: it must be one that the application's server settings list."
        : "The application demands a token: set api_token in the profile or LOCALDESK_API_TOKEN.",
      contextLimit: "Shorten the conversation, or load the model with a larger context_length.",
      modelNotFound:
        "Load the model in the application, or set `load: {}` under plugin_configs.localdesk to have it loaded.",
    },
    secrets: settings.secrets,
    classify: ({ message: { code, text } }) =>
      code === "model_not_found" || /^no models loaded/i.test(text) ? "modelNotFound" : undefined,
  };
}
