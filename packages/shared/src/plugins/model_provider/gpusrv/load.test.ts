import { describe, expect, it, vi } from "vitest";
import { failureOf, gpusrvStage, knobsFor, loads, user } from "../../../testing/gpusrv-stage.js";
import { GpuSrvLoadError } from "./index.js";

const { start, initialized, connected } = gpusrvStage();

describe("load", () => {
  it.each([[undefined], [null]])("%s is passive", async (load) => {
    const backend = await start();
    await connected(backend, "demo-model", { load });
    expect(loads(backend)).toEqual([]);
  });

  it.each([
    ["{}", {}],
    ["a dict", { parameters: { config: '{"max_batch_size":4}' } }],
  ])("%s is sent as it is, before anything is chatted", async (_name, load) => {
    const backend = await start();
    await connected(backend, "demo-model", { load });
    expect(loads(backend)).toMatchObject([
      { surface: "control", path: "/v2/repository/models/demo-model/load", body: load },
    ]);
  });

  it("encodes the model's name", async () => {
    const backend = await start({ models: [{ id: "org/model v2?#" }] });
    await connected(backend, "org/model v2?#", { load: {} });
    expect(loads(backend)[0]?.path).toBe("/v2/repository/models/org%2Fmodel%20v2%3F%23/load");
  });

  it("of an adapter loads its base model", async () => {
    const backend = await start();
    await connected(backend, "demo-model_lora_demo-adapter", { load: {} });
    expect(loads(backend)).toMatchObject([{ path: "/v2/repository/models/demo-model/load" }]);
  });

  it("that fails carries status, body and config, and is not tried again", async () => {
    const backend = await start({ models: [{ id: "m", ready: false, loadError: "no such engine file" }] });
    const config = { parameters: { config: "{}" } };
    const error = await failureOf(connected(backend, "m", { load: config }));
    expect(error).toBeInstanceOf(GpuSrvLoadError);
    expect(error).toMatchObject({
      name: "GpuSrvLoadError",
      status: 400,
      body: expect.stringContaining("no such engine file"),
      config,
      retryable: false,
      message: expect.stringContaining("no such engine file"),
    });
    expect(loads(backend)).toHaveLength(1);
  });

  it("that the server does not allow says so", async () => {
    const backend = await start({ explicitLoads: false });
    await expect(connected(backend, "demo-model", { load: {} })).rejects.toMatchObject({
      name: "GpuSrvLoadError",
      message: expect.stringContaining("not allowed if polling is enabled"),
    });
  });

  it("with a rejected token is an authentication error, and a body never shows the token", async () => {
    const token = "token-0123456789";
    const backend = await start({ apiKey: token });
    const provider = await initialized(knobsFor(backend, { api_token: token, load: {} }));
    backend.setFault({ name: "401", on: "load" });
    await expect(provider.connect("demo-model")).rejects.toMatchObject({ name: "GpuSrvAuthenticationError" });
    backend.setFault({ name: "500", on: "load", message: `refused ${token}` });
    const error = await failureOf(provider.connect("demo-model"));
    expect(error).toMatchObject({ name: "GpuSrvLoadError", status: 500 });
    expect(JSON.stringify(error) + String(error)).not.toContain(token);
  });

  it("may take 600 s and no longer", async () => {
    const backend = await start();
    const provider = await initialized(knobsFor(backend, { load: {} }));
    backend.setFault({ name: "stall-before-headers", on: "load" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOver = false;
    const attempt = failureOf(provider.connect("demo-model")).finally(() => (isOver = true));
    await backend.nextRequest(({ path }) => path.endsWith("/load"));
    await vi.advanceTimersByTimeAsync(599_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await attempt).toMatchObject({
      name: "GpuSrvConnectionError",
      surface: "control",
      message: expect.stringContaining("within 600 s"),
    });
  });

  it("tells its progress, and a cancel closes the request", async () => {
    const backend = await start({ loadMs: 60_000 });
    const abort = new AbortController();
    const told: string[] = [];
    const attempt = failureOf(
      connected(
        backend,
        "demo-model",
        { load: {} },
        { signal: abort.signal, onProgress: (text) => told.push(text) },
      ),
    );
    await backend.nextRequest(({ path }) => path.endsWith("/load"));
    expect(told).toEqual([expect.stringMatching(/^Loading "demo-model" on .*: 0 s$/)]);
    abort.abort();
    expect(await attempt).toMatchObject({ name: "CancelledError" });
    expect((await backend.nextClientClose()).requestPath).toContain("/load");
  });
});

describe("a model that the chat frontend does not know", () => {
  it("is loaded there too when it was loaded on the control plane", async () => {
    const backend = await start();
    const provider = await connected(backend, "spare-model", { load: {} });
    expect(loads(backend).map(({ surface, path }) => [surface, path])).toEqual([
      ["control", "/v2/repository/models/spare-model/load"],
      ["openai", "/v1/models/spare-model/load"],
    ]);
    expect((await provider.complete(user("hi"))).finishReason).toBe("stop");
  });

  it("is reported in words when the frontend has no load of its own", async () => {
    const backend = await start({ frontendLoad: false });
    await expect(connected(backend, "spare-model", { load: {} })).rejects.toMatchObject({
      name: "GpuSrvLoadError",
      status: 404,
      message: expect.stringMatching(/does not know "spare-model".*restart/),
    });
  });

  it("is reported, not loaded, in passive mode", async () => {
    const backend = await start({ frontendLoad: false });
    await failureOf(connected(backend, "spare-model", { load: {} }));
    const before = loads(backend).length;
    await expect(connected(backend, "spare-model")).rejects.toMatchObject({
      name: "GpuSrvModelNotFoundError",
      message: expect.stringMatching(/loaded on the control plane, but.*does not know it/),
    });
    expect(loads(backend)).toHaveLength(before);
  });
});
