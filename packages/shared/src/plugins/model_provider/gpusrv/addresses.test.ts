import { describe, expect, it } from "vitest";
import { surfaceUrl } from "./addresses.js";

const both = (knobs: Parameters<typeof surfaceUrl>[1]) => [
  surfaceUrl("openai", knobs)?.href,
  surfaceUrl("control", knobs)?.href,
];

describe("a host", () => {
  it.each([
    ["gpu-box", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    [" gpu-box ", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["http://gpu-box", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["https://gpu.example", "https://gpu.example:9000/", "https://gpu.example:8000/"],
    ["gpu-box:9000", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["gpu-box:8000", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["gpu-box:7777", "http://gpu-box:7777/", "http://gpu-box:8000/"],
    ["http://gpu-box:80", "http://gpu-box/", "http://gpu-box:8000/"],
    ["http://gpu-box:9000/v1", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["http://gpu-box/v1/", "http://gpu-box:9000/", "http://gpu-box:8000/"],
    ["https://gpu.example/triton", "https://gpu.example:9000/triton", "https://gpu.example:8000/triton"],
    ["gpu.example:7777/triton/v1", "http://gpu.example:7777/triton", "http://gpu.example:8000/triton"],
    ["::1", "http://[::1]:9000/", "http://[::1]:8000/"],
    ["[::1]", "http://[::1]:9000/", "http://[::1]:8000/"],
    ["http://[fd00::7]:7777/v1", "http://[fd00::7]:7777/", "http://[fd00::7]:8000/"],
    ["10.0.0.7", "http://10.0.0.7:9000/", "http://10.0.0.7:8000/"],
  ])("%s", (host, openai, control) => {
    expect(both({ host })).toEqual([openai, control]);
  });
});

describe("explicit addresses", () => {
  it("are taken as they are, without their version segment", () => {
    expect(
      both({ openai_url: "https://chat.example/a/v1/", control_url: "https://control.example/b/v2" }),
    ).toEqual(["https://chat.example/a", "https://control.example/b"]);
  });

  it("win over the host, each for itself", () => {
    expect(both({ host: "gpu-box", openai_url: "http://other:1234" })).toEqual([
      "http://other:1234/",
      "http://gpu-box:8000/",
    ]);
  });

  it("are undefined when nothing names them", () => {
    expect(both({ openai_url: "http://other:1234" })).toEqual(["http://other:1234/", undefined]);
  });

  it.each(["ftp://gpu-box", "http://", "http://user:secret@gpu-box"])("refuse %s", (host) => {
    expect(() => both({ host })).toThrow(expect.objectContaining({ name: "ConfigurationError" }));
  });
});
