/** Libraries that are loaded late, as this package sees them. */
import { createRequire } from "node:module";

/** Code of ours that somebody bundled lies elsewhere, but the package's own dependencies still count where it is installed. */
export function ownRequire(): NodeJS.Require {
  const here = createRequire(import.meta.url);
  try {
    return createRequire(here.resolve("@framework/shared/package.json"));
  } catch {
    return here;
  }
}
