/** Names of icons in a source. */

/** An icon as a diagram names it: `logos:aws`. */
export interface IconName {
  readonly prefix: string;
  readonly name: string;
}

const POSSIBLE_NAME = /[\w@:-]*[:-][\w-]+/g;

/**
 * Everything in a source that Mermaid could take for the name of an icon: the last two parts of `a:b` and `@x:a:b`, or
 * what stands before and after the first dash of `a-b`. It may find more than there is, never less.
 */
export function iconNamesIn(source: string): IconName[] {
  return (source.match(POSSIBLE_NAME) ?? []).flatMap((text) => {
    const parts = text.split(":");
    const name = parts.at(-1) ?? "";
    const prefix = parts.at(-2);
    if (prefix !== undefined) return [{ prefix, name }];
    const dash = text.indexOf("-");
    return [{ prefix: text.slice(0, dash), name: text.slice(dash + 1) }];
  });
}
