export {
  DiagramCancelledError,
  DiagramError,
  DiagramLimitError,
  DiagramRenderError,
  DiagramSyntaxError,
  DiagramTimeoutError,
} from "./errors.js";
export { type DiagramKind, detectKind } from "./kinds.js";
export type { DiagramOptions, DiagramTheme } from "./options.js";
export { type RenderedDiagram, renderDiagram, shutdown, warmUp } from "./render-diagram.js";
