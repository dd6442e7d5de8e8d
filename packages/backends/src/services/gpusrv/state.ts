/** What the two surfaces share. */
import type { CommonOptions } from "../../emulator/emulator.js";
import type { FrontendTable } from "./frontend.js";
import type { GpuSrvModel, Repository } from "./repository.js";

/** Options of the gpusrv backend. */
export interface GpuSrvOptions extends CommonOptions {
  /** What is in its model repository; a few demo models by default. */
  readonly models?: readonly GpuSrvModel[] | undefined;
  /** Whether the control plane listens; true by default. */
  readonly controlPlane?: boolean | undefined;
  /** Whether the chat frontend has load and unload of its own; true by default. */
  readonly frontendLoad?: boolean | undefined;
  /** Whether models may be loaded and unloaded on request; true by default. */
  readonly explicitLoads?: boolean | undefined;
  /** How long a load takes; no time by default. */
  readonly loadMs?: number | undefined;
  /** Whether the frontend was started with a tool-call parser; true by default. */
  readonly toolParser?: boolean | undefined;
  /** The token limit of requests that set none; 16, as the real frontend has it. */
  readonly defaultMaxTokens?: number | undefined;
  /** A header that the chat frontend demands, its native way of authentication. */
  readonly restricted?: { readonly header: string; readonly value: string } | undefined;
  /** What stands between a model and an adapter in a model's name. */
  readonly loraSeparator?: string | undefined;
}

/** What the routes of both surfaces share. */
export interface GpuSrvState {
  readonly options: GpuSrvOptions;
  readonly repository: Repository;
  readonly table: FrontendTable;
}
