/** What the gateway hands on of the vendor behind it, in the `metadata` of an error. */
import { type ServerMessage, wordsIn } from "../../../chat/server-message.js";
import { record, safeLine } from "../../../provider/untrusted.js";

/** The `metadata` of an error. */
export const metadataOf = ({ fields }: ServerMessage): Record<string, unknown> => record(fields["metadata"]);

/** The message with the vendor's own words and headers: "Provider returned error" explains nothing. */
export function withUpstream(message: ServerMessage): ServerMessage {
  const { raw, provider_name: name, error_type: type, headers } = metadataOf(message);
  const words = wordsIn(raw);
  const who = typeof name === "string" ? name : "upstream";
  return {
    ...message,
    text: words === undefined ? message.text : safeLine(`${message.text} (${who}: ${words})`),
    type: typeof type === "string" ? type.toLowerCase() : message.type,
    headers: record(headers),
  };
}
