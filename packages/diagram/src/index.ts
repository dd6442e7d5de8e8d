/** What the package offers. */

export {
  DiagramCancelledError,
  DiagramError,
  DiagramIconPackError,
  DiagramLimitError,
  DiagramRenderError,
  DiagramSyntaxError,
  DiagramTimeoutError,
} from "./errors.js";
export { registerIconPacks } from "./icons/icon-packs.js";
export type { IconifyAlias, IconifyIcon, IconifyJson, IconPack } from "./icons/iconify.js";
export { type DiagramKind, detectKind } from "./kinds.js";
export type { DiagramLimits } from "./limits.js";
export type { DiagramFormat, DiagramLook, DiagramOptions, DiagramTheme } from "./options.js";
export type { DiagramTextOptions } from "./text-options.js";
export { renderDiagram, shutdown, warmUp } from "./render-diagram.js";
export { type DiagramOutcome, type ManyOptions, renderDiagrams } from "./render-diagrams.js";
export type { RenderedDiagram, RenderedText } from "./studio.js";
