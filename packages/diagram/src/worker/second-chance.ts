/** A partner that may not even start, and another one that takes its place then. */
import type { Peer } from "./peer.js";

/** What the first one says when it has started, before any answer. */
export const STARTED = "started";

/** `first`, or what `second` starts when the first one ends before it has said that it started. */
export function withSecondChance<Request, Response>(
  first: Peer<Request, Response | typeof STARTED>,
  second: () => Peer<Request, Response>,
): Peer<Request, Response> {
  let hasStarted = false;
  let isHeld = true;
  let given: Request | undefined;
  let replacement: Peer<Request, Response> | undefined;
  const messages: ((response: Response) => void)[] = [];
  const ends: ((reason: string) => void)[] = [];
  first.onMessage((message) => {
    if (message === STARTED) hasStarted = true;
    else for (const listener of messages) listener(message);
  });
  first.onEnd((reason) => {
    if (hasStarted) for (const listener of ends) listener(reason);
    else replace();
  });
  function replace(): void {
    hasStarted = true;
    replacement = second();
    for (const listener of messages) replacement.onMessage(listener);
    for (const listener of ends) replacement.onEnd(listener);
    replacement.hold(isHeld);
    if (given !== undefined) replacement.post(given);
  }
  const current = (): Peer<Request, Response | typeof STARTED> => replacement ?? first;
  return {
    workMs: () => current().workMs(),
    post: (request) => {
      given = hasStarted ? undefined : request;
      current().post(request);
    },
    kill: () => {
      hasStarted = true;
      current().kill();
    },
    hold: (alive) => {
      isHeld = alive;
      current().hold(alive);
    },
    onMessage: (listener) => void messages.push(listener),
    onEnd: (listener) => void ends.push(listener),
  };
}
