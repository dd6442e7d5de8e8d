/** A profile as a document that can be changed: comments, order and what is not known stay. */
import { ConfigurationError } from "@framework/shared";
import { type Document, isMap, parseDocument } from "yaml";

/** Refuses a file that is no YAML map: writing into it would lose what is there. */
export function profileDocument(text: string, file: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error)
    throw new ConfigurationError(`${file} cannot be changed, because it is broken: ${error.message}`);
  if (document.contents !== null && !isMap(document.contents)) {
    throw new ConfigurationError(`${file} cannot be changed, because it is not a map of settings.`);
  }
  return document;
}
