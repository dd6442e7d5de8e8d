import type { ReplyScript } from "../chat/reply.js";
import { hasBearer, type CommonOptions, type Emulator } from "../emulator.js";
import type { RecordedRequest } from "../http/recording.js";
import type { ErrorAnswer } from "../problem.js";
import { chatRoutes } from "./chat-routes.js";
import { controlRoutes } from "./control-routes.js";
import { FrontendTable } from "./frontend.js";
import { Repository, type GpusrvModel } from "./repository.js";
import { controlWords, frontendWords, restricted } from "./words.js";

/** Options of the gpusrv backend. */
export interface GpusrvOptions extends CommonOptions {
  readonly models?: readonly GpusrvModel[] | undefined;
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
  readonly loraSeparator?: string | undefined;
}

/** What the routes of both surfaces share. */
export interface GpusrvState {
  readonly options: GpusrvOptions;
  readonly repository: Repository;
  readonly table: FrontendTable;
}

const defaultModels: readonly GpusrvModel[] = [
  { id: "demo-model", contextLength: 32_768, loras: ["demo-adapter"] },
  { id: "spare-model", contextLength: 8192, ready: false },
];

/** Makes the gpusrv backend: Triton with its OpenAI-compatible frontend. */
export function createGpusrv(options: GpusrvOptions, replies: ReplyScript): Emulator {
  const repository = new Repository(options.models ?? defaultModels);
  const table = new FrontendTable(repository, options.loraSeparator ?? "_lora_");
  const state = { options, repository, table };
  return {
    surfaces: ["openai", "control"],
    closed: options.controlPlane === false ? ["control"] : [],
    basePath: "",
    words: frontendWords,
    controlWords,
    guard: (request) => guard(request, options),
    unknownPath: ({ surface }) =>
      surface === "control"
        ? { status: 404, body: { error: "Not Found" } }
        : { status: 404, body: { detail: "Not Found" } },
    routes: [...chatRoutes(state, replies), ...controlRoutes(state)],
  };
}

/** A proxy in front asks for a bearer token on both surfaces; the frontend for its own header. */
function guard(request: RecordedRequest, options: GpusrvOptions): ErrorAnswer | undefined {
  if (options.apiKey !== undefined && !hasBearer(request, options.apiKey)) {
    const words = request.surface === "control" ? controlWords : frontendWords;
    return words.answer({ kind: "status", status: 401 });
  }
  const demanded = options.restricted;
  if (!demanded || request.surface === "control") return undefined;
  const given = request.headers[demanded.header.toLowerCase()];
  return given === demanded.value ? undefined : restricted(demanded.header);
}
