/** Load-control mode: an instance that runs with the settings asked for, found or loaded once. */
import { type Lock, tryLock, waitForLock } from "../../../system/lock-file.js";
import { asTokens } from "../../../provider/context-window.js";
import type { FrameworkError } from "../../../provider/errors.js";
import type { ConnectOptions } from "../../../provider/provider.js";
import { redact } from "../../../provider/secrets.js";
import type { Environment } from "../../../provider/settings.js";
import { type FailureContext, failureOfStatus, isSuccess } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import { reportElapsed } from "../../../chat/progress.js";
import { readErrorBody } from "../../../chat/server-message.js";
import { isPlainName, record, safeLine } from "../../../provider/untrusted.js";
import { type CatalogModel, fulfils, type Instance, unreported } from "./catalog.js";
import { LocalDeskLoadError } from "./errors.js";
import { loadLockFile } from "./load-lock.js";
import { messageOf } from "../../../provider/errors.js";

export type LoadSettings = Readonly<Record<string, unknown>>;

/** What loading needs of the connection. */
export interface LoadTarget {
  server: URL;
  env: Environment;
  failure: FailureContext;
  /** The live catalog's entry of the model, read anew. */
  model(): Promise<CatalogModel>;
  /** Sends the load request; the answer comes when the model is loaded. */
  post(body: LoadSettings): Promise<JsonAnswer>;
  /** The instances that these settings loaded, whatever the application made of them. */
  loadedHere: Set<string>;
}

/**
 * Reuses an instance that fulfils every setting; else loads one. Loading again would make a second copy in memory, so
 * processes take turns, and each looks again when its turn comes.
 */
export async function obtainInstance(
  target: LoadTarget,
  known: CatalogModel,
  name: string,
  load: LoadSettings,
  options: ConnectOptions,
): Promise<Instance> {
  const reusable = ({ instances }: CatalogModel) => {
    const usable = instances.filter(
      (instance) => target.loadedHere.has(instance.id) || fulfils(instance, load, known.maxContext),
    );
    return usable.find(({ id }) => id === name) ?? usable[0];
  };
  const isVariant = known.variants.includes(name);
  const found = reusable(known);
  if (found) {
    const unknown = unreported(found, load);
    const { onProgress, onNotice = onProgress } = options;
    if (unknown.length > 0 && !target.loadedHere.has(found.id)) {
      onNotice?.(
        `"${found.id}" is loaded already and is used as it is; its engine does not report ${unknown.join(", ")}, so whether that ` +
          "is as asked is not known. Unload it in the application to have it loaded anew.",
      );
    }
    return found;
  }
  const lock = await takeTurn(target, known.key, options);
  try {
    return (
      reusable(await target.model()) ?? (await loadOnce(target, isVariant ? name : known.key, load, options))
    );
  } finally {
    lock?.release();
  }
}

/** Without a place for the lock the model is loaded all the same: at worst it is loaded twice. */
async function takeTurn(
  { env, server }: LoadTarget,
  key: string,
  { signal, onProgress, onNotice = onProgress }: ConnectOptions,
): Promise<Lock | undefined> {
  try {
    const file = await loadLockFile(env, server, key);
    const waiting = `Waiting for another process that loads "${key}"`;
    return tryLock(file) ?? (await reportElapsed(waiting, onProgress, () => waitForLock(file, signal)));
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = messageOf(error);
    onNotice?.(`No lock against a second load of "${key}" could be taken: ${reason}.`);
    return undefined;
  }
}

async function loadOnce(
  target: LoadTarget,
  model: string,
  load: LoadSettings,
  { onProgress, onNotice = onProgress }: ConnectOptions,
): Promise<Instance> {
  const answer = await reportElapsed(`Loading "${model}" on ${target.server.href}`, onProgress, () =>
    target.post({ ...load, model }),
  );
  const { instance_id: named, error, load_config: echoed } = record(answer.value);
  // Builds without the endpoint answer 200 with an `error` text.
  if (!isSuccess(answer) || error !== undefined) throw refused(model, answer, target.failure);
  const id = isPlainName(named) ? named : model;
  target.loadedHere.add(id);
  if (echoed !== undefined) onNotice?.(`Loaded "${model}" with ${safeLine(JSON.stringify(echoed))}`);
  const { instances } = await target.model();
  const instance = instances.find((candidate) => candidate.id === id) ?? { id, config: {} };
  const asked = asTokens(load["context_length"]);
  const applied = asTokens(instance.config["context_length"]);
  if (asked !== undefined && applied !== undefined && asked !== applied)
    onNotice?.(
      `"${model}" was loaded with a context of ${applied} tokens, although ${asked} were asked for.`,
    );
  return instance;
}

function refused(model: string, answer: JsonAnswer, failure: FailureContext): FrameworkError {
  if (answer.status === 401) return failureOfStatus(answer, failure);
  const said = readErrorBody(answer.text).text;
  const sentence =
    `${failure.server} did not load "${model}": it answered ${answer.status}${said === "" ? "" : `, ${said}`}. ` +
    "Check the load settings and the free memory; a smaller context_length needs less.";
  return new LocalDeskLoadError(redact(sentence, failure.secrets), { status: answer.status });
}
