import { expect, test } from "vitest";
import { below } from "../../../http/address.js";
import { apiBase } from "./api-base.js";

test.each([
  ["https://api.example.com/v1", "https://api.example.com/v1/models"],
  ["https://api.example.com/v1/", "https://api.example.com/v1/models"],
  ["https://api.example.com", "https://api.example.com/v1/models"],
  ["api.example.com", "https://api.example.com/v1/models"],
  ["http://127.0.0.1:9/v1?x=1", "http://127.0.0.1:9/v1/models?x=1"],
  ["https://proxy.example.com/team/models-api", "https://proxy.example.com/team/models-api/models"],
  ["https://proxy.example.com/team/v1", "https://proxy.example.com/team/v1/models"],
])("the catalog below %s", (base, models) => {
  expect(below(apiBase(base, "base_url"), "models").href).toBe(models);
});

test.each(["ftp://example.com", "http://", "https://user:word@example.com/v1"])("%s is refused", (text) => {
  expect(() => apiBase(text, "base_url of x")).toThrow("base_url of x");
  expect(() => apiBase(text, "base_url of x")).not.toThrow("user:word");
});
