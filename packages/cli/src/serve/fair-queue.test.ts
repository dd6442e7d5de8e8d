import { describe, expect, it } from "vitest";
import { FairQueue, QueueFullError } from "./fair-queue.js";

const never = new AbortController().signal;
const limits = { running: 1, waiting: 10, waitingPerClient: 8 };

describe("the queue of fw serve", () => {
  it("lets clients in by turns, however many requests one of them has", async () => {
    const queue = new FairQueue(limits);
    const order: string[] = [];
    const release = await queue.enter("busy", never);
    const waiting = ["busy", "busy", "busy", "quiet"].map(async (client, place) => {
      const leave = await queue.enter(client, never);
      order.push(`${client} ${place}`);
      leave();
    });
    release();
    await Promise.all(waiting);
    expect(order).toEqual(["busy 0", "quiet 3", "busy 1", "busy 2"]);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it("turns away what finds no room to wait, of one client and of all", async () => {
    const queue = new FairQueue({ running: 1, waiting: 2, waitingPerClient: 1 });
    await queue.enter("a", never);
    void queue.enter("a", never);
    await expect(queue.enter("a", never)).rejects.toBeInstanceOf(QueueFullError);
    void queue.enter("b", never);
    await expect(queue.enter("c", never)).rejects.toBeInstanceOf(QueueFullError);
  });

  it("forgets a client that left while it waited, and gives its place to the next", async () => {
    const queue = new FairQueue(limits);
    const release = await queue.enter("a", never);
    const left = new AbortController();
    const gone = queue.enter("b", left.signal);
    const next = queue.enter("c", never);
    left.abort();
    await expect(gone).rejects.toThrow();
    release();
    (await next)();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it("counts a place that is given back twice once", async () => {
    const queue = new FairQueue(limits);
    const release = await queue.enter("a", never);
    release();
    release();
    expect(queue.running).toBe(0);
  });
});
