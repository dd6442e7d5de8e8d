/** What all services have in common that are reached over the internet with a key: the key, the failures, the missing model. */
import type { ProviderDefinition } from "../../../provider/definition.js";
import type { Access } from "../../../chat/dialect.js";
import type { FailureContext } from "../../../chat/failure.js";
import { CredentialsNotFoundError, type FrameworkError } from "../../../provider/errors.js";
import { didYouMean } from "../../../provider/suggest.js";
import { hostedErrors } from "./errors.js";
import { ownClass } from "../../../chat/error-map.js";

/** Hosted catalogs are long, and far away. */
export const CATALOG_MS = 15_000;

type AnyAccess = Pick<Access, "definition" | "settings">;

/** Where a value comes from, for a person. */
export const originOf = ({ settings }: AnyAccess, knob: string): string | undefined =>
  settings.candidates(knob)[0]?.origin;

/** The failures of the service at this address; `own` adds to the common ones. */
export function hostedFailure(access: AnyAccess, base: URL, own: Partial<FailureContext>): FailureContext {
  const { name, knobsFor } = access.definition;
  const origin = originOf(access, knobsFor.addresses[0]) ?? "default";
  return {
    server: `The ${name} service at ${base.href}`,
    errors: hostedErrors(access.definition),
    secrets: access.settings.secrets,
    ...own,
    advice: {
      connection:
        origin === "default"
          ? "Check the network and the proxy variables (HTTPS_PROXY, NO_PROXY)."
          : `Check the address (from ${origin}), the network and the proxy variables.`,
      contextLimit: "Shorten the conversation, or choose a model with a larger window.",
      ...own.advice,
    },
  };
}

/** The error of a key that is nowhere; `alternative` says what else would do. */
export function keyMissing({ definition }: AnyAccess, alternative = ""): FrameworkError {
  const { knob, command } = definition.credential;
  const variables = definition.variables.filter((variable) => variable.knob === knob).map(({ name }) => name);
  const KeyNotFound = ownClass(definition, CredentialsNotFoundError);
  return new KeyNotFound(
    `No key for ${definition.name} was found. Looked at: ${knob} in the profile, ${variables.join(", ")}, the stored keys. ` +
      `Run "${command}" to store one, or set ${variables[0]}.${alternative}`,
  );
}

/** The error of a model that the catalog lacks. */
export function modelMissing(
  { server, errors }: FailureContext,
  model: string,
  catalog: readonly { id: string }[],
  advice: string,
): FrameworkError {
  const ids = catalog.map(({ id }) => id);
  return new errors.modelNotFound(
    `${server} has no model "${model}" in its catalog of ${ids.length}${didYouMean(model, ids)}. ${advice}`,
  );
}

/** What to do about it where a window that is stated would make up for the catalog. */
export const windowWouldDo = ({ name }: Pick<ProviderDefinition, "name">): string =>
  `"fw models --provider ${name}" lists them. If the model exists all the same, set context_length to its window.`;

/** What the user is told of a model that the catalog lacks and that is used all the same. */
export function usedUnlisted(model: string, catalog: readonly { id: string }[]): string {
  const ids = catalog.map(({ id }) => id);
  return `"${model}" is not in the catalog of ${ids.length}${didYouMean(model, ids)}; it is used because a window is stated for it.`;
}

/** The error of an address that answers, but not with a list of models. */
export function noModelList(
  access: AnyAccess,
  { errors }: FailureContext,
  url: URL,
  example = "",
): FrameworkError {
  const knob = access.definition.knobsFor.addresses[0];
  return new errors.infrastructure(
    `${url.href} did not answer with a model list. Check that ${knob} leads to the API itself${example}.`,
    { retryable: false },
  );
}
