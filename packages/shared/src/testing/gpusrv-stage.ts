/** The gpusrv provider in front of its emulator; what a test starts ends with it. */
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, expect, vi } from "vitest";
import { createProvider } from "../plugins/model_provider/gpusrv/index.js";
import type { ConnectOptions, ModelProvider } from "../provider/provider.js";

type BackendOptions = Parameters<typeof startBackend<"gpusrv">>[1];

export const knobsFor = ({ urls }: Backend, knobs: Record<string, unknown> = {}) => ({
  openai_url: urls.openai,
  control_url: urls.control,
  context_length: 4096,
  ...knobs,
});

/** To be called once in each file. */
export function gpusrvStage() {
  const running: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const item of running.splice(0)) await item.close();
  });

  const start = async (options: BackendOptions = {}): Promise<Backend> => {
    const backend = await startBackend("gpusrv", options);
    running.push(backend);
    return backend;
  };

  const initialized = async (config: Record<string, unknown>, env: Record<string, string> = {}) => {
    const provider = createProvider();
    running.push(provider);
    await provider.initialize(config, { env, timeouts: { streamIdle: 5000 } });
    return provider;
  };

  const connected = async (
    backend: Backend,
    model: string,
    knobs: Record<string, unknown> = {},
    options: ConnectOptions = {},
  ): Promise<ModelProvider> => {
    const provider = await initialized(knobsFor(backend, knobs));
    await provider.connect(model, options);
    return provider;
  };
  return { start, initialized, connected };
}

export const user = (content: string) => [{ role: "user" as const, content }];
export const loads = (backend: Backend) => backend.requests.filter(({ path }) => path.endsWith("/load"));
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail("succeeded"),
    (error: unknown) => error,
  );
