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
export type { SelfhostModel, SelfhostOptions } from "./selfhost/selfhost.js";
export type { LocaldeskModel } from "./localdesk/instances.js";
export type { LocaldeskOptions } from "./localdesk/localdesk.js";
export type { GpusrvModel } from "./gpusrv/repository.js";
export type { GpusrvOptions } from "./gpusrv/gpusrv.js";
export type { GatewayEndpoint, GatewayModel } from "./gateway/catalog.js";
export type { GatewayOptions } from "./gateway/gateway.js";
export type { ServerlessModel, ServerlessOptions } from "./serverless/serverless.js";
export type { EucloudModel, EucloudOptions } from "./eucloud/eucloud.js";
export type { HubmodelsModel, HubmodelsOptions } from "./hubmodels/hubmodels.js";
export { demoModel } from "./demo/demo-model.js";
