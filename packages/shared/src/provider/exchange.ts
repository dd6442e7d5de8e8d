/** What went over the wire, for whoever traces it. No credential is in it. */

export interface Exchange {
  /** ISO 8601. */
  time: string;
  /** Milliseconds from the request to the end of the answer, or to its failure. */
  duration_ms: number;
  /** Milliseconds to the head of the answer. */
  wait_ms?: number;
  /** What was sent. */
  request: { method: string; url: string; headers: Record<string, string>; body?: string };
  /** What came back, its body as far as it came. */
  response?: { status: number; headers: Record<string, string>; body: string };
  /** Why there was no answer, or no whole one. */
  error?: string;
}

/** Takes every exchange when it is over. */
export type OnExchange = (exchange: Exchange) => void;
