/** The backends as emulators with fault switches. */

export { startBackend, type BackendOptions } from "./start-backend.js";
export { backendNames, type BackendName } from "./names.js";
export {
  faultNames,
  faults,
  type FaultDescription,
  type FaultName,
  type FaultOption,
  type FaultSetting,
} from "./faults/table.js";
export type { FaultOptions, FaultTarget } from "./faults/definition.js";
export type { Backend, TwoSurfaceBackend } from "./running-backend.js";
export type { ClientClose, RecordedRequest, Surface } from "./http/recording.js";
export type { Reply, ReplyOption, ReplyToolCall, ReplyUsage } from "./chat/reply.js";
export type { CommonOptions, ModelSpec } from "./emulator.js";
export type { SelfHostModel, SelfHostOptions } from "./selfhost/selfhost.js";
export type { CompatibleModel, CompatibleOptions } from "./compatible/compatible.js";
export { LIKENESSES, type Likeness, type LikenessName } from "./compatible/likeness.js";
export type { LocalDeskModel } from "./localdesk/instances.js";
export type { LocalDeskOptions } from "./localdesk/localdesk.js";
export type { GpuSrvModel } from "./gpusrv/repository.js";
export type { GpuSrvOptions } from "./gpusrv/state.js";
export type { GatewayEndpoint, GatewayModel } from "./gateway/catalog.js";
export type { GatewayOptions } from "./gateway/state.js";
export type { ServerlessModel, ServerlessOptions } from "./serverless/serverless.js";
export type { EuCloudModel, EuCloudOptions } from "./eucloud/eucloud.js";
export type { HubModelsModel, HubModelsOptions } from "./hubmodels/hubmodels.js";
export { demoModel } from "./demo/demo-model.js";
