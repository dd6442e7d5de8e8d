/** An exchange as it may be shown: without credentials, wherever they stand. */
import type { Exchange } from "../provider/exchange.js";
import { looksSecret, maskSecret, redact } from "../provider/secrets.js";

export function maskedExchange(exchange: Exchange, secrets: readonly string[]): Exchange {
  const clean = (text: string) => redact(text, secrets);
  const headers = (all: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, looksSecret(name) ? masked(value) : clean(value)]),
    );
  const { request, response, error } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: clean(request.url),
      headers: headers(request.headers),
      ...(request.body !== undefined && { body: clean(request.body) }),
    },
    ...(response && {
      response: { ...response, headers: headers(response.headers), body: clean(response.body) },
    }),
    ...(error !== undefined && { error: clean(error) }),
  };
}

/** The scheme may be seen. */
const masked = (value: string): string =>
  value.replace(
    /^(\w+ )?(.*)$/s,
    (_, scheme: string | undefined, secret: string) => `${scheme ?? ""}${maskSecret(secret)}`,
  );
