/** Hosted inference of open models, with the account's own fine-tunes in the catalog. */
import type { Dialect, Access } from "../../../chat/dialect.js";
import { type CatalogModel, readHostedCatalog } from "../hosted/catalog.js";
import { hostedDialect } from "../hosted/dialect.js";
import { originOf } from "../hosted/family.js";
import type { knobs } from "./knobs.js";

/** Statuses of a service that does not know the verbose list. */
const NO_VERBOSE = [400, 404, 405, 422, 501];

export function serverlessDialect(access: Access<typeof knobs, CatalogModel | undefined>): Dialect {
  return hostedDialect(access, {
    failure: {
      advice: {
        authentication: `Check the key (from ${originOf(access, "api_key")}); "serverless-auth" stores another one.`,
        creditsExhausted: "Add credits to the account.",
        rateLimit: "Wait, or ask the service for a higher limit.",
        modelNotFound:
          'Models are withdrawn from time to time; "fw models --provider serverless" lists the present ones.',
      },
    },
    /** The verbose list alone tells windows and modalities; the plain one still tells which models exist. */
    async fetchCatalog(request, modelsUrl) {
      const verbose = new URL(modelsUrl);
      verbose.searchParams.set("verbose", "true");
      const answer = await request(verbose, { tolerate: NO_VERBOSE });
      const isList = !NO_VERBOSE.includes(answer.status) && readHostedCatalog(answer.value);
      return isList ? answer : request(modelsUrl);
    },
  });
}
