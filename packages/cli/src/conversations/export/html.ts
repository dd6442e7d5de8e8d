/** A conversation as one HTML page that needs nothing else: no script, no font, no request. */
import type { Environment, SavedConversation } from "@framework/shared";
import {
  chooseLook,
  createRenderers,
  highlightHtml,
  readSettings,
  RendererChain,
} from "@framework/shared/format";
import { markdownPieces } from "../../output/code-blocks.js";
import { heading, subtitle } from "./markdown.js";
import { escapeHtml, textHtml } from "./markdown-html.js";
import { type Speech, speeches } from "./speech.js";
import { STYLE } from "./page-style.js";

const DIAGRAM_LANGUAGES = new Set(["mermaid", "diagramtext"]);

export async function asHtml(saved: SavedConversation, env: Environment): Promise<string> {
  const draw = drawer(env);
  const parts: string[] = [];
  for (const speech of speeches(saved)) parts.push(await speechHtml(speech, saved.model, draw));
  const title = escapeHtml(saved.title ?? "Conversation");
  // Whatever slipped through could neither run nor send anything.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${title}</h1><p>${escapeHtml(subtitle(saved))}</p></header>
${parts.join("\n")}
</body>
</html>
`;
}

type Draw = (source: string) => Promise<string | undefined>;

async function speechHtml(speech: Speech, model: string, draw: Draw): Promise<string> {
  const pictures = speech.pictures.filter((url) => /^data:image\/[a-z+.-]+;base64,[\w+/=]*$/.test(url));
  const parts = pictures.map((url) => `<img src="${url}" alt="attached picture">`);
  for (const piece of markdownPieces(speech.text)) {
    if (piece.kind === "text") parts.push(textHtml(piece.text));
    else parts.push(await codeHtml(piece.code, piece.language, draw));
  }
  return `<section class="${speech.who}">\n<h2>${escapeHtml(heading(speech, model))}</h2>\n${parts.join("\n")}\n</section>`;
}

async function codeHtml(code: string, language: string, draw: Draw): Promise<string> {
  const svg = DIAGRAM_LANGUAGES.has(language) ? await draw(code) : undefined;
  // As an image, a drawing cannot act, whatever its source made of it.
  if (svg !== undefined) {
    const data = Buffer.from(svg).toString("base64");
    return `<figure><img src="data:image/svg+xml;base64,${data}" alt="diagram"><details><summary>source</summary><pre>${escapeHtml(code)}</pre></details></figure>`;
  }
  return `<pre><code>${highlightHtml(code, language) ?? escapeHtml(code)}</code></pre>`;
}

/** Draws with what draws in the terminal; a diagram that cannot be drawn stays text. */
function drawer(env: Environment): Draw {
  const settings = readSettings({}, env, () => undefined);
  const chain = new RendererChain(createRenderers(env, settings));
  return async (source) => {
    try {
      const look = chooseLook({ ...settings, background: "white" }, {});
      return Buffer.from(await chain.render({ source, format: "svg", scale: 1, ...look })).toString();
    } catch {
      return undefined;
    }
  };
}
