/** Names that ask for whatever model fits best. */

const RANKERS = new Set(["fastest", "cheapest", "biggest", "latest", "smallest"]);

interface Candidate {
  readonly id: string;
  readonly contextLength?: number | null;
}

/**
 * The model that a virtual name `tag@ranker?condition` stands for: one whose id contains the tag,
 * and whose context is large enough where the condition asks for that.
 */
export function resolveVirtual<Model extends Candidate>(
  name: string,
  models: readonly Model[],
): Model | undefined {
  const parts = /^([^@?]*)@([a-z]+)(?:\?(.*))?$/.exec(name);
  const [, tag = "", ranker = "", condition] = parts ?? [];
  if (!parts || !RANKERS.has(ranker)) return undefined;
  const least = Number(/context_size\s*>=?\s*(\d+)/.exec(condition ?? "")?.[1] ?? 0);
  return models.find(
    ({ id, contextLength }) => id.toLowerCase().includes(tag.toLowerCase()) && (contextLength ?? 0) >= least,
  );
}
