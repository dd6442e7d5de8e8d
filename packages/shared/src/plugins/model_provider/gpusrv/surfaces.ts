/** The server's two surfaces: where each is, how it fails, and requests to it. */
import type { Access, SmallRequest } from "../../../chat/dialect.js";
import { ownErrors } from "../../../chat/error-map.js";
import type { FailureContext } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import { below } from "../../../http/address.js";
import { ValueError } from "../../../provider/errors.js";
import { surfaceUrl } from "./addresses.js";
import type { Surface } from "./errors.js";
import type { knobs } from "./knobs.js";

export interface SurfaceAccess {
  url: URL;
  at(path: string): URL;
  failure: FailureContext;
  /** Sends a request and gives the answer, whatever its status. */
  send(path: string, request: Omit<SmallRequest, "url">): Promise<JsonAnswer>;
}

export type Surfaces = Readonly<Record<Surface, SurfaceAccess>>;

/** Both surfaces; throws when an address or the window is unset. */
export function surfacesOf(access: Access<typeof knobs>): Surfaces {
  const { values } = access.settings;
  const openai = surfaceUrl("openai", namedNow(access, "openai_url"));
  const control = surfaceUrl("control", namedNow(access, "control_url"));
  const missing = [
    ...(openai ? [] : ["the chat URL (openai_url, GPUSRV_OPENAI_URL, or host)"]),
    ...(control ? [] : ["the control URL (control_url, GPUSRV_CONTROL_URL, or host)"]),
    ...(values.context_length === undefined
      ? ["the context length (context_length, GPUSRV_CONTEXT_LENGTH)"]
      : []),
  ];
  if (!openai || !control || missing.length > 0) {
    throw new ValueError(
      `gpusrv is not fully configured. Unset: ${missing.join("; ")}. ` +
        "The server does not tell its window, so it must be the one the engine was built with.",
    );
  }
  return { openai: accessTo(access, "openai", openai), control: accessTo(access, "control", control) };
}

/** A host that was named on this call beats an address that was not. */
function isHostNamed({ settings }: Access<typeof knobs>, address: "openai_url" | "control_url"): boolean {
  const isFlag = (knob: string) => settings.candidates(knob)[0]?.kind === "flag";
  return isFlag("host") && !isFlag(address);
}

function namedNow(access: Access<typeof knobs>, address: "openai_url" | "control_url") {
  const { values } = access.settings;
  return isHostNamed(access, address) ? { host: values.host } : values;
}

function accessTo(access: Access<typeof knobs>, name: Surface, url: URL): SurfaceAccess {
  const failure = failureOn(access, name, url);
  const at = (path: string) => below(url, path);
  return { url, at, failure, send: (path, request) => access.send({ url: at(path), failure, ...request }) };
}

function failureOn(access: Access<typeof knobs>, surface: Surface, url: URL): FailureContext {
  const { definition, settings } = access;
  const { api_token: token, extra_headers: extra } = settings.values;
  const isChat = surface === "openai";
  const knob = isChat ? "openai_url" : "control_url";
  const [named] = isHostNamed(access, knob) ? [] : settings.candidates(knob);
  const origin = (named ?? settings.candidates("host")[0])?.origin ?? knob;
  return {
    server: `The gpusrv ${isChat ? "chat frontend" : "control plane"} at ${url.href}`,
    surface,
    errors: ownErrors(definition),
    advice: {
      connection: isChat
        ? `Check that the frontend runs and that its address (from ${origin}) is right.`
        : `Check that the address (from ${origin}) is right and that the server was started with --enable-kserve-frontends: the control plane is off by default.`,
      authentication:
        token === undefined
          ? "A token is demanded: set api_token in the profile or GPUSRV_API_TOKEN; for a header of another name use extra_headers."
          : "Check the token: it must be what the server or the proxy in front of it demands.",
      contextLimit: "Shorten the conversation; context_length must not be larger than the engine's window.",
      midStream: "The server's log says why the engine stopped.",
      modelNotFound: `"fw models --provider gpusrv" lists what there is.`,
    },
    secrets: [...settings.secrets, ...Object.values(extra ?? {})],
    classify: ({ status, message: { text } }) => {
      if (status === 400 && /^unknown model/i.test(text)) return "modelNotFound";
      return /exceeds maximum input length/i.test(text) ? "contextLimit" : undefined;
    },
  };
}
