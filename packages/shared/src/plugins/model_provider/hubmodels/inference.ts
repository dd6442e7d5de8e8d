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

/** Where chat requests go; usage of an organization has a path of its own. */
export function chatUrl(endpoint: URL, organization: string | undefined): URL {
  if (organization === undefined) return below(endpoint, "chat/completions");
  return below(root(endpoint), `orgs/${encodeURIComponent(organization)}/inference/chat/completions`);
}

/** Where models are listed: the platform's catalog with its limits, else the plain list beside the chat. */
export function catalogUrls(endpoint: URL): [catalog: URL, list: URL] {
  return [below(root(endpoint), "catalog/models"), below(endpoint, "models")];
}

/** The headers of every request. */
export function requestHeaders(token: string | undefined): Record<string, string> {
  return {
    accept: "application/vnd.github+json, text/event-stream, application/json",
    "x-github-api-version": "2022-11-28",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

const reasoningModel = /(^|\/)(o\d|gpt-5)/i;

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
      [reasoningModel.test(body.model) ? "max_completion_tokens" : "max_tokens"]: limit,
    }),
  };
}
