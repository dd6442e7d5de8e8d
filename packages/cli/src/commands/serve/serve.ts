/** `fw serve`: the chat-completions API in front of every configured backend. `fw serve token` lets a client in. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import {
  type BackendFlags,
  type Configuration,
  ConfigurationError,
  messageOf,
  readConfiguration,
  readEnvironment,
} from "@framework/shared";
import { atomicWrite } from "@framework/shared/config";
import { recording } from "../../configure/recorded.js";
import { remark, say, sayJson } from "../../output/print.js";
import { demandedTokens, type ListenFlags, tokenFile } from "../../serve/listen-options.js";
import { ClientTokens } from "../../serve/client-tokens.js";
import { Metrics } from "../../serve/metrics.js";
import { serve } from "../../serve/server.js";
import { openUpstreams } from "../../serve/open-upstreams.js";
import type { Upstreams } from "../../serve/upstreams.js";

export interface ServeFlags extends Omit<BackendFlags, "host">, ListenFlags {
  json?: boolean;
  concurrency: number;
  grace: number;
  retries: number;
}

/** `--host` is where this server listens, not where a backend does. */
const backendFlags = ({ host: _listen, ...flags }: ServeFlags): BackendFlags => flags;

/** Waiting requests for each running one. */
const QUEUE = 4;

export async function runServe(flags: ServeFlags): Promise<void> {
  const metrics = new Metrics();
  let configuration = await readConfiguration(backendFlags(flags));
  const tokens = demandedTokens(flags, configuration.env);
  let upstreams = await open(flags, configuration, metrics);
  const server = await serve({
    host: flags.host,
    port: flags.port,
    door: { tokens },
    queue: {
      running: flags.concurrency,
      waiting: flags.concurrency * QUEUE,
      waitingPerClient: flags.concurrency * 2,
    },
    metrics,
    retries: flags.retries,
    upstreams: () => upstreams,
    log: remark,
  }).catch((error: unknown) => {
    throw cannotListen(error, flags);
  });
  const reload = async () => {
    try {
      configuration = await readConfiguration(backendFlags(flags));
      const old = upstreams;
      upstreams = await open(flags, configuration, metrics);
      remark("The settings were read again.");
      // What runs on the old settings ends on them; only what is idle is closed.
      setTimeout(() => void old.close(), flags.grace * 1000).unref();
    } catch (error) {
      remark(`The settings stay as they were: ${messageOf(error)}`);
    }
  };
  process.on("SIGHUP", reload);
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  // Whoever reads this may send a signal at once.
  const { url } = server;
  if (flags.json) sayJson({ type: "listening", url });
  else say(`Listening on ${url}`);
  await ended;
  process.off("SIGHUP", reload);
  process.once("SIGINT", () => process.exit(130));
  remark(`Shutting down: running requests have ${flags.grace} s to end.`);
  await server.drain(flags.grace * 1000);
  await upstreams.close();
}

function open(flags: ServeFlags, configuration: Configuration, metrics: Metrics): Promise<Upstreams> {
  const record = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  return openUpstreams(backendFlags(flags), configuration, (event) => {
    record(event);
    if (event.type === "call-end") metrics.call(event);
  });
}

function cannotListen(error: unknown, { host, port }: ServeFlags): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new ConfigurationError(
      `Port ${port} of ${host} is taken. Choose another with --port, or stop what listens there.`,
    );
  }
  if (code === "EACCES")
    return new ConfigurationError(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ConfigurationError(
      `${host} is no address of this machine. --host takes one, such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Makes a token, shows it once, and keeps its hash. */
export async function makeToken(name: string, flags: { token?: string; envFile?: string }): Promise<void> {
  const file = tokenFile(await readEnvironment(flags.envFile), flags.token);
  const { token, text } = ClientTokens.read(file).add(name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  await atomicWrite(file, text, { mode: 0o600 });
  say(token);
  remark(
    `This is the only time the token is shown: ${file} keeps its hash. Clients send it as their API key.`,
  );
}
