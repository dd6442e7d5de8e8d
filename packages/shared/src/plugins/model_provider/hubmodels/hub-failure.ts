/** The service's ways of failing, with what was checked, why it failed and how to fix it. */
import type { OutputOf } from "../../../provider/schema.js";
import { maskSecret } from "../../../provider/secrets.js";
import type { Settings } from "../../../provider/settings.js";
import { type FailureKind, sharedErrors } from "../../../chat/error-map.js";
import type { FailureContext, Verdict } from "../../../chat/failure.js";
import type { ServerMessage } from "../../../chat/server-message.js";
import {
  InfrastructureError,
  ModelsDisabledError,
  TokenInvalidError,
  TokenPermissionError,
} from "./errors.js";
import type { knobs } from "./knobs.js";
import { tokenTypeOf } from "./token-types.js";

type HubSettings = Settings<OutputOf<typeof knobs>>;

const DISABLED = /disabled|not (been )?enabled|turned off/i;
const SINGLE_SIGN_ON = /saml|single sign-?on|\bsso\b/i;
const LACKS_PERMISSION = /not accessible by|permission|insufficient scope/i;
const FORBIDDEN_CONTENT = /moderat|guardrail|region|content.?(policy|filter)|flagged/i;
const UNKNOWN_MODEL = /unknown_model|unavailable_model|model_not_found|deploymentnotfound/;
const UNKNOWN_MODEL_TEXT = /unknown model|unavailable model|model .{1,200} (does not exist|not found)/i;

/** Whose request it was, for a person: `the classic personal token from GITHUB_TOKEN (ghp_…wxyz), organization acme`. */
function whoAsked(settings: HubSettings): string {
  const { values } = settings;
  const token = values.api_key ?? "";
  const origin = settings.candidates("api_key")[0]?.origin ?? "the configuration";
  const type = tokenTypeOf(token)?.name ?? "token of unknown type";
  const { organization, enterprise } = values.extra;
  return [
    `the ${type} from ${origin} (${maskSecret(token)})`,
    ...(organization === undefined ? [] : [`organization ${organization}`]),
    ...(enterprise === undefined ? [] : [`enterprise ${enterprise}`]),
  ].join(", ");
}

const POLICY =
  "Enterprise policy: Enabled = available to all organizations; No policy = the administrators of each organization decide; " +
  "Disabled = blocked for the whole enterprise.";
const PAID_USAGE = "Paid usage must be enabled by the organization in its billing settings.";

const ssoOf = ({ values }: HubSettings): string =>
  tokenTypeOf(values.api_key ?? "")?.sso ?? "Tokens may need to be authorized for single sign-on.";

function advices(settings: HubSettings): Record<"disabled" | "sso" | "permission", string> {
  const checked = `Checked: ${whoAsked(settings)}.`;
  const sso = ssoOf(settings);
  return {
    disabled:
      `${checked} The token is not at fault: the service is disabled, and an administrator of the organization or ` +
      `enterprise must enable it. ${POLICY} Single sign-on: ${sso} ${PAID_USAGE}`,
    sso: `${checked} It is not authorized for an organization with single sign-on. ${sso}`,
    permission:
      `${checked} It lacks the permission models: read. Give a fine-grained token "Models: Read-only" under account ` +
      "permissions, a workflow `permissions: models: read`, or use another token.",
  };
}

/** Looks at what the service says before its status: "disabled" comes as a 401, a wrong tool result as a 404. */
function classify(
  settings: HubSettings,
  status: number,
  message: ServerMessage,
): FailureKind | Verdict | undefined {
  const { text, code } = message;
  if (status === 401 || status === 403) {
    const advice = advices(settings);
    if (DISABLED.test(text)) {
      return { kind: "permissionDenied", error: ModelsDisabledError, advice: advice.disabled };
    }
    if (SINGLE_SIGN_ON.test(text)) {
      return { kind: "permissionDenied", error: TokenPermissionError, advice: advice.sso };
    }
    if (code === "no_access") {
      return {
        kind: "permissionDenied",
        advice: "The token is good, but its plan does not include this model.",
      };
    }
    const lacks =
      LACKS_PERMISSION.test(text) || (status === 403 && !FORBIDDEN_CONTENT.test(`${code} ${text}`));
    return lacks
      ? { kind: "permissionDenied", error: TokenPermissionError, advice: advice.permission }
      : undefined;
  }
  if (/tool_call_id/i.test(text)) return "request";
  if (UNKNOWN_MODEL.test(code) || UNKNOWN_MODEL_TEXT.test(text)) return "modelNotFound";
  return code === "tokens_limit_reached" ? "contextLimit" : undefined;
}

export function failureContext(endpoint: URL, settings: HubSettings): FailureContext {
  const origin = settings.candidates("extra.endpoint")[0]?.origin ?? "default";
  const { organization } = settings.values.extra;
  return {
    server: `The model service at ${endpoint.href}`,
    errors: { ...sharedErrors, authentication: TokenInvalidError, midStream: InfrastructureError },
    advice: {
      authentication:
        `Checked: ${whoAsked(settings)}. It was rejected: it is mistyped, revoked or expired. Create a new one with the ` +
        "permission models: read under https://github.com/settings/personal-access-tokens and put it into HUBMODELS_TOKEN. " +
        `Single sign-on: ${ssoOf(settings)}`,
      connection: `Check the network and the address (from ${origin}).`,
      contextLimit:
        "Shorten the conversation. The free tier takes 8K tokens in and 4K out, whatever the model's window; paid usage takes all of it.",
      creditsExhausted: `Checked: ${whoAsked(settings)}. ${PAID_USAGE}`,
      modelNotFound:
        'Ids have the full form <vendor>/<model>, such as openai/gpt-4o; "fw models --provider hubmodels" lists them.',
      rateLimit:
        "The quota is counted for each model by itself: wait, take another model, or enable paid usage.",
      request:
        organization === undefined
          ? ""
          : `The request was made for the organization ${organization}; check its name.`,
      serviceRetired:
        `GitHub Models was retired for everyone on 2026-07-30; a "temporarily unavailable" is out of date, and no retry helps. ` +
        "Instead, set FW_HUBMODELS_ENDPOINT to an Azure-style inference endpoint or a company proxy, or use another provider such as gateway.",
    },
    secrets: settings.secrets,
    classify: ({ status, message }) => classify(settings, status, message),
  };
}
