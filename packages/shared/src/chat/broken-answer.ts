/** The backend reported an error inside an answer that had begun, or the answer makes no sense. */
export class BrokenAnswerError extends Error {
  /** The error as the server sent it, where it sent one. */
  readonly reported: unknown;
  /**
   * `same-again`: another try would end the same way. `foreign`: what answered is not the API. `named`: the server itself gave
   * the reason, so that its log has no better one.
   */
  readonly outlook: "open" | "same-again" | "foreign" | "named";

  constructor(message: string, reported?: unknown, outlook: BrokenAnswerError["outlook"] = "open") {
    super(message);
    this.reported = reported;
    this.outlook = outlook;
  }
}
