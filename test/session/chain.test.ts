/** A chain of backends: which failures move on, which do not, and who is told. */
import { type CallEvent, type ChainStep, createClient, type StreamEvent } from "@framework/shared";
import { describe, expect, it, onTestFinished } from "vitest";
import { started } from "../support/backend.js";

const ask = [{ role: "user" as const, content: "Hello" }];

/** A chain of selfhost servers, each with a fault or none. */
async function chainOf(
  ...faults: (Parameters<Awaited<ReturnType<typeof started>>["setFault"]>[0] | undefined)[]
) {
  const backends = await Promise.all(
    faults.map((_fault, place) => started("selfhost", { reply: { text: `from ${place}` } })),
  );
  const chain: ChainStep[] = backends.map(({ url }) => ({
    provider: "selfhost",
    model: "demo-model",
    config: { host: url },
  }));
  const calls: CallEvent[] = [];
  const client = createClient({ chain, env: {}, onCall: (event) => calls.push(event) });
  onTestFinished(() => client.close());
  const fail = () => faults.forEach((fault, place) => fault && backends[place]?.setFault(fault));
  return { client, backends, calls, fail };
}

describe("a chain", () => {
  it("moves on when a backend fails, says who answered and why the other did not", async () => {
    const { client, calls, fail } = await chainOf("503", undefined);
    await client.connect(null, null);
    fail();
    const events: StreamEvent[] = [];
    const turn = await client.complete(ask, undefined, { onOutput: (event) => events.push(event) });
    expect(turn.text).toBe("from 1");
    expect(turn.answeredBy).toEqual({ provider: "selfhost", model: "demo-model" });
    expect(turn.passedOver).toHaveLength(1);
    expect(turn.passedOver?.[0]?.reason).toMatch(/503/);
    expect(events.filter(({ type }) => type === "notice")).toHaveLength(1);
    const ends = calls.filter((event) => event.type === "call-end");
    expect(ends.map(({ finish, error }) => finish ?? error?.code)).toEqual(["connection", "stop"]);
  });

  it("connects to the next one when the first is not there", async () => {
    const { client, backends } = await chainOf(undefined, undefined);
    await backends[0]?.close();
    const notices: string[] = [];
    await client.connect(null, null, undefined, { onNotice: (text) => notices.push(text) });
    expect(notices).toHaveLength(1);
    expect((await client.complete(ask)).text).toBe("from 1");
  });

  it("moves on when a backend does not have the model that its step names", async () => {
    const [first, second] = await Promise.all([
      started("selfhost", { reply: { text: "from 0" } }),
      started("selfhost", { reply: { text: "from 1" } }),
    ]);
    const chain: ChainStep[] = [
      { provider: "selfhost", model: "withdrawn", config: { host: first.url } },
      { provider: "selfhost", model: "demo-model", config: { host: second.url } },
    ];
    const client = createClient({ chain, env: {} });
    onTestFinished(() => client.close());
    const notices: string[] = [];
    await client.connect(null, null, undefined, { onNotice: (text) => notices.push(text) });
    expect(notices).toEqual([expect.stringMatching(/selfhost \(withdrawn\) was passed over: .*"withdrawn"/)]);
    expect((await client.complete(ask)).text).toBe("from 1");
  });

  it("does not move on for a fault of the request, nor after text", async () => {
    const badRequest = await chainOf("400", undefined);
    await badRequest.client.connect(null, null);
    badRequest.fail();
    await expect(badRequest.client.complete(ask)).rejects.toMatchObject({ code: "request" });

    const cut = await chainOf("reset-mid-stream", undefined);
    await cut.client.connect(null, null);
    cut.fail();
    const onOutput = () => undefined;
    await expect(cut.client.complete(ask, { onOutput })).rejects.toMatchObject({ code: "mid-stream" });
  });

  it("moves on after text that nobody was shown", async () => {
    const { client, fail } = await chainOf("reset-mid-stream", undefined);
    await client.connect(null, null);
    fail();
    expect(await client.complete(ask)).toMatchObject({ text: "from 1" });
  });

  it("moves on after text when the caller takes restarts, and says that what was shown is void", async () => {
    const { client, fail } = await chainOf("reset-mid-stream", undefined);
    await client.connect(null, null);
    fail();
    let text = "";
    for await (const event of client.stream(ask, { restarts: true })) {
      if (event.type === "text-delta") text += event.text;
      if (event.type === "restart") text = "";
    }
    expect(text).toBe("from 1");
  });

  it("leaves a backend alone that failed three times, and asks the next one at once", async () => {
    const { client, backends, fail } = await chainOf("503", undefined);
    await client.connect(null, null);
    fail();
    for (let turn = 0; turn < 3; turn += 1) await client.complete(ask);
    const asked = backends[0]?.requests.length;
    const turn = await client.complete(ask);
    expect(turn.passedOver?.[0]?.reason).toMatch(/failed 3 times in a row/);
    expect(backends[0]?.requests.length).toBe(asked);
  });

  it("tells all reasons when nobody can answer", async () => {
    const { client, fail } = await chainOf("503", "503");
    await client.connect(null, null);
    fail();
    await expect(client.complete(ask, undefined, { retries: 0 })).rejects.toThrow(
      /503[^]*Before that[^]*passed over/,
    );
  });

  it("passes over a model whose window is too small, and one that takes no pictures", async () => {
    const small = await started("selfhost", { models: [{ id: "small", contextLength: 40 }] });
    const textOnly = await started("serverless", { reply: { text: "no pictures" } });
    const large = await started("selfhost", { reply: { text: "from the large one" } });
    const chain: ChainStep[] = [
      { provider: "selfhost", model: "small", config: { host: small.url } },
      {
        provider: "serverless",
        model: "custom",
        config: { base_url: textOnly.url, api_key: "k", context_length: 9000, modalities: ["text"] },
      },
      { provider: "selfhost", model: "demo-model", config: { host: large.url } },
    ];
    const client = createClient({ chain, env: {} });
    onTestFinished(() => client.close());
    await client.connect(null, null);
    const picture = { type: "image_url" as const, image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };
    const turn = await client.complete([
      { role: "user", content: [{ type: "text", text: "word ".repeat(200) }, picture] },
    ]);
    expect(turn.text).toBe("from the large one");
    expect(turn.passedOver?.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/at least \d+ tokens, and the window has 40/),
      expect.stringContaining("holds a picture"),
    ]);
  });
});
