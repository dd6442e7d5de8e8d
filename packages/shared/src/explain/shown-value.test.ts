import { expect, test } from "vitest";
import { shownValue } from "./shown-value.js";

const secret = "sk-0123456789abcdef";

test.each([
  ["a plain value", "gpu-box", false, "gpu-box"],
  ["a secret", secret, true, "sk-0…cdef"],
  ["a short secret", "hunter2", true, "***"],
  ["a number", 8, false, 8],
  ["an address with a password", `http://me:${secret}@proxy:1/x`, false, "http://***@proxy:1/x"],
  [
    "headers",
    { Authorization: `Bearer ${secret}`, "X-Api-Key": secret, "X-Title": "fw" },
    false,
    { Authorization: "Bear…cdef", "X-Api-Key": "sk-0…cdef", "X-Title": "fw" },
  ],
  [
    "nested",
    { auth: { user: "somebody", list: [secret] } },
    false,
    { auth: { user: "***", list: ["sk-0…cdef"] } },
  ],
  ["nothing", undefined, true, undefined],
])("%s", (_, value, isSecret, shown) => expect(shownValue(value, isSecret)).toEqual(shown));
