/** What the parts of the gateway share. */
import type { Turn } from "../../chat/turn.js";
import type { CommonOptions } from "../../emulator/emulator.js";
import type { GatewayModel } from "./catalog.js";

/** Options of the gateway backend. */
export interface GatewayOptions extends CommonOptions {
  /** What its catalog lists; a few demo models by default. */
  readonly models?: readonly GatewayModel[] | undefined;
  /** What was paid in and what was used, in USD; chat answers 402 when nothing is left. */
  readonly credits?: { readonly total: number; readonly usage: number } | undefined;
}

/** What the routes share. */
export interface GatewayState {
  readonly options: GatewayOptions;
  readonly models: readonly GatewayModel[];
  readonly generations: Map<string, Generation>;
}

/** An answer given, as `GET /generation` tells of it. */
export interface Generation {
  readonly turn: Turn;
  readonly model: GatewayModel;
}
