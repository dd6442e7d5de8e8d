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
export type { Backend, TwoSurfaceBackend } from "./emulator/running-backend.js";
export type { ClientClose, RecordedRequest, Surface } from "./http/recording.js";
export type { Reply, ReplyOption, ReplyToolCall, ReplyUsage } from "./chat/reply.js";
export type { CommonOptions, ModelSpec } from "./emulator/emulator.js";
export type { SelfHostModel, SelfHostOptions } from "./services/selfhost/selfhost.js";
export type { CompatibleModel, CompatibleOptions } from "./services/compatible/compatible.js";
export { LIKENESSES, type Likeness, type LikenessName } from "./services/compatible/likeness.js";
export type { LocalDeskModel } from "./services/localdesk/instances.js";
export type { LocalDeskOptions } from "./services/localdesk/localdesk.js";
export type { GpuSrvModel } from "./services/gpusrv/repository.js";
export type { GpuSrvOptions } from "./services/gpusrv/state.js";
export type { GatewayEndpoint, GatewayModel } from "./services/gateway/catalog.js";
export type { GatewayOptions } from "./services/gateway/state.js";
export type { ServerlessModel, ServerlessOptions } from "./services/serverless/serverless.js";
export type { EuCloudModel, EuCloudOptions } from "./services/eucloud/eucloud.js";
export type { HubModelsModel, HubModelsOptions } from "./services/hubmodels/hubmodels.js";
export { demoModel } from "./demo/demo-model.js";
