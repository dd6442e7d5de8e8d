/** The three outcomes of a check. */
import type { FrameworkError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";

export const pass = (name: string, detail: string): Check => ({ name, status: "pass", detail });

export const warn = (name: string, detail: string, mend?: string): Check => ({
  name,
  status: "warn",
  detail,
  ...(mend !== undefined && { mend }),
});

export const fail = (name: string, detail: string, mend: string, error?: FrameworkError): Check => ({
  name,
  status: "fail",
  detail,
  mend,
  ...(error && { error }),
});
