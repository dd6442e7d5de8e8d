/** Whether the model that is connected takes pictures, as far as its catalog says. */
import { type Client, ConfigurationError, type Content } from "@framework/shared";

/** Catalogs that name kinds of model instead of what they take. */
const BLIND_TYPES = new Set<unknown>(["llm", "embedding", "embeddings"]);

/** Throws when the catalog says that the model takes no pictures. One that says nothing is believed to take them. */
export async function checkPictures(client: Client, content: Content): Promise<void> {
  if (typeof content === "string" || !content.some(({ type }) => type === "image_url")) return;
  const models = await client.describeModels();
  const model = models.find(({ id }) => id === client.model);
  if (!model || takesPictures(model) !== false) return;
  const others = models.filter((other) => takesPictures(other) === true).map(({ id }) => id);
  const mend =
    others.length === 0
      ? "Leave the picture out, or choose a backend that has a model for it."
      : `Leave the picture out, or take a model that does: ${others.slice(0, 5).join(", ")}.`;
  throw new ConfigurationError(
    `${client.model} takes no pictures, says the backend's catalog. Nothing was sent. ${mend}`,
  );
}

function takesPictures({ input_modalities: inputs, type }: Record<string, unknown>): boolean | undefined {
  if (Array.isArray(inputs) && inputs.length > 0) return inputs.includes("image");
  if (type === "vlm") return true;
  return BLIND_TYPES.has(type) ? false : undefined;
}
