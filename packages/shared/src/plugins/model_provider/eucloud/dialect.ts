/** Hosted inference of open models in a European cloud, with a keyless tier for those who ask for it. */
import type { Dialect, Access } from "../../../chat/dialect.js";
import type { FailureContext } from "../../../chat/failure.js";
import type { CatalogModel } from "../hosted/catalog.js";
import { hostedDialect } from "../hosted/dialect.js";
import { keyMissing, originOf } from "../hosted/family.js";
import type { knobs } from "./knobs.js";
import { isVirtualModel } from "./virtual-model.js";

const BODY_LIMIT = 2 * 1024 * 1024;

export function euCloudDialect(access: Access<typeof knobs, CatalogModel | undefined>): Dialect {
  const { settings } = access;
  return {
    ...hostedDialect(access, {
      failure: failureOf(originOf(access, "api_key")),

      withoutKey() {
        if (settings.values.allow_anonymous) return;
        const refusal = settings.candidates("allow_anonymous")[0];
        const opted =
          refusal?.kind === "default"
            ? "The keyless tier needs an explicit opt-in: allow_anonymous: true in the profile, or FW_EUCLOUD_ALLOW_ANONYMOUS=true."
            : `The keyless tier is refused by allow_anonymous from ${refusal?.origin}.`;
        throw keyMissing(access, ` ${opted}`);
      },

      /** The list is open to everybody, so a refused key is no reason to go without it; the chat will report the key. */
      async fetchCatalog(request, modelsUrl) {
        const answer = await request(modelsUrl, { tolerate: [401, 403] });
        const isRefused = answer.status === 401 || answer.status === 403;
        return isRefused ? request(modelsUrl, { headers: {} }) : answer;
      },

      /** An id in the wrong letter case is a mistake even where a window is given for it. */
      mayExist(model, catalog) {
        const lower = model.toLowerCase();
        return !catalog.some(({ id }) => id.toLowerCase() === lower);
      },

      isUnlisted: isVirtualModel,
    }),
    bodyLimit: BODY_LIMIT,

    /** A withdrawn model is answered by another one; the service says so only here. */
    onHead: ({ headers }, notice) => {
      const warning = [headers["x-warning"] ?? []].flat().join(" ").trim();
      if (warning !== "") notice(`The eucloud service warns: ${warning}`);
    },
  };
}

function failureOf(keyOrigin: string | undefined): Partial<FailureContext> {
  return {
    advice: {
      authentication:
        keyOrigin === undefined
          ? 'The keyless tier does not cover this request; "eucloud-auth" stores a key.'
          : `Check the key (from ${keyOrigin}): it may have expired. "eucloud-auth" stores another one.`,
      permissionDenied:
        'The key itself is good. A forbidden "resource tag" means that the cloud project has no payment method.',
      creditsExhausted: "Add a payment method or credits to the cloud project.",
      rateLimit:
        keyOrigin === undefined
          ? 'Without a key the service takes 2 requests a minute for each address and model, so this happens constantly. "eucloud-auth" stores a key.'
          : "With a key the service takes 400 requests a minute for each project and model.",
      modelNotFound: "Model names are case-sensitive here.",
    },
    // A project without a payment method is turned away with these words, whatever its key.
    classify: ({ status, message }) =>
      status === 403 && /resource tag/i.test(message.text) ? "permissionDenied" : undefined,
  };
}
