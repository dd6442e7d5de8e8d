/** The localdesk provider in front of its emulator; what a test starts ends with it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { createProvider } from "../plugins/model_provider/localdesk/index.js";
import type { ConnectOptions, ModelProvider } from "../provider/provider.js";

export const MODEL = "demo/model-7b";
export const MLX = "demo/model-mlx";

type BackendOptions = Parameters<typeof startBackend<"localdesk">>[1];

/** To be called once in each file. */
export function localdeskStage() {
  let folder: string;
  const running: { close(): Promise<void> }[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "fw-localdesk-"));
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const item of running.splice(0).toReversed()) await item.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (options: BackendOptions = {}): Promise<Backend> => {
    const backend = await startBackend("localdesk", options);
    running.push(backend);
    return backend;
  };

  const initialized = async (config: Record<string, unknown>, env: Record<string, string> = {}) => {
    const provider = createProvider();
    running.push(provider);
    await provider.initialize(config, { env: { XDG_CACHE_HOME: folder, ...env } });
    return provider;
  };

  const connected = async (
    backend: Backend,
    knobs: Record<string, unknown> = {},
    options: ConnectOptions = {},
    model = MODEL,
  ): Promise<ModelProvider> => {
    const provider = await initialized({ host: backend.url, ...knobs });
    await provider.connect(model, options);
    return provider;
  };
  return { cache: () => folder, start, initialized, connected };
}

export const user = (content: string) => [{ role: "user" as const, content }];
export const requestsTo = (backend: Backend, end: string) =>
  backend.requests.filter(({ path: to }) => to.endsWith(end));
export const loads = (backend: Backend) => requestsTo(backend, "/models/load");
export const chatted = (backend: Backend) =>
  requestsTo(backend, "/chat/completions").at(-1)?.body as Record<string, unknown>;
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail("succeeded"),
    (error: unknown) => error,
  );
