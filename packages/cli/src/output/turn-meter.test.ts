import { restartEvent, usageEvent } from "@framework/shared";
import { expect, it } from "vitest";
import { TurnMeter } from "./turn-meter.js";

/** A meter whose clock the test moves. */
function metered() {
  let now = 0;
  const meter = new TurnMeter(() => now);
  meter.begin();
  return { meter, after: (milliseconds: number) => void (now += milliseconds) };
}

it("tells what it waits for, how fast the answer comes, and when it stops coming", () => {
  const { meter, after } = metered();
  after(1200);
  expect(meter.status()).toContain("waiting for the model · 1.2 s");
  meter.event({ type: "reasoning-delta", text: "x".repeat(40) });
  expect(meter.status()).toContain("thinking · first token 1.2 s · about 10 tokens ·");
  after(1000);
  meter.event({ type: "text-delta", text: "x".repeat(360) });
  expect(meter.status()).toContain("answering · first token 1.2 s · about 100 tokens · 100/s");
  after(5000);
  expect(meter.status()).toContain("nothing new for 5.0 s");
});

it("counts down to the next try and says why", () => {
  const { meter, after } = metered();
  meter.event({ type: "text-delta", text: "lost" });
  meter.event(restartEvent({ attempt: 2, wait_ms: 3000, reason: "the connection was reset" }));
  after(1000);
  expect(meter.status()).toContain("trying again in 2.0 s (try 2): the connection was reset");
  after(2000);
  expect(meter.status()).toContain("waiting for the model");
  expect(meter.summary()).toBeUndefined();
});

it("leaves the time of tools out of the rate and adds up all requests", () => {
  const { meter, after } = metered();
  meter.event({ type: "text-delta", text: "a" });
  after(500);
  meter.event({ type: "text-delta", text: "b" });
  meter.event(usageEvent({ prompt_tokens: 5, output_tokens: 50, total_tokens: 55, cost: 0.25 }));
  meter.event({ type: "tool-call", id: "1", name: "run_command", arguments: {} });
  after(60_000);
  expect(meter.status()).toContain("run_command · 1 min 0 s");
  meter.event({ type: "tool-result", id: "1", name: "run_command", ok: true, content: "" });
  after(1000);
  meter.event({ type: "text-delta", text: "c" });
  after(500);
  meter.event({ type: "text-delta", text: "d" });
  meter.event(usageEvent({ prompt_tokens: 5, output_tokens: 50, total_tokens: 55, cost: 0.5 }));
  expect(meter.summary()).toBe("first token 0.0 s · 100 tokens · 100/s · cost 0.75");
});

it("takes a call for the first sign of an answer, not what comes after its approval", () => {
  const { meter, after } = metered();
  after(300);
  meter.event({ type: "tool-call", id: "1", name: "run_command", arguments: {} });
  after(60_000);
  meter.event({ type: "text-delta", text: "Done." });
  expect(meter.summary()).toBe("first token 0.3 s · about 2 tokens");
});

it("says how far a tool is that tells", () => {
  const { meter, after } = metered();
  meter.event({ type: "tool-call", id: "a", name: "files__copy", arguments: {} });
  meter.event({ type: "waiting", for: "tool", seconds: 2, detail: "files__copy: 3 of 9" });
  after(2000);
  expect(meter.status()).toContain("files__copy: 3 of 9 · 2.0 s");
});
