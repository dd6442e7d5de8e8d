/** From method and path to a route. */
import type { Exchange } from "./exchange.js";
import type { Surface } from "./recording.js";

/** What a route is for; a fault says on which of these it acts. */
export type RouteKind = "chat" | "catalog" | "load" | "health" | "other";

/** The decoded `{name}` parts of a route's path. */
type PathParameters = Readonly<Record<string, string>>;

/** One address of a backend. `{name}` in the path stands for one segment. */
export interface Route<Context> {
  readonly surface?: Surface;
  readonly method: string;
  readonly path: string;
  readonly kind: RouteKind;
  readonly handle: (exchange: Exchange, parameters: PathParameters, context: Context) => void | Promise<void>;
}

interface Match<Context> {
  readonly route: Route<Context>;
  readonly parameters: PathParameters;
}

/** Finds the first route for a request; a trailing slash makes no difference. */
export function findRoute<Context>(
  routes: readonly Route<Context>[],
  surface: Surface,
  method: string,
  path: string,
): Match<Context> | undefined {
  for (const route of routes) {
    if (route.method !== method || (route.surface ?? "openai") !== surface) continue;
    const parameters = matchPath(route.path, path);
    if (parameters) return { route, parameters };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): PathParameters | undefined {
  const wanted = pattern.split("/");
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [position, part] of wanted.entries()) {
    const segment = given[position] ?? "";
    if (!part.startsWith("{")) {
      if (part !== segment) return undefined;
    } else {
      const value = decode(segment);
      if (value === undefined || value === "") return undefined;
      parameters[part.slice(1, -1)] = value;
    }
  }
  return parameters;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
