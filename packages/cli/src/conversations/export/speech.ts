/** A conversation as a list of who said what, the same for every kind of export. */
import type { Content, Message, SavedConversation } from "@framework/shared";

export interface Speech {
  readonly who: "system" | "user" | "model" | "tool";
  /** Markdown. */
  readonly text: string;
  /** Pictures, as data or addresses. */
  readonly pictures: readonly string[];
}

export function speeches({ system, messages, partial }: SavedConversation): Speech[] {
  const said = messages.flatMap(speech);
  if (system !== undefined) said.unshift({ who: "system", text: system, pictures: [] });
  if (partial !== "") said.push({ who: "model", text: partial, pictures: [] });
  return said.filter(({ text, pictures }) => text.trim() !== "" || pictures.length > 0);
}

function speech(message: Message): Speech[] {
  switch (message.role) {
    case "system":
      return [{ who: "system", ...split(message.content) }];
    case "user":
      return [{ who: "user", ...split(message.content) }];
    case "tool":
      return ("results" in message ? message.results : [message]).map(({ content }) => {
        const { text, pictures } = split(content);
        return { who: "tool", text: fenced(text), pictures };
      });
    default: {
      const { text, pictures } = split(message.content ?? "");
      const calls = (message.tool_calls ?? []).map(
        ({ function: call }) => `Calls ${call.name}:\n\n${fenced(call.arguments, "json")}`,
      );
      return [{ who: "model", text: [text, ...calls].filter((part) => part !== "").join("\n\n"), pictures }];
    }
  }
}

function split(content: Content): { text: string; pictures: string[] } {
  if (typeof content === "string") return { text: content, pictures: [] };
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n"),
    pictures: content.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : [])),
  };
}

function fenced(text: string, language = ""): string {
  if (text.trim() === "") return "";
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
