/** The list of models, in whichever shape it comes. */
import { type Fields, isPlainName, recordsIn } from "../../../provider/untrusted.js";
import type { ModelList } from "./preset.js";

export interface Listed {
  id: string;
  /** Everything the list says of it. */
  entry: Fields;
}

/** Undefined when the answer is no list of models at all. */
export function readList(
  value: unknown,
  { list = "data", id = "id", prefix = "" }: ModelList = {},
): Listed[] | undefined {
  return recordsIn(value, list)?.flatMap((entry) => {
    const name = entry[id];
    if (!isPlainName(name)) return [];
    return [{ id: name.startsWith(prefix) ? name.slice(prefix.length) : name, entry }];
  });
}

/** The entry of a model: under its own name, under its name with the tag that is meant without one, or without its suffix. */
export function listedModel(models: readonly Listed[], model: string): Listed | undefined {
  const named = (name: string) => models.find(({ id }) => id === name);
  const suffix = model.lastIndexOf(":");
  return (
    named(model) ??
    (suffix < 0 ? named(`${model}:latest`) : undefined) ??
    // Hugging Face: a provider, or how one is chosen. Elsewhere no name without its tag is in the list.
    (suffix > 0
      ? models.find(({ id, entry }) => id === model.slice(0, suffix) && "providers" in entry)
      : undefined)
  );
}
