/** Whether a service accepts a key. A key proves itself only where a request without it is refused. */
import { type FrameworkError, InfrastructureError } from "../../../provider/errors.js";
import { type FailureContext, failureOfStatus } from "../../../chat/failure.js";
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
export const isGood = ({ status, value }: JsonAnswer) =>
  status >= 200 && status < 300 && typeof value === "object" && value !== null;
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
  const { status, headers, text } = answer;
  if (status < 200 || status >= 300) return failureOfStatus(status, headers, text, failure);
  return new InfrastructureError(`${failure.server} did not answer like the API. Check its address.`, {
    retryable: false,
  });
}

async function checkByChat(check: KeyCheck, catalog: readonly string[]): Promise<string> {
  const { chatUrl, send, failure } = check;
  const models = [...new Set([...(check.model === undefined ? [] : [check.model]), ...catalog])];
  for (const model of models.slice(0, MODELS_TRIED)) {
    const body = { model, messages: [{ role: "user", content: "Hi" }], max_tokens: 1 };
    const answer = await send({ method: "POST", url: chatUrl, body });
    if (isGood(answer)) return `POST ${chatUrl.pathname} answered with it`;
    // Such an answer speaks of the model or the request; a service may give it before it looks at the key.
    if (![400, 404, 422].includes(answer.status)) throw unusable(answer, failure);
  }
  throw new InfrastructureError(
    `${failure.server} shows its catalog to everybody or has none, and no model took a trial chat, so the key could not be tried. ` +
      "Name a model that takes chats in the provider's model variable and try again.",
    { retryable: false },
  );
}
