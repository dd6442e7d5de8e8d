// What an OpenTelemetry SDK would do with spans, as little as a test needs: each is printed as JSON when it ends.
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

class RecordedSpan {
  constructor(name, { kind, attributes }) {
    this.name = name;
    this.kind = SpanKind[kind];
    this.attributes = { ...attributes };
    this.status = "UNSET";
    this.ended = false;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
    return this;
  }

  setStatus({ code }) {
    this.status = SpanStatusCode[code];
    return this;
  }

  end() {
    this.ended = true;
    console.log(JSON.stringify(this));
  }
}

trace.setGlobalTracerProvider({
  getTracer: () => ({ startSpan: (name, options) => new RecordedSpan(name, options) }),
});
