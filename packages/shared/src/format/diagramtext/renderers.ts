/** All renderers, in the order in which they are tried. */
import type { Environment } from "../../terminal/known-terminals.js";
import { createCliRenderer } from "./cli-renderer.js";
import { createLibraryRenderer } from "./library-renderer.js";
import { createRemoteRenderer } from "./remote-renderer.js";
import type { DiagramRenderer } from "./renderer.js";
import type { DiagramSettings } from "./settings.js";

/** All renderers, in the order in which they are tried. */
export function createRenderers(
  env: Environment,
  settings: Pick<DiagramSettings, "remoteUrl">,
): DiagramRenderer[] {
  return [createCliRenderer(env), createRemoteRenderer(settings.remoteUrl, env), createLibraryRenderer()];
}
