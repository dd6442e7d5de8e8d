import { describe, expect, test } from "vitest";
import { BrokenAnswerError } from "./broken-answer.js";
import { sharedErrors } from "./error-map.js";
import { type FailureContext, failureOfAnswer, failureOfStatus, referring } from "./failure.js";
import { readRetryAfter } from "./retry-after.js";
import { readErrorBody } from "./server-message.js";

const context: FailureContext = {
  server: "The server",
  errors: sharedErrors,
  advice: {},
  secrets: ["sk-secret-value-1"],
};

test.each([
  ["Please wait 60 seconds before retrying.", 60],
  ["Please try again in 1.5s.", 1.5],
  ["Retry after 3 sec", 3],
  ["We waited 60 seconds.", undefined],
])("the wait in words: %s", (text, seconds) => {
  expect(readRetryAfter({}, readErrorBody(text))).toBe(seconds);
});

describe("a verdict of the provider", () => {
  class SpecialError extends sharedErrors.request {}

  test("brings its own class and advice", () => {
    const error = failureOfStatus(
      { status: 400, headers: {}, text: "no" },
      {
        ...context,
        advice: { request: "General advice." },
        classify: () => ({ kind: "request", error: SpecialError, advice: "Special advice." }),
      },
    );
    expect(error).toBeInstanceOf(SpecialError);
    expect(error.message).toBe("The server answered 400: no. Special advice.");
  });
});

describe("the reference for support", () => {
  const withReference = {
    ...context,
    referenceOf: (headers: { [name: string]: unknown }) => String(headers["x-id"]),
  };

  test("is named in a failure of a status and of a stream, cleaned and without secrets", () => {
    const headers = { "x-id": "gen-1\u001b[31m sk-secret-value-1" };
    const named = /Reference: gen-1 \[31m sk-s…ue-1\.$/;
    expect(failureOfStatus({ status: 500, headers, text: "" }, withReference).message).toMatch(named);
    const broken = failureOfAnswer(
      new BrokenAnswerError("cut"),
      referring(withReference, headers),
      "a",
      true,
    );
    expect(broken.message).toMatch(named);
  });
});

describe("an error inside a 200", () => {
  const reported = {
    error: { code: 429, message: "slow down", retry_after: 7 },
  };
  const failure = (hidesStatus: boolean, hasBegun: boolean) =>
    failureOfAnswer(new BrokenAnswerError("reported", reported), { ...context, hidesStatus }, "", hasBegun);

  test("before the first word is the status it names, where the service hides statuses", () => {
    expect(failure(true, false)).toMatchObject({ name: "RateLimitError", status: 429, retryAfter: 7 });
  });

  test("after the first word, or elsewhere, is a broken stream that keeps the hint", () => {
    for (const error of [failure(true, true), failure(false, false)]) {
      expect(error).toMatchObject({ code: "mid-stream", retryable: true, retryAfter: 7 });
    }
  });
});
