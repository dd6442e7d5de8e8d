/** The formatter pipeline: model text in, what a terminal shows out. */
export { parseFormattersConfig, readFormattersConfig, type FormatterSettings } from "./config.js";
export { createPlugin } from "./diagramtext/formatter.js";
export {
  DiagramSyntaxError,
  NoRendererError,
  RendererChain,
  type DiagramRenderer,
  type RendererName,
  type RenderRequest,
} from "./diagramtext/renderer.js";
export { drawLegibly } from "./diagramtext/legible.js";
export { explainParserMessage } from "./diagramtext/parser-message.js";
export { createRenderers } from "./diagramtext/renderers.js";
export { chooseLook, DIAGRAM_KEYS, LOOKS, readSettings, THEMES } from "./diagramtext/settings.js";
export { describeSyntaxError } from "./diagramtext/syntax-error.js";
export { drawAsText } from "./diagramtext/text-drawing.js";
export type { Formatter, FormatterContext, FormatterOutput, Observation, Rendered } from "./formatter.js";
export { highlightHtml } from "./code/highlight.js";
export { collectReferences } from "./markdown/collect-references.js";
export { THEME_NAMES, themeName, type ThemeName } from "./markdown/theme.js";
export { createPipeline, type Pipeline, type PipelineOptions } from "./pipeline.js";
export { WordWrap, wrapWords } from "./word-wrap.js";
export { FenceTracker } from "./fences.js";
