/** Secrets are never shown whole: not in a log, an error, a stack trace or a transcript. */

const SHORT = 12;

/** First four … last four characters; short secrets disappear altogether. */
export function maskSecret(secret: string): string {
  return secret.length <= SHORT ? "***" : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

/** Replaces every occurrence of the secrets in a text, also where they were URL-encoded or put into base64. */
export function redact(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
    for (const form of new Set(forms)) result = result.replaceAll(form, maskSecret(secret));
  }
  return result;
}
