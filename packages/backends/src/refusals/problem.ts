/** What is refused, and how that is told. */
import { STATUS_CODES } from "node:http";

/** Something a backend refuses, before it is put into that backend's own words. */
export type Problem =
  | { readonly kind: "status"; readonly status: number; readonly message?: string | undefined }
  | { readonly kind: "bad-request"; readonly message: string; readonly param?: string | undefined }
  | { readonly kind: "model-not-found"; readonly model: string }
  | {
      readonly kind: "context-overflow";
      readonly window: number;
      readonly promptTokens: number;
      readonly outputTokens: number;
    };

/** An answer that is an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What only one of the services refuses. */
export type OwnRefusal = "moderation" | "region-restricted" | "service-disabled" | "no-payment-method";

/** How one backend words its errors. */
export interface Words {
  readonly answer: (problem: Problem) => ErrorAnswer;
  /** The data of an error event inside a stream that began well. */
  readonly inStream: (message: string) => Readonly<Record<string, unknown>>;
  /** What no other service refuses. */
  readonly own?: Readonly<Partial<Record<OwnRefusal, ErrorAnswer>>>;
}

/** Why something is refused: to be worded, or worded already. */
export type Refusal = Problem | ErrorAnswer;

/** Whoever asks has not shown the key. */
export const DENIED = { kind: "status", status: 401 } as const satisfies Problem;

/** The usual reason phrase of a status, for errors that a backend has no words of its own for. */
export function statusText(status: number): string {
  return PROXY_TEXTS[status] ?? STATUS_CODES[status] ?? "Error";
}

/** Statuses that only proxies give. */
const PROXY_TEXTS: Readonly<Record<number, string>> = {
  524: "A Timeout Occurred",
  529: "Site is overloaded",
};
