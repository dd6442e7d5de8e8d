// Traces every call by the GenAI conventions of OpenTelemetry. Spans go wherever the SDK that is loaded before sends them:
//   FW_PROVIDER=selfhost SELFHOST_HOST=http://gpu-box:8000 node --import ./your-sdk.mjs examples/opentelemetry.mjs "Why?"
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { createClient } from "@framework/shared";

const tracer = trace.getTracer("framework");
const spans = new Map();

/** One span a call, retries included; no content is in it. @type {import("@framework/shared").OnCall} */
function traced(event) {
  if (event.type === "call-start") {
    const { hostname, port } = new URL(event.server);
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": event.provider,
      "gen_ai.request.model": event.model,
      "server.address": hostname,
      "server.port": Number(port) || 443,
    };
    spans.set(event.id, tracer.startSpan(`chat ${event.model}`, { kind: SpanKind.CLIENT, attributes }));
    return;
  }
  const span = spans.get(event.id);
  const seconds = (event.firstTokenMs ?? 0) / 1000;
  if (event.type === "call-first-token") span.setAttribute("gen_ai.response.time_to_first_chunk", seconds);
  if (event.type !== "call-end" || !spans.delete(event.id)) return;
  const { usage, finish, error, answeredModel } = event;
  span.setAttribute("gen_ai.response.model", answeredModel ?? event.model);
  if (usage) span.setAttribute("gen_ai.usage.input_tokens", usage.promptTokens);
  if (usage) span.setAttribute("gen_ai.usage.output_tokens", usage.outputTokens);
  if (finish) span.setAttribute("gen_ai.response.finish_reasons", [finish]);
  if (error) span.setAttribute("error.type", error.name).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const client = createClient({ onCall: traced });
await client.connect();
const turn = await client.complete(process.argv[2] ?? "Why?").finally(() => client.close());
console.log(turn.text);
