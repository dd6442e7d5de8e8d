import { describe, expect, test } from "vitest";
import { sharedErrors } from "../../../chat/error-map.js";
import { failureOfStatus } from "../../../chat/failure.js";
import { readErrorBody } from "../../../chat/server-message.js";
import { withUpstream } from "./upstream.js";

const context = {
  server: "The server",
  errors: sharedErrors,
  advice: {},
  secrets: [],
  readMessage: withUpstream,
};

describe("what a vendor behind a gateway said", () => {
  test.each([
    ['"upstream is full"', "Provider returned error (Acme: upstream is full)"],
    [
      JSON.stringify(JSON.stringify({ error: { message: "too hot" } })),
      "Provider returned error (Acme: too hot)",
    ],
    ['{"error":{"message":"too hot"}}', "Provider returned error (Acme: too hot)"],
    ["null", "Provider returned error"],
  ])("raw %s", (raw, text) => {
    const body = `{"error":{"message":"Provider returned error","metadata":{"provider_name":"Acme","raw":${raw}}}}`;
    expect(withUpstream(readErrorBody(body)).text).toBe(text);
  });

  test("nesting without end costs one level", () => {
    const deep = `${'{"metadata":{"raw":'.repeat(20_000)}0${"}}".repeat(20_000)}`;
    expect(withUpstream(readErrorBody(deep)).text).toBe("");
  });

  test("decides the kind of failure", () => {
    const body = JSON.stringify({
      error: {
        message: "Provider returned error",
        metadata: { raw: "This model's maximum context length is 10 tokens" },
      },
    });
    expect(failureOfStatus({ status: 400, headers: {}, text: body }, context).name).toBe("ContextLimitError");
  });
});
