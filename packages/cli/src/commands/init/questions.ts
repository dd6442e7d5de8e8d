/** The questions of `fw init`. Loaded only when there is a person to ask. */
import { autocomplete, confirm, isCancel, multiselect, password, text } from "@clack/prompts";
import { CancelledError, type ModelInfo, type ProviderDefinition } from "@framework/shared";
import type { LocalServer } from "@framework/shared/doctor";
import { sanitize } from "@framework/shared/terminal";

/** Ctrl-C and Escape leave without changing anything. */
async function answer<Value>(question: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await question;
  if (isCancel(value)) throw new CancelledError("Nothing was changed.");
  return value as Exclude<Value, symbol>;
}

export interface ProviderAnswer {
  provider: string;
  /** Where the server is, if it was found on this machine. */
  address?: string;
}

/** What runs here comes first; then the kinds of backend, then the presets. */
export async function askProvider(
  definitions: readonly ProviderDefinition[],
  servers: readonly LocalServer[],
  initial: string | undefined,
): Promise<ProviderAnswer> {
  const found = servers.map(({ address, product, providers: [provider = ""] }) => ({
    value: address,
    label: `${product} on ${address}`,
    hint: `${provider}, running here`,
  }));
  const named = definitions.map(({ name, product }) => ({ value: name, label: name, hint: product }));
  const chosen = await answer(
    autocomplete({
      message: "Which kind of backend? Type to search.",
      maxItems: 12,
      options: [...found, ...named],
      // What begins like that is meant; only else is it looked for in the words beside.
      filter: (search, { label = "", hint = "" }) => {
        const typed = search.toLowerCase();
        return named.some((option) => option.label.startsWith(typed))
          ? label.toLowerCase().startsWith(typed)
          : `${label} ${hint}`.toLowerCase().includes(typed);
      },
      ...(initial !== undefined && { initialValue: initial }),
    }),
  );
  const server = servers.find(({ address }) => address === chosen);
  return server ? { provider: server.providers[0] ?? chosen, address: server.address } : { provider: chosen };
}

export const askHost = (initial: string | undefined): Promise<string> =>
  answer(
    text({
      message: "Where does it listen?",
      placeholder: initial ?? "http://gpu-box:8000",
      ...(initial !== undefined && { defaultValue: initial }),
      validate: (value) => (value?.trim() || initial !== undefined ? undefined : "An address is needed."),
    }),
  );

export const askWindow = async (initial: string | undefined): Promise<number> =>
  Number(
    await answer(
      text({
        message: "How large is the model's context window, in tokens? (This server does not say.)",
        placeholder: initial ?? "32768",
        ...(initial !== undefined && { defaultValue: initial }),
        validate: (value) =>
          /^[1-9]\d*$/.test(value || initial || "") ? undefined : "A whole number of tokens is needed.",
      }),
    ),
  );

/** Undefined when the user goes on without a key. */
export async function askKey(provider: string): Promise<string | undefined> {
  const key = await answer(password({ message: `Key for ${provider} (Enter goes on without one)` }));
  return key?.trim() || undefined;
}

export const askWhetherToStore = (file: string): Promise<boolean> =>
  answer(confirm({ message: `Keep the key in ${file} (readable by you alone)?` }));

/** The id is what the server sent; what is shown of it cannot move the cursor. */
export const askModel = (models: readonly ModelInfo[], initial?: string): Promise<string> =>
  answer(
    autocomplete({
      message: "Which model? Type to search.",
      maxItems: 10,
      options: models.map(({ id, context_length: tokens }) => ({
        value: id,
        label: sanitize(id).replaceAll("\n", " "),
        hint: tokens === undefined ? "window not stated" : `${tokens} tokens`,
      })),
      ...(initial !== undefined && models.some(({ id }) => id === initial) && { initialValue: initial }),
    }),
  );

export const askModelName = (initial: string | undefined): Promise<string> =>
  answer(
    text({
      message: "Which model?",
      ...(initial !== undefined && { placeholder: initial, defaultValue: initial }),
      validate: (value) => (value?.trim() || initial !== undefined ? undefined : "A model is needed."),
    }),
  );

const pluginHints: Readonly<Record<string, string>> = {
  cli: "run programs; asks first",
  file_edit: "read files, and change them; asks first",
};

export const askPlugins = (names: readonly string[], initial: readonly string[]): Promise<string[]> =>
  answer(
    multiselect({
      message: "Which tools may the model use? (Space chooses)",
      required: false,
      options: names.map((name) => ({ value: name, label: name, hint: pluginHints[name] ?? "" })),
      initialValues: initial.filter((name) => names.includes(name)),
    }),
  );
