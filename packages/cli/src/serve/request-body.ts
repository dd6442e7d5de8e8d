/** The JSON body of a request, bounded. */
import type { IncomingMessage } from "node:http";
import { RefusedRequest, refusal } from "./api-error.js";

/** Room for a long conversation with a few pictures. */
const LIMIT = 64 * 1024 * 1024;

export async function readJson(request: IncomingMessage): Promise<unknown> {
  // A web page can send other types without asking; this one it cannot.
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new RefusedRequest(refusal(415, "unsupported_media_type", "Send the request as application/json."));
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LIMIT)
      throw new RefusedRequest(refusal(413, "too_large", `A request may have ${LIMIT} bytes.`));
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    throw new RefusedRequest(refusal(400, "invalid_json", "The body is no JSON."));
  }
}
