/** A failure below the chat format. `chat/failure` turns it into the provider's own class. */

/** Where it happened: before a connection stood, before the answer's head came, or inside the answer. */
export type Phase = "connect" | "response" | "body";

export type TransportReason =
  | "unreachable"
  | "connect-timeout"
  | "read-timeout"
  | "reset"
  | "redirect"
  | "too-large"
  | "cancelled"
  | "idle"
  /** Nothing more is expected. */
  | "complete"
  /** The body cannot be decoded. */
  | "encoding"
  /** What answers there speaks another protocol. */
  | "not-http";

export class TransportError extends Error {
  readonly phase: Phase;
  readonly reason: TransportReason;

  constructor(phase: Phase, reason: TransportReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TransportError";
    this.phase = phase;
    this.reason = reason;
  }
}
