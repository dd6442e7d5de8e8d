/** Hosted inference of open models, with the account's own fine-tunes in the catalog. */
import { HostedProvider } from "../hosted/provider.js";
import type { FailureKind } from "../../../chat/failure.js";
import { readHostedCatalog } from "../hosted/catalog.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import type { knobs } from "./knobs.js";

/** Statuses of a service that does not know the verbose list. */
const NO_VERBOSE = [400, 404, 405, 422, 501];

export class ServerlessProvider extends HostedProvider<typeof knobs> {
  protected override readonly windowKeys = ["context_length"];

  protected override advice(): Partial<Record<FailureKind, string>> {
    const origin = this.settings.candidates("api_key")[0]?.origin;
    return {
      authentication: `Check the key (from ${origin}); "serverless-auth" stores another one.`,
      creditsExhausted: "Add credits to the account.",
      rateLimit: "Wait, or ask the service for a higher limit.",
      modelNotFound:
        'Models are withdrawn from time to time; "fw models --provider serverless" lists the present ones.',
    };
  }

  /** The verbose list alone tells windows and modalities; the plain one still tells which models exist. */
  protected override async fetchCatalog(signal?: AbortSignal): Promise<JsonAnswer> {
    const verbose = new URL(this.modelsUrl);
    verbose.searchParams.set("verbose", "true");
    const answer = await this.requestCatalog(verbose, { signal, tolerate: NO_VERBOSE });
    const isList = !NO_VERBOSE.includes(answer.status) && readHostedCatalog(answer.value, this.windowKeys);
    return isList ? answer : this.requestCatalog(this.modelsUrl, { signal });
  }
}
