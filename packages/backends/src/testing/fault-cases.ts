/** Faults tried one by one. */
import { describe, expect, test } from "vitest";
import { faultNames, startBackend, type Backend, type FaultName, type FaultOptions } from "../index.js";
import { ask, chatBody, type Received } from "./client.js";

/** A selfhost backend with one fault, and a chat request to it. */
export interface FaultTrial {
  backend: Backend;
  chat: (fields?: Record<string, unknown>, stopWhen?: (text: string) => boolean) => Promise<Received>;
  set: (options: FaultOptions) => void;
}

/** Runs one test for each fault of a group and fails when a fault has none. */
export function testFaults(
  group: Record<string, unknown>,
  cases: Partial<Record<FaultName, (trial: FaultTrial) => Promise<void>>>,
): void {
  test("every fault has a test", () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(group).toSorted());
  });
  describe.each(faultNames.filter((name) => cases[name]))("%s", (fault) => {
    test("acts", async () => {
      const backend = await startBackend("selfhost", { fault });
      try {
        await cases[fault]?.({
          backend,
          chat: (fields, stopWhen) =>
            ask(`${backend.url}/v1/chat/completions`, {
              body: chatBody(fields),
              ...(stopWhen && { stopWhen }),
            }),
          set: (options) => backend.setFault({ ...options, name: fault }),
        });
      } finally {
        await backend.close();
      }
    });
  });
}
