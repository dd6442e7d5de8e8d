/** What the terminal can do, and how text and pictures are made for it. */
export { capabilitiesFromEnvironment, diagramsAs, type TerminalCapabilities } from "./capabilities.js";
export { detectTerminal } from "./detect.js";
export { leaveLateAnswers } from "./query.js";
export type { GraphicsBackend } from "./known-terminals.js";
export { shadeOf } from "./palette.js";
export { sanitize, Sanitizer } from "./sanitize.js";
export { createStyle, type Style } from "./style.js";
export { charactersOf, displayWidth } from "./width.js";
export type { EncodeOptions, ImageEncoder } from "./image/encoder.js";
export { encodeHalfblock } from "./image/halfblock.js";
export { encodeIterm } from "./image/iterm.js";
export { encodeKitty } from "./image/kitty.js";
export { wrapForMultiplexer } from "./image/passthrough.js";
export { Picture } from "./image/picture.js";
export { showPicture, shownScale } from "./image/show.js";
export { encodeSixel } from "./image/sixel.js";
