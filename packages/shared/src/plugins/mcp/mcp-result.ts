/** What a server's tool brought, as a result of ours: text in bounds, pictures apart, nothing taken on trust. */
import type { ImagePart } from "../../provider/messages.js";
import { safeLine } from "../../provider/untrusted.js";
import type { ToolResult } from "../tools/tool.js";
import type { McpCallResult, McpContent } from "./mcp-module.js";

const TEXT_LIMIT = 100_000;
const PICTURE_LIMIT = 10_000_000;
const MOST_PICTURES = 8;
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;

export function readResult(result: McpCallResult): ToolResult {
  const parts: ImagePart[] = [];
  const texts = (result.content ?? []).map((item) => {
    const picture = parts.length < MOST_PICTURES ? pictureOf(item) : undefined;
    if (picture) parts.push(picture);
    return picture ? `[picture ${parts.length}]` : textOf(item);
  });
  // Structured content is mostly the text over again; it counts where there is no text.
  if (texts.length === 0 && result.structuredContent !== undefined)
    texts.push(JSON.stringify(result.structuredContent));
  return {
    ok: result.isError !== true,
    content: shortened(texts.join("\n") || "(The tool gave nothing back.)"),
    ...(parts.length > 0 && { parts }),
  };
}

function pictureOf({ type, data, mimeType = "" }: McpContent): ImagePart | undefined {
  if (type !== "image" || typeof data !== "string" || data.length > PICTURE_LIMIT || !PICTURE.test(mimeType))
    return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return { type: "image_url", image_url: { url: `data:${mimeType};base64,${data}` } };
}

/** Any content as words; what cannot be words is named. */
export function textOf(content: McpContent): string {
  if (content.type === "text") return content.text ?? "";
  const { resource } = content;
  if (resource) return resource.text ?? `[resource ${safeLine(resource.uri)}]`;
  if (content.type === "resource_link") return `[resource ${safeLine(content.uri ?? "")}]`;
  return `[${safeLine(content.type)} ${safeLine(content.mimeType ?? "")}]`;
}

export function shortened(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  return `${text.slice(0, TEXT_LIMIT)}\n[${text.length - TEXT_LIMIT} more characters were left out.]`;
}
