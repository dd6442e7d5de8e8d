/** The emulator of the GPU server. */
import type { ReplyScript } from "../../chat/reply.js";
import { type Emulator, hasBearer } from "../../emulator/emulator.js";
import type { RecordedRequest } from "../../http/recording.js";
import { DENIED, type Refusal } from "../../refusals/problem.js";
import { chatRoutes } from "./chat-routes.js";
import { controlRoutes } from "./control-routes.js";
import { FrontendTable } from "./frontend.js";
import { type GpuSrvModel, Repository } from "./repository.js";
import type { GpuSrvOptions } from "./state.js";
import { controlWords, frontendWords, restricted } from "./words.js";

const DEFAULT_MODELS: readonly GpuSrvModel[] = [
  { id: "demo-model", contextLength: 32_768, loras: ["demo-adapter"] },
  { id: "spare-model", contextLength: 8192, ready: false },
];

/** Makes the gpusrv backend: Triton with its OpenAI-compatible frontend. */
export function createGpuSrv(options: GpuSrvOptions, replies: ReplyScript): Emulator {
  const repository = new Repository(options.models ?? DEFAULT_MODELS);
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
function guard(request: RecordedRequest, options: GpuSrvOptions): Refusal | undefined {
  if (!hasBearer(request, options.apiKey)) return DENIED;
  const demanded = options.restricted;
  if (!demanded || request.surface === "control") return undefined;
  const given = request.headers[demanded.header.toLowerCase()];
  return given === demanded.value ? undefined : restricted(demanded.header);
}
