/**
 * The inference API's own forms: addresses with the organization in the path, the platform's headers, and a request
 * body with its narrower tool choice. The answers have the chat-completions shape.
 */
import { below } from "../../../http/address.js";
import type { ChatBody } from "../../../chat/request.js";

/** The platform's address without the part that leads to inference. */
function root(endpoint: URL): URL {
  const url = new URL(endpoint);
  url.pathname = url.pathname.replace(/\/inference$/, "") || "/";
  return url;
}

/** The platform itself, not a proxy or a service of the same kind. */
const isPlatform = ({ hostname }: URL): boolean => /(^|\.)(github\.ai|ghe\.com)$/i.test(hostname);

/** Where chat requests go; on the platform, usage of an organization has a path of its own. */
export function chatUrl(endpoint: URL, organization: string | undefined): URL {
  if (organization === undefined || !isPlatform(endpoint)) return below(endpoint, "chat/completions");
  return below(root(endpoint), `orgs/${encodeURIComponent(organization)}/inference/chat/completions`);
}

/** Where models are listed: beside the chat; on the platform first its catalog, which alone tells limits. */
export function catalogUrls(endpoint: URL): [first: URL, second: URL] {
  const [catalog, list] = [below(root(endpoint), "catalog/models"), below(endpoint, "models")];
  return isPlatform(endpoint) ? [catalog, list] : [list, catalog];
}

/** The headers of every request. Off the platform the organization is named as the chat format names it. */
export function requestHeaders(
  endpoint: URL,
  token: string | undefined,
  organization: string | undefined,
): Record<string, string> {
  return {
    ...(organization !== undefined && !isPlatform(endpoint) && { "openai-organization": organization }),
    accept: "application/vnd.github+json, text/event-stream, application/json",
    "x-github-api-version": "2022-11-28",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

const REASONING_MODEL = /(^|\/)(o\d|gpt-5)/i;

/** The API knows no named tool choice: one tool and "required" mean the same. Reasoning models count their thoughts, too. */
export function inferenceBody(body: ChatBody): ChatBody {
  const { tool_choice: choice, max_tokens: limit, ...rest } = body;
  const named = typeof choice === "object" ? choice.function.name : undefined;
  const chosen = body.tools?.find((tool) => tool.function.name === named);
  return {
    ...rest,
    ...(chosen && { tools: [chosen] }),
    ...(choice !== undefined && { tool_choice: named === undefined ? choice : "required" }),
    ...(limit !== undefined && {
      [REASONING_MODEL.test(body.model) ? "max_completion_tokens" : "max_tokens"]: limit,
    }),
  };
}
