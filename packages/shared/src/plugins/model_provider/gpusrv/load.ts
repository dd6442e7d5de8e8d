/** Loads through the control plane, and through the chat frontend where that has to be told as well. */
import { failureOfStatus, isNowhere, isSuccess } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import { reportElapsed } from "../../../chat/progress.js";
import { readErrorBody } from "../../../chat/server-message.js";
import type { ConnectOptions } from "../../../provider/provider.js";
import { redact } from "../../../provider/secrets.js";
import { safeText } from "../../../provider/untrusted.js";
import { GpuSrvLoadError } from "./errors.js";
import { withoutTrace } from "./repository.js";
import type { SurfaceAccess } from "./surfaces.js";

export type LoadConfig = Readonly<Record<string, unknown>>;

/** Deserialising an engine and laying out its KV cache takes minutes. */
const LOAD_MS = 600_000;
/** Characters of a refusal that a load error keeps. */
const BODY_KEPT = 10_000;

/** What a server says that manages its models by itself. */
const NOT_EXPLICIT = /polling is enabled|explicit model (load|control)/i;
const EXPLICIT_MODE =
  "Only a server in explicit model control mode takes loads: start it with --model-control-mode=explicit, or remove `load` from the " +
  "profile and use what it has loaded by itself.";

export async function loadModel(
  control: SurfaceAccess,
  model: string,
  config: LoadConfig,
  options: ConnectOptions,
): Promise<void> {
  const path = `v2/repository/models/${encodeURIComponent(model)}/load`;
  const answer = await post(control, path, model, config, options);
  if (!isSuccess(answer)) throw refused(control, `did not load "${model}"`, answer, config);
}

/** The frontend reads its models at its start; what was loaded since, it must be told of by its own load. */
export async function loadInFrontend(
  frontend: SurfaceAccess,
  model: string,
  config: LoadConfig,
  options: ConnectOptions,
  isServed: () => Promise<boolean>,
): Promise<void> {
  const answer = await post(frontend, `v1/models/${encodeURIComponent(model)}/load`, model, config, options);
  // Somebody else may have been quicker.
  if (isSuccess(answer) || (await isServed())) return;
  const what = `does not know "${model}", although the control plane has loaded it`;
  const mend = isNowhere(answer)
    ? "This frontend has no load of its own: restart it now that the model is loaded."
    : "Restart the frontend now that the model is loaded.";
  throw refused(frontend, what, answer, config, mend);
}

function post(
  surface: SurfaceAccess,
  path: string,
  model: string,
  body: LoadConfig,
  { signal, onProgress }: ConnectOptions,
): Promise<JsonAnswer> {
  return reportElapsed(`Loading "${model}" on ${surface.url.href}`, onProgress, () =>
    surface.send(path, { method: "POST", body, timeoutMs: LOAD_MS, isPatient: true, signal }),
  );
}

function refused(
  { failure }: SurfaceAccess,
  what: string,
  answer: JsonAnswer,
  config: LoadConfig,
  mend = "Its log says more; check the load settings and the model's files in the repository.",
): Error {
  const { status, text } = answer;
  if (status === 401) return failureOfStatus(answer, failure);
  const said = withoutTrace(readErrorBody(text).text);
  const cure = NOT_EXPLICIT.test(said) ? EXPLICIT_MODE : mend;
  const sentence = `${failure.server} ${what}: it answered ${status}${said === "" ? "" : `, ${said}`}. ${cure}`;
  return new GpuSrvLoadError(redact(sentence, failure.secrets), {
    status,
    body: safeText(redact(text.slice(0, 2 * BODY_KEPT), failure.secrets)).slice(0, BODY_KEPT),
    config,
  });
}
