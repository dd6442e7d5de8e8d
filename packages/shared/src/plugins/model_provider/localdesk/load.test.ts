import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Backend } from "@framework/backends";
import { describe, expect, it, vi } from "vitest";
import {
  chatted,
  failureOf,
  loads,
  localdeskStage,
  MLX,
  MODEL,
  requestsTo,
  user,
} from "../../../testing/localdesk-stage.js";

const { cache, start, initialized, connected } = localdeskStage();
const isLoad = ({ path: to }: { path: string }) => to.endsWith("/load");

describe("load-control mode", () => {
  it("looks first, loads with every key, looks again, and chats with that instance", async () => {
    const backend = await start();
    const load = {
      context_length: 8192,
      eval_batch_size: 64,
      flash_attention: false,
      offload_kv_cache_to_gpu: false,
      num_experts: 2,
      echo_load_config: true,
      something_new: { deep: [1] },
    };
    const provider = await connected(backend, { load });
    expect(backend.requests.slice(1).map(({ method, path: to }) => `${method} ${to}`)).toEqual([
      "GET /api/v1/models",
      "GET /api/v1/models",
      "POST /api/v1/models/load",
      "GET /api/v1/models",
    ]);
    expect(loads(backend)[0]?.body).toEqual({ ...load, model: MODEL });
    expect(provider.contextWindow).toMatchObject({ tokens: 8192, source: "live" });
    await provider.complete(user("hi"));
    expect(chatted(backend)["model"]).toBe(MODEL);
  });

  it("lets the connected model win over a model key", async () => {
    const backend = await start();
    await connected(backend, { load: { model: "another" } });
    expect(loads(backend)[0]?.body).toEqual({ model: MODEL });
  });

  it("reuses an instance that fulfils every key", async () => {
    const backend = await start();
    const load = { context_length: 8192, flash_attention: true, echo_load_config: true };
    await connected(backend, { load });
    await connected(backend, { load });
    await connected(backend, { load: {} });
    expect(loads(backend)).toHaveLength(1);
  });

  it("reuses an instance whose engine reports little", async () => {
    const backend = await start();
    const load = { context_length: 8192, eval_batch_size: 7, num_experts: 3 };
    await connected(backend, { load }, {}, MLX);
    await connected(backend, { load }, {}, MLX);
    expect(loads(backend)).toHaveLength(1);
  });

  it("loads a copy when the settings differ, and takes that copy's window", async () => {
    const backend = await start();
    await connected(backend, { load: { context_length: 2000 } });
    const provider = await connected(backend, { load: { context_length: 6000 } });
    expect(loads(backend)).toHaveLength(2);
    expect(provider.getContextLimit()).toBe(6000);
    expect(provider.model).toBe(MODEL);
    await provider.complete(user("hi"));
    expect(chatted(backend)["model"]).toBe(`${MODEL}:2`);
  });

  it("says when less context was applied, what it was loaded with, and does not load again for that", async () => {
    const notices: string[] = [];
    const backend = await start({ contextCap: 10_000 });
    const load = { context_length: 20_000, echo_load_config: true };
    const provider = await connected(backend, { load }, { onNotice: (text) => notices.push(text) });
    expect(provider.getContextLimit()).toBe(10_000);
    expect(notices).toEqual([
      expect.stringContaining('"context_length":10000'),
      expect.stringMatching(/10000 tokens, although 20000/),
    ]);
    await provider.connect(MODEL);
    expect(loads(backend)).toHaveLength(1);
  });

  it("tells notices to onProgress when nobody else listens", async () => {
    const told: string[] = [];
    await connected(
      await start(),
      { load: { echo_load_config: true } },
      { onProgress: (text) => told.push(text) },
    );
    expect(told).toEqual([
      expect.stringMatching(/^Loading "demo\/model-7b" on .*: 0 s$/),
      expect.stringContaining("Loaded"),
    ]);
  });

  it("fails with a load error on any other status, and does not try again", async () => {
    const backend = await start({ fault: { name: "500", on: "load", message: "insufficient memory" } });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      status: 500,
      retryable: false,
      message: expect.stringContaining("insufficient memory"),
    });
    expect(loads(backend)).toHaveLength(1);
    backend.setFault({ name: "401", on: "load" });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskAuthenticationError",
    });
  });

  it("fails with a load error on a 200 that is an error, and on builds without the endpoint", async () => {
    const backend = await start({ fault: { name: "error-with-200", on: "load" } });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      status: 200,
    });
    const old = await start({ oldBuild: true });
    await expect(connected(old, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      message: expect.stringContaining("before 0.4.0"),
    });
  });

  it("may take 600 s and no longer", async () => {
    const backend = await start({ fault: { name: "stall-before-headers", on: "load" } });
    const provider = await initialized({ host: backend.url, load: {} });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOver = false;
    const attempt = failureOf(provider.connect(MODEL)).finally(() => (isOver = true));
    await backend.nextRequest(isLoad);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await attempt).toMatchObject({
      name: "LocalDeskConnectionError",
      message: expect.stringMatching(/did not answer.*within 600 s/),
    });
  });

  it("is cancelled at once: the request is closed and the lock is free", async () => {
    const backend = await start({ loadMs: 60_000 });
    const abort = new AbortController();
    const attempt = failureOf(connected(backend, { load: {} }, { signal: abort.signal }));
    await backend.nextRequest(isLoad);
    abort.abort();
    expect(await attempt).toMatchObject({ name: "CancelledError" });
    expect((await backend.nextClientClose()).requestPath).toBe("/api/v1/models/load");
    expect(await readdir(path.join(cache(), "fw", "locks"))).toEqual([]);
  });

  it("loads once when two connect at the same moment, and the second says what it waits for", async () => {
    const backend = await start({ loadMs: 300 });
    const told: string[] = [];
    const onProgress = (text: string) => told.push(text);
    const load = { context_length: 8192 };
    await Promise.all([
      connected(backend, { load }, { onProgress }),
      connected(backend, { load }, { onProgress }),
    ]);
    expect(loads(backend)).toHaveLength(1);
    expect(told.filter((text) => text.startsWith("Waiting for another process"))).not.toEqual([]);
  });

  it("is ended by cancel() too, also while it waits for its turn", async () => {
    const backend = await start({ loadMs: 60_000 });
    const first = await initialized({ host: backend.url, load: {} });
    const loading = failureOf(first.connect(MODEL));
    await backend.nextRequest(isLoad);
    const second = await initialized({ host: backend.url, load: {} });
    let waiting = Promise.resolve<unknown>(undefined);
    await new Promise<void>((resolve) => {
      waiting = failureOf(second.connect(MODEL, { onProgress: () => resolve() }));
    });
    second.cancel();
    expect(await waiting).toMatchObject({ name: "CancelledError" });
    first.cancel();
    expect(await loading).toMatchObject({ name: "CancelledError" });
  });

  it("loads without a lock, and says so, where there is no place for one", async () => {
    const notices: string[] = [];
    const backend = await start();
    const provider = await initialized({ host: backend.url, load: {} }, { XDG_CACHE_HOME: "/dev/null" });
    await provider.connect(MODEL, { onNotice: (text) => notices.push(text) });
    expect(loads(backend)).toHaveLength(1);
    expect(notices[0]).toMatch(/No lock/);
  });
});

describe("close", () => {
  const unloads = (backend: Backend) => requestsTo(backend, "/unload").map(({ body }) => body);

  it("unloads nothing by itself", async () => {
    const backend = await start();
    await (await connected(backend, { load: {} })).close();
    expect(unloads(backend)).toEqual([]);
  });

  it("unloads, if told to, what was loaded here and nothing else", async () => {
    const backend = await start();
    const other = await connected(backend, { load: { context_length: 2000 } });
    const knobs = { load: { context_length: 6000 }, unload_on_close: true };
    const provider = await connected(backend, knobs);
    const reusing = await connected(backend, knobs);
    await reusing.close();
    expect(unloads(backend)).toEqual([]);
    await provider.close();
    await provider.close();
    expect(unloads(backend)).toEqual([{ instance_id: `${MODEL}:2` }]);
    expect(await other.describeModels()).toMatchObject([{ state: "loaded", context_length: 2000 }, {}]);
  });

  it("does not fail when the application is gone", async () => {
    const backend = await start();
    const provider = await connected(backend, { load: {}, unload_on_close: true });
    backend.setFault("refuse");
    await expect(provider.close()).resolves.toBeUndefined();
  });
});
