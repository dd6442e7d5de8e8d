/** The least that a dialect needs. */
import { bearerHeader, type Dialect, type Access } from "../../../packages/shared/src/chat/dialect.js";
import { sharedErrors } from "../../../packages/shared/src/chat/error-map.js";
import { baseUrl, below } from "../../../packages/shared/src/http/address.js";
import { chooseWindow } from "../../../packages/shared/src/provider/context-window.js";
import { ModelNotFoundError, ValueError } from "../../../packages/shared/src/provider/errors.js";
import { type Fields, recordsIn } from "../../../packages/shared/src/provider/untrusted.js";
import { windowCandidates, windowMissing } from "../../../packages/shared/src/provider/window-sources.js";
import type { knobs } from "./knobs.js";

export function eighthDialect({ definition, settings, ask, send }: Access<typeof knobs, Fields>): Dialect {
  const { values } = settings;
  if (values.where === undefined) throw new ValueError("Say where the server is: `where`, EIGHTH_WHERE.");
  const server = baseUrl(values.where, "where of eighth");
  const models = async (signal?: AbortSignal) => {
    const { value } = await ask({ url: below(server, "v1/models"), timeoutMs: 5000, signal });
    return (recordsIn(value) ?? []).map((entry) => ({ ...entry, id: String(entry["id"]) }));
  };
  return {
    chatUrl: below(server, "v1/chat/completions"),
    headers: { ...bearerHeader(values.password_word), ...values.letterhead },
    failure: {
      server: `The eighth server at ${server.href}`,
      errors: sharedErrors,
      advice: {},
      secrets: settings.secrets,
    },
    listModels: models,
    async open(model, { signal }) {
      if (values.warm_up)
        await send({ method: "POST", url: below(server, "load"), body: {}, timeoutMs: 5000 });
      const entry = (await models(signal)).find(({ id }) => id === model);
      if (!entry) throw new ModelNotFoundError(`There is no "${model}".`);
      const window = chooseWindow(windowCandidates(definition, settings, entry));
      if (!window) throw windowMissing(definition, model, "to its size.");
      return { model, window };
    },
  };
}
