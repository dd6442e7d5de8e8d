/** Hosted inference of open models in a European cloud, with a keyless tier for those who ask for it. */
import type { ChatCall } from "../../../chat/call.js";
import type { FailureContext, FailureKind } from "../../../chat/failure.js";
import type { CatalogModel } from "../hosted/catalog.js";
import { HostedProvider } from "../hosted/provider.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import type { knobs } from "./knobs.js";
import { isVirtualModel } from "./virtual-model.js";

export class EuCloudProvider extends HostedProvider<typeof knobs> {
  protected override readonly windowKeys = ["context_length", "max_model_len", "max_context_length"];
  protected override readonly bodyLimit = 2 * 1024 * 1024;

  /** A withdrawn model is answered by another one; the service says so only here. */
  protected override readonly onHead: ChatCall["onHead"] = ({ headers }, notice) => {
    const warning = [headers["x-warning"] ?? []].flat().join(" ").trim();
    if (warning !== "") notice(`The eucloud service warns: ${warning}`);
  };

  protected override withoutKey(): void {
    if (this.settings.values.allow_anonymous) return;
    const refusal = this.settings.candidates("allow_anonymous")[0];
    const opted =
      refusal?.kind === "default"
        ? "The keyless tier needs an explicit opt-in: allow_anonymous: true in the profile, or FW_EUCLOUD_ALLOW_ANONYMOUS=true."
        : `The keyless tier is refused by allow_anonymous from ${refusal?.origin}.`;
    throw this.keyMissing(` ${opted}`);
  }

  protected override advice(): Partial<Record<FailureKind, string>> {
    const origin = this.settings.candidates("api_key")[0]?.origin;
    return {
      authentication:
        origin === undefined
          ? 'The keyless tier does not cover this request; "eucloud-auth" stores a key.'
          : `Check the key (from ${origin}): it may have expired. "eucloud-auth" stores another one.`,
      permissionDenied:
        'The key itself is good. A forbidden "resource tag" means that the cloud project has no payment method.',
      creditsExhausted: "Add a payment method or credits to the cloud project.",
      rateLimit:
        origin === undefined
          ? 'Without a key the service takes 2 requests a minute for each address and model, so this happens constantly. "eucloud-auth" stores a key.'
          : "With a key the service takes 400 requests a minute for each project and model.",
      modelNotFound: "Model names are case-sensitive here.",
    };
  }

  protected override get failure(): FailureContext {
    return {
      ...super.failure,
      // A project without a payment method is turned away with these words, whatever its key.
      classify: ({ status, message }) =>
        status === 403 && /resource tag/i.test(message.text) ? "permissionDenied" : undefined,
    };
  }

  /** The list is open to everybody, so a refused key is no reason to go without it; the chat will report the key. */
  protected override async fetchCatalog(signal?: AbortSignal): Promise<JsonAnswer> {
    const answer = await this.requestCatalog(this.modelsUrl, { signal, tolerate: [401, 403] });
    const isRefused = answer.status === 401 || answer.status === 403;
    return isRefused ? this.requestCatalog(this.modelsUrl, { signal, headers: {} }) : answer;
  }

  /** An id in the wrong letter case is a mistake even where a window is given for it. */
  protected override mayExist(model: string, catalog: readonly CatalogModel[]): boolean {
    const lower = model.toLowerCase();
    return !catalog.some(({ id }) => id.toLowerCase() === lower);
  }

  protected override missing(model: string, catalog: readonly CatalogModel[]): Error {
    return isVirtualModel(model) ? this.noWindow(model) : super.missing(model, catalog);
  }
}
