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

/** The usual reason phrase of a status, for errors that a backend has no words of its own for. */
export function statusText(status: number): string {
  return statusTexts[status] ?? "Error";
}

const statusTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  425: "Too Early",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  524: "A Timeout Occurred",
  529: "Site is overloaded",
};
