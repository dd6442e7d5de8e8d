// Runs the three programs one after the other and prints what came of each.
import { ask } from "./ask.mjs";
import { draw } from "./draw.mjs";
import { format } from "./format.mjs";

/** As AWS Lambda calls it, too. */
export async function handler() {
  const outcomes = {};
  for (const [name, run] of Object.entries({ ask, draw, format }))
    outcomes[name] = await run().catch((error) => ({ error: String(error?.stack ?? error) }));
  return outcomes;
}

if (!process.env.AWS_LAMBDA_FUNCTION_NAME)
  void handler().then((outcomes) => console.log(JSON.stringify(outcomes)));
