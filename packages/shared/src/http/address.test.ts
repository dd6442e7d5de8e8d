import { describe, expect, test } from "vitest";
import { baseUrl, below, endpointUrl } from "./address.js";

describe("addresses as people write them", () => {
  test.each([
    ["http://gpu:8000", "http://gpu:8000/"],
    ["gpu:8000/v1/", "http://gpu:8000/"],
    ["https://box/llm/v1?x=1#y", "https://box/llm"],
  ])("the base of %s is %s", (text, url) => expect(baseUrl(text, "host").href).toBe(url));

  test.each([
    ["https://gateway.test/api/v1/", "https://gateway.test/api/v1"],
    ["gateway.test/api/v1", "https://gateway.test/api/v1"],
    ["https://box/models?api-version=2024#y", "https://box/models?api-version=2024"],
  ])("the endpoint %s is %s", (text, url) => expect(endpointUrl(text, "endpoint").href).toBe(url));

  test.each(["ftp://box", "http://", "https://user:secret@box"])(
    "%s is refused without being repeated",
    (text) => {
      const refused = () => endpointUrl(text, "endpoint");
      expect(refused).toThrow(/endpoint/);
      expect(refused).not.toThrow(/secret/);
    },
  );

  test.each([
    ["http://box", "v1/models", "http://box/v1/models"],
    ["http://box/api/v1", "models", "http://box/api/v1/models"],
    ["http://box/api?key=1", "models", "http://box/api/models?key=1"],
    ["http://box/api?key=1", "models?all=true", "http://box/api/models?all=true"],
  ])("below %s, %s is %s", (base, path, url) => expect(below(new URL(base), path).href).toBe(url));
});
