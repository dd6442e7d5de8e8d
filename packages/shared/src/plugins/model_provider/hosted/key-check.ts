/** Whether a service accepts a key. A key proves itself only where a request without it is refused. */
import type { FrameworkError } from "../../../provider/errors.js";
import { type FailureContext, failureOfStatus, isSuccess } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";

export const KEY_CHECK_MS = 30_000;
/** Models that are tried until one of them takes a chat; catalogs list embedding models too. */
const MODELS_TRIED = 3;

interface KeyCheckRequest {
  method?: "GET" | "POST";
  url: URL;
  body?: unknown;
  /** Replaces the headers that carry the key. */
  headers?: Record<string, string>;
}

export interface KeyCheck {
  modelsUrl: URL;
  chatUrl: URL;
  /** The configured model, tried before those of the catalog. */
  model: string | undefined;
  modelsIn: (value: unknown) => string[];
  send: (request: KeyCheckRequest) => Promise<JsonAnswer>;
  failure: FailureContext;
}

/** A page that some other server shows for every address accepts no key. */
export const isGood = (answer: JsonAnswer) =>
  isSuccess(answer) && typeof answer.value === "object" && answer.value !== null;
/** A login page or the like, in place of the API. */
const isPage = ({ headers, value }: JsonAnswer) =>
  value === undefined && !(headers["content-type"] ?? "").includes("text/event-stream");
const isRefusal = ({ status }: JsonAnswer) => status === 401 || status === 403;

/**
 * Asks the catalog first, which costs nothing; where that is open to everybody or missing, one chat of one token. Gives the
 * proof in words; throws the service's refusal, or what kept it from being found out.
 */
export async function checkKey(check: KeyCheck): Promise<string> {
  const { modelsUrl, send, failure } = check;
  const catalog = await send({ url: modelsUrl });
  if (isGood(catalog)) {
    const withoutKey = await send({ url: modelsUrl, headers: {} });
    if (isRefusal(withoutKey)) return `GET ${modelsUrl.pathname} answers with it and refuses without it`;
  } else if (catalog.status !== 404 && catalog.status !== 405) throw unusable(catalog, failure);
  return checkByChat(check, isGood(catalog) ? check.modelsIn(catalog.value) : []);
}

/** The failure of an answer that proves nothing. */
export function unusable(answer: JsonAnswer, failure: FailureContext): FrameworkError {
  if (!isSuccess(answer)) return failureOfStatus(answer, failure);
  return new failure.errors.infrastructure(
    `${failure.server} did not answer like the API. Check its address.`,
    { retryable: false },
  );
}

/** A name that no service has: what it answers to a chat with it depends on the key alone. */
const NO_MODEL = "key-check";

async function checkByChat(check: KeyCheck, catalog: readonly string[]): Promise<string> {
  const { chatUrl, send, failure } = check;
  const named = [...new Set([...(check.model === undefined ? [] : [check.model]), ...catalog])];
  const models = named.length === 0 ? [NO_MODEL] : named.slice(0, MODELS_TRIED);
  const chat = (model: string, headers?: Record<string, string>) =>
    send({
      method: "POST",
      url: chatUrl,
      body: { model, messages: [{ role: "user", content: "Hi" }], max_tokens: 1 },
      ...(headers && { headers }),
    });
  for (const model of models) {
    const answer = await chat(model);
    if (isSuccess(answer) && !isPage(answer)) return `POST ${chatUrl.pathname} answered with it`;
    // Such an answer speaks of the model or the request; a service may give it before it looks at the key.
    if (![400, 404, 422].includes(answer.status)) throw unusable(answer, failure);
    if (isRefusal(await chat(model, {})))
      return `POST ${chatUrl.pathname} takes it and refuses a request without it`;
  }
  throw new failure.errors.infrastructure(
    `${failure.server} shows its catalog to everybody or has none, and no model took a trial chat, so the key could not be tried. ` +
      "Name a model that takes chats in the provider's model variable and try again.",
    { retryable: false },
  );
}
