/** A conversation as Markdown. */
import type { SavedConversation } from "@framework/shared";
import { type Speech, speeches } from "./speech.js";

export const heading = ({ who }: Speech, model: string): string =>
  ({ system: "System", user: "You", model, tool: "Tool" })[who];

/** What stands under the title. */
export const subtitle = ({ provider, model, time, folder }: SavedConversation): string =>
  [provider, model, time.slice(0, 16).replace("T", " "), folder ?? ""]
    .filter((part) => part !== "")
    .join(" · ");

export function asMarkdown(saved: SavedConversation): string {
  const parts = speeches(saved).map((speech) => {
    const pictures = speech.pictures.map((url) => `*(picture: ${pictureName(url)})*\n\n`).join("");
    return `## ${heading(speech, saved.model)}\n\n${pictures}${speech.text.trim()}`;
  });
  return `${[`# ${saved.title ?? "Conversation"}`, subtitle(saved), ...parts].join("\n\n")}\n`;
}

/** Data is of no use to a reader of text; an address is. */
const pictureName = (url: string): string => /^data:([\w/+.-]+)/.exec(url)?.[1] ?? url;
