/** Files in a prompt: pictures, and text that is attached as a file. */
import { type LanguageModelV3DataContent, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import type { ContentPart } from "../provider/messages.js";

/** `data` is an address, bytes, or base64. A picture in the request itself must say what it truly is. */
export function filePart(data: LanguageModelV3DataContent, mediaType: string): ContentPart {
  if (data instanceof URL) {
    if (!mediaType.startsWith("image/")) throw unsupported(`an address of type ${mediaType}`);
    return picture(data.href);
  }
  const bytes = typeof data === "string" ? Buffer.from(data, "base64") : Buffer.from(data);
  if (mediaType.startsWith("text/")) return { type: "text", text: bytes.toString("utf8") };
  if (!mediaType.startsWith("image/") || mediaType === "image/*") {
    throw unsupported(`a file of type ${mediaType}`);
  }
  return picture(`data:${mediaType};base64,${bytes.toString("base64")}`);
}

/** The SDK's own error for what a model cannot be sent. */
export function unsupported(functionality: string): UnsupportedFunctionalityError {
  return new UnsupportedFunctionalityError({ functionality });
}

function picture(url: string): ContentPart {
  return { type: "image_url", image_url: { url } };
}
