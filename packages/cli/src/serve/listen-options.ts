/** What the flags of `fw serve` mean: where it listens, and who may ask there. */
import path from "node:path";
import { ConfigurationError, type Environment } from "@framework/shared";
import { userFolder } from "@framework/shared/auth";
import { isLoopback } from "./access.js";
import { ClientTokens } from "./client-tokens.js";

export interface ListenFlags {
  host: string;
  port: number;
  token?: string;
}

export const tokenFile = (env: Environment, named?: string): string =>
  named ?? path.join(userFolder("config", env), "serve_tokens.json");

/** The tokens that are demanded: always off loopback, and on loopback when a file is named. */
export function demandedTokens(flags: ListenFlags, env: Environment): ClientTokens | undefined {
  const isOpen = isLoopback(flags.host) && flags.token === undefined;
  if (isOpen) return undefined;
  const file = tokenFile(env, flags.token);
  const tokens = ClientTokens.read(file);
  if (tokens.isEmpty) {
    throw new ConfigurationError(
      `${file} holds no client token, and without one nobody may ask${isLoopback(flags.host) ? "" : ` at ${flags.host}`}. ` +
        `Make one with "fw serve token NAME${flags.token === undefined ? "" : ` --token ${flags.token}`}".`,
    );
  }
  return tokens;
}
