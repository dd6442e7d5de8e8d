// The context windows of all models of every provider that is set up here, and who says so.
//   node examples/windows.mjs
import { createClient, FrameworkError, providerNames } from "@framework/shared";

for (const providerName of providerNames) {
  const client = createClient({ providerName });
  try {
    for (const { id, contextLength: tokens, contextSource: source } of await client.describeModels()) {
      console.log(`${providerName}  ${id}  ${tokens === undefined ? "not stated" : `${tokens} (${source})`}`);
    }
  } catch (error) {
    if (!(error instanceof FrameworkError)) throw error;
    console.log(`${providerName}  ${error.name}`); // Not set up, not running, or the key was refused.
  } finally {
    await client.close();
  }
}
