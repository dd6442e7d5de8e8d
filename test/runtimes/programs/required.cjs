// CommonJS: the packages are modules, which Node's require loads from 20.19 and 22.12 on.
const { createClient, RateLimitError } = require("@framework/shared");
const { startBackend } = require("@framework/backends");
const { renderDiagram, shutdown } = require("@framework/diagram");
const { createPipeline } = require("@framework/shared/format");

async function main() {
  const backend = await startBackend("selfhost", { reply: { text: "required" } });
  const client = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
  await client.connect(null, null, (await client.listModels())[0]);
  const { text } = await client.generate("Say it.");
  await client.close();
  await backend.close();
  const { kind } = await renderDiagram("flowchart LR\n  a --> b");
  shutdown();
  console.log(JSON.stringify({ text, kind, error: RateLimitError.name, pipeline: typeof createPipeline }));
}
void main();
